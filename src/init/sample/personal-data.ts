/**
 * Finds columns with personal data, and replaces their values by pseudonyms: equal values get equal pseudonyms in all
 * tables.
 */
import { createHmac } from 'node:crypto';
import type { Row } from '../../../engine/internal/index.ts';
import type { FoundTables } from '../match/tables.ts';
import type { Column, Table } from '../model/database.ts';
import { means, wordsOf } from '../vocabulary/words.ts';
import type { CutRows } from './row-collector.ts';

export type PersonalDataKind = 'name' | 'street' | 'email' | 'phone' | 'iban' | 'text';

const iban = /^[A-Z]{2}\d{2}[A-Z\d ]{10,}$/;
const share = (column: Column, form: RegExp): number =>
  column.values.filter((value) => form.test(value)).length / Math.max(column.values.length, 1);

/** The kind of personal data in a column; undefined for ids, codes, numbers, dates and item data. */
export function personalDataKind(table: Table, column: Column, found: FoundTables): PersonalDataKind | undefined {
  if (column.kind !== 'text') return undefined;
  const words = wordsOf(column.name);
  const hasMeaning = (...meanings: readonly Parameters<typeof means>[1][]): boolean =>
    meanings.some((one) => means(words, one));
  if (share(column, /@.+\./) >= 0.3 || hasMeaning('email')) return 'email';
  if (share(column, iban) >= 0.5 || words.some(({ text }) => text === 'iban')) return 'iban';
  if (hasMeaning('phone')) return 'phone';
  if (hasMeaning('street')) return 'street';
  if (hasMeaning('contact')) return 'name';
  const isKey =
    table.primaryKey.includes(column.name) || table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  if (
    isKey ||
    hasMeaning('code', 'currency', 'status', 'country', 'kind', 'unit', 'city', 'zip', 'id', 'number', 'reference')
  )
    return undefined;
  const isItem = found.get('item')?.table.name === table.name;
  if (isItem) return undefined;
  if (hasMeaning('name')) return 'name';
  const isLine = [found.get('invoiceLine'), found.get('orderLine')].some((one) => one?.table.name === table.name);
  if (hasMeaning('title') && !isLine && share(column, /\s/) < 0.2) return undefined;
  if (hasMeaning('title', 'text', 'details', 'label', 'extra', 'address')) return 'text';
  // A column with an unknown name and texts of several words.
  return share(column, /\s\S+\s/) > 0.2 ? 'text' : undefined;
}

const treeNames = [
  'Ahorn',
  'Birke',
  'Buche',
  'Eiche',
  'Erle',
  'Esche',
  'Fichte',
  'Kiefer',
  'Linde',
  'Pappel',
  'Tanne',
  'Ulme',
  'Weide',
  'Zeder',
  'Eibe',
  'Hasel',
];

/** The maximum text length of a column; undefined if not declared. */
const lengthOf = ({ type }: Column): number | undefined => {
  const digits = /char[a-z ]*\((\d+)\)/i.exec(type)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Returns a function that replaces values. The pseudonyms depend on `key`. */
export function pseudonyms(key: string): (kind: PersonalDataKind, value: string, column: Column) => string {
  const hash = (value: string): string => createHmac('sha256', key).update(value.trim().toLowerCase()).digest('hex');
  /** Replaces the digits of a value. */
  const digits = (value: string): string => {
    const own = hash(value);
    let place = 0;
    return value.replaceAll(/\d/g, () => String(Number.parseInt(own[place++ % own.length] ?? '0', 16) % 10));
  };
  const word = (own: string): string => treeNames[Number.parseInt(own.slice(0, 4), 16) % treeNames.length] ?? '';
  function pseudonymOf(kind: PersonalDataKind, value: string): string {
    const own = hash(value);
    const short = own.slice(4, 8).toUpperCase();
    switch (kind) {
      case 'name':
        return `${word(own)} ${short}`;
      case 'street':
        return `${word(own)}weg ${(Number.parseInt(own.slice(8, 11), 16) % 200) + 1}`;
      case 'phone':
        return digits(value);
      case 'iban':
        return `${value.slice(0, 2)}${digits(value.slice(2).replaceAll(/[A-Z]/gi, '0'))}`;
      case 'text':
        return `Text ${short}`;
      case 'email':
        // Keeps the structure of a field with several addresses or none.
        return /@/.test(value)
          ? value.replaceAll(/[^\s;,<>@]+@[^\s;,<>]+|[^\s;,<>]+(?=\s*<)/g, (part) =>
              part.includes('@') ? `mail-${hash(part).slice(0, 8)}@customer.example` : word(hash(part)),
            )
          : `text-${short}`;
    }
  }
  return (kind, value, column) => {
    if (value.trim() === '') return value;
    const text = pseudonymOf(kind, value);
    const length = lengthOf(column);
    return length !== undefined && text.length > length ? hash(value).slice(0, length) : text;
  };
}

/**
 * The replacement of a cell with unknown contents: images, documents, structured text. Undefined if the cell is kept:
 * keys, item data, dates and times.
 */
function blankedCell(
  table: Table,
  column: Column,
  cell: Row[string] | undefined,
  found: FoundTables,
): Row[string] | undefined {
  const isKey =
    table.primaryKey.includes(column.name) || table.foreignKeys.some(({ columns }) => columns.includes(column.name));
  if (column.kind !== 'other' || cell === null || isKey || found.get('item')?.table.name === table.name)
    return undefined;
  const isBytes = cell instanceof Uint8Array;
  if (!isBytes && !/json|xml|hstore/i.test(column.type)) return undefined;
  if (!column.required) return null;
  if (isBytes) return new Uint8Array();
  return /json/i.test(column.type) ? '{}' : '';
}

/** The rows without personal data. Item titles are kept in all tables. */
export function pseudonymizeRows(rows: CutRows, tables: readonly Table[], found: FoundTables, key: string): CutRows {
  const pseudonymOf = pseudonyms(key);
  const item = found.get('item')?.table;
  const sold = new Set(item?.columns.filter(({ kind }) => kind === 'text').flatMap(({ values }) => values));
  return new Map(
    [...rows].map(([name, all]) => {
      const table = tables.find((one) => one.name === name);
      const columns = (table?.columns ?? []).flatMap((column) => {
        const kind = table && personalDataKind(table, column, found);
        return kind === undefined ? [] : [{ column, kind }];
      });
      return [
        name,
        all.map((row): Row => {
          const changed = columns.flatMap(({ column, kind }) => {
            const cell = row[column.name];
            if (typeof cell !== 'string' || (kind === 'text' && sold.has(cell.trim()))) return [];
            return [[column.name, pseudonymOf(kind, cell, column)] as const];
          });
          const closed = (table?.columns ?? []).flatMap((column) => {
            const value = table && blankedCell(table, column, row[column.name], found);
            return value === undefined ? [] : [[column.name, value] as const];
          });
          return { ...row, ...Object.fromEntries(changed), ...Object.fromEntries(closed) };
        }),
      ];
    }),
  );
}
