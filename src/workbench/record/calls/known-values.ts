/**
 * The values that requests and answers of a session have, by what the contract says that they mean. The ids of an answer are requests of other endpoints; a row of a
 * list shows which of them belong together.
 */
import type { Endpoint, Field, Fields } from '../../../../engine/index.ts';
import { ExactNumber, isJsonObject } from '../../../../engine/tools/index.ts';
import { answerFields, answerMembers } from '../mask-call.ts';
import type { CallToRecord, RecordedCall } from '../session.ts';

/** Values by meaning. */
export type KnownRow = ReadonlyMap<string, unknown>;

export interface KnownValues {
  add(endpoint: Endpoint, call: RecordedCall): void;
  /** Values of a meaning, those of the first calls first. */
  valuesOf(meaning: string): readonly unknown[];
  /** Objects of answers, each with the values of the object that it is in and of the request. */
  rows(): readonly KnownRow[];
}

/** What a field means: fields of different endpoints with the same meaning take the same values. */
export function meaningOf(name: string, field: Field): string {
  switch (field.type) {
    case 'id':
      return `id ${field.idKind}`;
    case 'currency':
    case 'date':
    case 'instant':
    case 'decimal':
      return field.type;
    case 'text':
    case 'email':
    case 'boolean':
    case 'integer':
    case 'list':
      return `${field.type} ${name}`;
  }
}

/** Values of one meaning, and rows, that are kept. */
const [mostValues, mostRows] = [200, 500];

/** Keeps 200 values of a meaning and 500 rows at most. Refused calls are ignored. */
export function createKnownValues(): KnownValues {
  const values = new Map<string, Map<string, unknown>>();
  const rows: KnownRow[] = [];

  function note(meaning: string, value: unknown): void {
    const valuesOfMeaning = values.get(meaning) ?? new Map<string, unknown>();
    values.set(meaning, valuesOfMeaning);
    const text = value instanceof ExactNumber ? value.text : String(value);
    if (valuesOfMeaning.size < mostValues && text.trim() !== '')
      valuesOfMeaning.set(text, valuesOfMeaning.get(text) ?? value);
  }

  function addMembers(fields: Fields, members: CallToRecord['request'], above: KnownRow): void {
    const row = new Map(above);
    const lists: (readonly [items: Fields, list: readonly unknown[]])[] = [];
    for (const [name, field] of Object.entries(fields)) {
      const value = members[name];
      if (value === undefined || value === null) continue;
      if (field.type === 'list') {
        if (Array.isArray(value)) lists.push([field.items, value]);
        continue;
      }
      note(meaningOf(name, field), value);
      row.set(meaningOf(name, field), value);
    }
    if (row.size > above.size && rows.length < mostRows) rows.push(row);
    for (const [items, list] of lists) for (const item of list) if (isJsonObject(item)) addMembers(items, item, row);
  }

  return {
    add(endpoint, { request, outcome }) {
      if (!outcome.ok) return;
      const given = new Map<string, unknown>();
      for (const [name, field] of Object.entries(endpoint.request)) {
        const value = request[name];
        if (value === undefined || field.type === 'list') continue;
        note(meaningOf(name, field), value);
        given.set(meaningOf(name, field), value);
      }
      addMembers(answerFields(endpoint), answerMembers(outcome.json), given);
    },
    valuesOf: (meaning) => [...(values.get(meaning)?.values() ?? [])],
    rows: () => rows,
  };
}
