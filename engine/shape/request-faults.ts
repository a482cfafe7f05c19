/** Messages for the faults of a request, derived from the contract's fields; at most one per field. They are found one after the other. */
import { isCalendarDate } from '../base/calendar.ts';
import type { Contract, Field, Fields } from '../base/contract.ts';
import type { FieldFault } from '../base/problem.ts';
import { decimalBound, decimalRequirement } from './number-limits.ts';

/** Failed schema keywords of a record by the name of its field. */
export type Broken = ReadonlyMap<string, ReadonlySet<string>>;

/** What the check of a record needs. */
export interface FaultRules {
  readonly contract: Contract;
  /** The failed keywords of a record with these fields; the items of its lists are not checked. */
  readonly broken: (fields: Fields, record: object) => Broken;
}

/** A field of a record; for a list, also the fields of its items. */
export interface Entry {
  readonly name: string;
  readonly field: Field;
  readonly items: readonly Entry[];
}

/** The fields of a request in their order, prepared once: `items` are the fields of a list's items, empty for any other field. */
export function entriesOf(fields: Fields): readonly Entry[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    items: field.type === 'list' ? entriesOf(field.items) : [],
  }));
}

type Values = { readonly [name: string]: unknown };
function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null;
}

type Verdict = Pick<FieldFault, 'message' | 'rule'>;

/**
 * The faults, `schemaVersion` first, then in the order of the fields. `picked`: the known fields of the request, trimmed. A record is
 * checked when its first fault is asked for: a caller that stops saves the check of the others.
 */
export function* requestFaults(rules: FaultRules, fields: Fields, picked: Values): Generator<FieldFault> {
  const version = rules.broken(fields, picked).get('schemaVersion');
  if (version?.has('required')) yield { field: 'schemaVersion', message: 'is required', rule: 'required' };
  else if (version !== undefined) {
    yield { field: 'schemaVersion', message: `must be the text "${rules.contract.version}"`, rule: 'version' };
  }
  yield* recordFaults(rules, fields, picked, '');
}

/** The position of a fault among the fields: the indexes of the fields and items on its path. */
function placeOf(fields: Fields, path: string): readonly number[] {
  const places: number[] = [];
  let fieldsThere: Fields | undefined = fields;
  for (const [segment] of path.matchAll(/[^.[\]]+/g)) {
    const index = Number(segment);
    if (Number.isInteger(index)) {
      places.push(index);
      continue;
    }
    places.push(Object.keys(fieldsThere ?? {}).indexOf(segment));
    const field: Field | undefined = fieldsThere?.[segment];
    fieldsThere = field?.type === 'list' ? field.items : undefined;
  }
  return places;
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((place, index) => place !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}

/** The faults of several checks in the order of the contract's fields, only the first one of each field. */
export function inFieldOrder(fields: Fields, faults: readonly FieldFault[]): readonly FieldFault[] {
  const first = new Map<string, FieldFault>();
  for (const fault of faults) if (!first.has(fault.field)) first.set(fault.field, fault);
  return [...first.values()]
    .map((fault) => ({ fault, place: placeOf(fields, fault.field) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ fault }) => fault);
}

/**
 * Whether a request that satisfies the schema also satisfies the other rules. It builds no list of faults, which
 * makes it fast.
 */
export function isFaultless(contract: Contract, fields: Fields, entries: readonly Entry[], values: Values): boolean {
  for (const { name, field, items } of entries) {
    const value = values[name];
    if (valueVerdict(contract, field, value) ?? orderVerdict(fields, field, values, value)) return false;
    if (field.type !== 'list' || !Array.isArray(value)) continue;
    if (!value.every((item: unknown) => isValues(item) && isFaultless(contract, field.items, items, item)))
      return false;
  }
  return true;
}

/** `prefix`: what precedes the names of the record's fields in the faults, such as `lines[0].`. */
function* recordFaults(rules: FaultRules, fields: Fields, values: Values, prefix: string): Generator<FieldFault> {
  const broken = rules.broken(fields, values);
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    const keywords = broken.get(name);
    const verdict =
      (keywords === undefined ? valueVerdict(rules.contract, field, value) : schemaVerdict(field, value, keywords)) ??
      orderVerdict(fields, field, values, value);
    if (verdict !== undefined) yield { field: prefix + name, ...verdict };
    else if (field.type === 'list' && Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const itemName = `${prefix}${name}[${index}]`;
        if (isValues(item)) yield* recordFaults(rules, field.items, item, `${itemName}.`);
        else yield { field: itemName, message: 'must be an object', rule: 'type' };
      }
    }
  }
}

