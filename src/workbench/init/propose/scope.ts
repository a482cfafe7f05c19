/** The input of all proposals, and parts that they share. */
import type { Dialect } from '../../../../engine/host/index.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import type { ColumnRole } from '../match/column-criteria.ts';
import { countedValues } from '../match/counts.ts';
import { bestColumn, candidates, type Match } from '../match/field.ts';
import { distinct, flagValues } from '../match/shapes.ts';
import type { FoundTables } from '../match/tables.ts';
import { type Column, keyTo, type Table } from '../model/database.ts';
import { add, askForColumn, type Draft, sqlOf } from './draft.ts';
import { valueLiteral } from './words.ts';

export interface Scope {
  readonly dialect: Dialect;
  readonly foundTables: FoundTables;
  readonly tables: readonly Table[];
  /** Whether the database has suppliers at all. */
  readonly hasSuppliers: boolean;
}

/** Whether every row that was read has another value: a condition for this one would exclude all of them. */
const excludesAll = ({ sample }: Table, { values }: Column, wanted: string): boolean =>
  sample.length > 0 && values.length >= sample.length && !values.includes(wanted);

/** The first day that no ERP writes for "no date". */
const firstDay = '1901-01-01';

/**
 * The conditions under which a row has no date in the column: NULL, or a day that means "no date" in the rows that were read. Empty where every
 * row has a date.
 */
export function withoutDate(draft: Draft, column: Column): readonly string[] {
  const name = sqlOf(draft, column.name);
  const [isEarly, isLate] = [
    column.noDates?.some((day) => day < firstDay) === true,
    column.noDates?.some((day) => day > firstDay) === true,
  ];
  return [
    ...(column.required ? [] : [`${name} IS NULL`]),
    ...(isEarly ? [`${name} < ${draft.dialect.textLiteral(firstDay)}`] : []),
    ...(isLate ? [`${name} >= ${draft.dialect.textLiteral('9999-12-31')}`] : []),
  ];
}

/** Conditions of which one has to hold. */
export const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 1 ? conditions.join('') : `(${conditions.join(' OR ')})`;

/** Adds the condition that a Boolean column means yes or no. Returns false if its values are not known. */
export function addFlag({ dialect, where, ...draft }: Draft, column: Column, wants: 'yes' | 'no'): boolean {
  const isBoolean = dialect.hasBooleans && column.kind === 'boolean';
  const values = flagValues(column) ?? (column.kind === 'boolean' ? { no: '0', yes: '1' } : undefined);
  if (values === undefined) return false;
  const isBare = column.kind === 'number' || column.kind === 'boolean';
  const value = isBoolean ? String(wants === 'yes') : values[wants];
  if (excludesAll(draft.table, column, values[wants])) return false;
  const name = sqlOf({ dialect, where, ...draft }, column.name);
  const test = `${name} = ${valueLiteral(dialect, value, isBare)}`;
  // NULL is neither: a row without a value is not blocked.
  where.push(column.required || wants === 'yes' ? test : `(${name} IS NULL OR ${test})`);
  return true;
}

/** The column of a flag. Without rows, nothing shows that a number is one: it is not sure, and leads to a question. */
function flagColumn(table: Table, role: ColumnRole): Match | undefined {
  const match = bestColumn(table, role);
  if (match !== undefined || table.sample.length > 0) return match;
  const [numeric] = candidates(table, role, 'number');
  return numeric && { ...numeric, isSure: false };
}

/** Adds conditions that exclude inactive, blocked, discontinued and deleted rows, if there are columns for them. */
export function activeOnly(draft: Draft): void {
  const flags = (
    [
      ['active', 'yes'],
      ['blocked', 'no'],
      ['discontinued', 'no'],
    ] as const
  ).flatMap(([name, wants]) => {
    const match = flagColumn(draft.table, name);
    return match === undefined ? [] : [{ name, wants, match }];
  });
  for (const { name, wants, match } of flags) {
    if (match.isSure) addFlag(draft, match.column, wants);
    else askAboutRows(draft, match.column, name);
  }
  if (flags.length === 0) askAboutState(draft);
  notDeleted(draft);
}

/** Without a flag, the state of a record may say that it is not used any more. */
function askAboutState(draft: Draft): void {
  const state = bestColumn(draft.table, 'status') ?? candidates(draft.table, 'status', 'number')[0];
  if (state !== undefined && distinct(state.column).length !== 1) askAboutRows(draft, state.column, 'inactive');
}

/** Asks whether a column excludes rows: a condition that is only likely would lose records. */
function askAboutRows({ table, parts, questions }: Draft, column: Column, what: string): void {
  const field = parts[0]?.field;
  if (field === undefined) return;
  const counts = countedValues(column);
  const text = `Does ${table.name}.${column.name}${counts === '' ? '' : ` (${counts})`} say that a row is ${what}? There is no condition on it.`;
  const before = questions.get(field);
  questions.set(field, before === undefined ? text : `${before} ${text}`);
}

/** Adds conditions that exclude rows that are deleted and still there. */
export function notDeleted(draft: Draft): void {
  const { table, where } = draft;
  const flag = flagColumn(table, 'deleted');
  if (flag?.isSure === true) addFlag(draft, flag.column, 'no');
  else if (flag !== undefined) askAboutRows(draft, flag.column, 'deleted');
  const deletedAt = bestColumn(table, 'deletedAt')?.column;
  const isKept = deletedAt === undefined ? [] : withoutDate(draft, deletedAt);
  if (isKept.length > 0) where.push(anyOf(isKept));
}

/** A longer name is that of another role, such as the customer for the delivery. */
const isAsShort = (name: string, chosen: string): boolean =>
  name !== chosen && wordsOf(name).length <= wordsOf(chosen).length;

/** Adds the customer of a document, or a question. Returns the column. */
export function addCustomer(draft: Draft, { foundTables }: Scope, field: string): string | undefined {
  const customer = foundTables.get('customer');
  const key = keyTo(draft.table, customer?.table);
  const [column] = key?.columns ?? [];
  if (column === undefined || customer === undefined) {
    const question = `Which column names the customer? ${draft.table.name} has no key that points at one.`;
    askForColumn(draft, field, question, []);
    return undefined;
  }
  const why =
    key?.declared === true ? 'foreign key' : key?.verified === false ? 'named like the key' : 'its values are all keys';
  add(draft, field, sqlOf(draft, column), `${why} of ${customer.table.name}`, `${draft.table.name}.${column}`);
  const others = draft.table.foreignKeys.flatMap(({ columns, table }) =>
    table === customer.table.name && columns.length === 1 && isAsShort(columns[0] ?? '', column) ? columns : [],
  );
  const candidates = [column, ...others].map((name) => sqlOf(draft, name));
  const also = others.length === 0 ? '' : ` ${others.join(', ')} could be it, too.`;
  const ifCustomer = customer.isSure ? '' : ` It is if ${customer.table.name} has the customers.`;
  if (also !== '' || ifCustomer !== '')
    askForColumn(draft, field, `Is it ${draft.table.name}.${column}?${ifCustomer || also}`, candidates);
  return column;
}
