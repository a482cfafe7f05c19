/** Tables with several kinds of documents: which kinds are invoices, by the names of the kinds. */
import { means, wordsOf } from '../../vocabulary/words.ts';
import { countsOf } from '../match/counts.ts';
import { bestColumn } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import { type Column, keysTo, type Table } from '../model/database.ts';
import { type Draft, sqlOf } from './draft.ts';
import { kindColumn } from './rows.ts';
import type { Scope } from './scope.ts';
import { documentKindOf, sideOf, valueLiteral } from './words.ts';

/** A kind of documents. */
export interface NamedKind {
  readonly value: string;
  /** Its name in the table of kinds, if there is one. */
  readonly name: string | undefined;
  readonly rows: number;
}

/** A table of kinds has at most this many rows. */
const mostKinds = 200;

/** The text column of a table of kinds that names them. */
const nameColumn = (table: Table): Column | undefined =>
  bestColumn(table, 'name')?.column ??
  bestColumn(table, 'title')?.column ??
  table.columns.find(({ name, kind }) => kind === 'text' && !table.primaryKey.includes(name));

/** The kinds of the rows of a table, with their names where the column points at a small table of kinds. */
export function namedKinds(table: Table, kind: Column, tables: readonly Table[]): readonly NamedKind[] {
  const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === kind.name);
  const target = tables.find(({ name }) => name === key?.table);
  const names = new Map<string, string>();
  const column = target === undefined ? undefined : nameColumn(target)?.name;
  if (target !== undefined && column !== undefined && (target.rows ?? mostKinds + 1) <= mostKinds)
    for (const row of target.sample) {
      const [value, name] = [row[key?.references[0] ?? ''], row[column]];
      if (value !== null && value !== undefined && typeof name === 'string')
        names.set(String(value).trim(), name.trim());
    }
  const counts = countsOf(kind);
  return distinct(kind).map((value) => ({ value, name: names.get(value), rows: counts.get(value) ?? 0 }));
}

/** `10 "Sales Invoice" (4)`. */
export const shownKind = ({ value, name, rows }: NamedKind): string =>
  `${value}${name === undefined ? '' : ` "${name}"`} (${rows})`;

const isInvoice = ({ value, name = value }: NamedKind): boolean => documentKindOf(name) !== undefined;

/** Whether payments or entries are in the table of invoices, too. */
function hasOtherRecords(table: Table, { found }: Scope): boolean {
  const isBoth = (['payment', 'entry'] as const).some((entity) => found.get(entity)?.table === table);
  const allocation = found.get('allocation')?.table;
  return isBoth || (allocation !== undefined && keysTo(allocation, table).length > 1);
}

/**
 * Adds a question under `field` where the table of invoices has other documents, too, and a condition for the kinds that are named invoices or
 * credit notes. Returns false if the kinds of a table do not say so.
 */
export function invoiceKindsOnly(draft: Draft, scope: Scope, field: string): boolean {
  const { table, questions, where, dialect } = draft;
  const kind = kindColumn(table);
  if (kind === undefined) return false;
  const kinds = namedKinds(table, kind, scope.tables);
  const hasOthers = hasOtherRecords(table, scope);
  const hasNames = kinds.some(({ name }) => name !== undefined);
  const isSplit = kinds.length > 0 && kinds.every(({ value }) => sideOf(value) !== undefined);
  const invoices = kinds.filter(isInvoice);
  if (isSplit || (invoices.length === kinds.length && kinds.length > 0)) return false;
  if (!hasOthers && kinds.length < 2) return false;
  if (!hasOthers && !hasNames && means(wordsOf(table.name), 'invoice')) return false;
  const list = invoices.map(({ value }) => valueLiteral(dialect, value, kind.kind === 'number'));
  if (list.length > 0) where.push(`${sqlOf(draft, kind.name)} IN (${list.join(', ')})`);
  const has = kinds.length === 0 ? 'is of no known values' : `has ${kinds.map(shownKind).join(', ')}`;
  const taken =
    list.length > 0
      ? `The query takes ${list.join(', ')}, by their names.`
      : 'The query takes all of them until it has the condition.';
  const text = `Which rows of ${table.name} are invoices or credit notes to customers? ${table.name}.${kind.name} ${has}. ${taken}`;
  const before = questions.get(field);
  questions.set(field, before === undefined ? text : `${before} ${text}`);
  return true;
}