function schemaVerdict(field: Field, value: unknown, keywords: ReadonlySet<string>): Verdict {
  if (keywords.has('required')) return { message: 'is required', rule: 'required' };
  if (value === '') return { message: 'must not be empty', rule: 'empty' };
  if (field.type === 'integer' && field.maximum === undefined && keywords.has('maximum')) {
    return { message: `must be an integer of at most ${Number.MAX_SAFE_INTEGER}`, rule: 'range' };
  }
  if (field.type === 'decimal' && typeof value === 'number' && Math.abs(value) >= decimalBound) {
    return { message: decimalRequirement, rule: 'range' };
  }
  return { message: requirementOf(field), rule: keywords.has('type') ? 'type' : ruleOf(field) };
}

/** Checks of a single value that a JSON Schema cannot express. */
function valueVerdict(contract: Contract, field: Field, value: unknown): Verdict | undefined {
  if (field.type !== 'currency' || typeof value !== 'string') return unstorable(field, value);
  if (contract.currencies.has(value.toUpperCase())) return undefined;
  return { message: 'must be a currency of ISO 4217 that has a smallest unit, such as EUR or JPY', rule: 'currency' };
}

/** ERPs cannot store U+0000 or an unpaired surrogate. A search text may contain them. */
function unstorable(field: Field, value: unknown): Verdict | undefined {
  if (typeof value !== 'string' || (field.type === 'text' && field.allowEmpty === true)) return undefined;
  if (value.isWellFormed() && !value.includes('\0')) return undefined;
  return { message: 'must be text without the character U+0000 and without broken Unicode', rule: 'format' };
}

function orderVerdict(fields: Fields, field: Field, values: Values, value: unknown): Verdict | undefined {
  if (field.type !== 'date' || field.notAfter === undefined || !(field.notAfter in fields)) return undefined;
  const end = values[field.notAfter];
  if (typeof value !== 'string' || typeof end !== 'string' || !isCalendarDate(end) || value <= end) return undefined;
  return { message: `must not be after ${field.notAfter}`, rule: 'order' };
}

/** The rule of the field that is broken although the type is right. */
function ruleOf(field: Field): string {
  switch (field.type) {
    case 'text':
      return 'oneOf';
    case 'integer':
    case 'decimal':
      return 'range';
    case 'list':
      return 'items';
    default:
      return 'format';
  }
}

/** The requirement of a field, as the message for a value that breaks it. */
function requirementOf(field: Field): string {
  switch (field.type) {
    case 'text':
      return field.oneOf === undefined ? 'must be text' : `must be one of ${field.oneOf.join(', ')}`;
    case 'id':
      return 'must be text';
    case 'currency':
      return 'must be a currency code of three letters';
    case 'email':
      return 'must be an e-mail address';
    case 'date':
      return 'must be a date that exists, written YYYY-MM-DD';
    case 'instant':
      return 'must be an ISO 8601 date and time, such as 2026-03-01T02:00:00Z';
    case 'boolean':
      return 'must be true or false';
    case 'integer':
      return `must be ${integerRequirement(field.minimum, field.maximum)}`;
    case 'decimal':
      return field.exclusiveMinimum === undefined
        ? 'must be a number'
        : `must be a number greater than ${field.exclusiveMinimum}`;
    case 'list':
      return `must be a list${listRequirement(field.minItems ?? 0, field.maxItems)}`;
  }
}

function listRequirement(minimum: number, maximum: number | undefined): string {
  if (maximum !== undefined) return ` with ${minimum} to ${maximum} items`;
  if (minimum === 0) return '';
  return ` with at least ${minimum === 1 ? 'one item' : `${minimum} items`}`;
}

function integerRequirement(minimum: number | undefined, maximum: number | undefined): string {
  if (maximum !== undefined) return `an integer from ${minimum ?? 'any'} to ${maximum}`;
  if (minimum === undefined) return 'an integer';
  return minimum === 1 ? 'a positive integer' : `an integer of at least ${minimum}`;
}
