/**
 * Rules that the rows of an ERP follow without exception, found in the rows: a value that is always that of the row referred to, an amount that is
 * always the sum of other rows, a number that is always the key of another table, a flag that follows from amounts, a sign of an account. A document
 * that is written follows them, too.
 */
import { compare } from '../../../../engine/tools/index.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import type { DataColumn, DataReference, DataTable } from '../core/erp-data.ts';
import { isNone } from '../core/erp-data.ts';
import { daysOf, numberOf } from '../core/written-rows.ts';
import { isIdentifying } from '../erp-data/data-keys.ts';
import { auditName } from './audit-columns.ts';
import { flagRulesOf } from './flag-rules.ts';
import type { RowRule } from './row-rule.ts';
import { type ErpRow, isCodeColumn, type Rows } from './rows.ts';
import { signRulesFor } from './sign-rules.ts';
import { sumRulesOf } from './sum-rules.ts';

/** Rows that show a rule, and those of them that differ from the most frequent value: equal flags and codes may be chance. */
const fewestRows = 6;
const fewestOthers = 3;
const fewestKeys = 2;

const isDay = ({ type }: DataColumn): boolean => type === 'date' || type === 'datetime';
const isNumber = ({ type }: DataColumn): boolean => type === 'decimal' || type === 'integer';

/** Whether two values mean the same: the same text, the same number, or the same day. */
function areEqual(one: string, other: string, column: DataColumn, zone: string): boolean {
  if (isNone(one) && isNone(other)) return true;
  if (isDay(column)) {
    const days = daysOf(other, zone);
    return daysOf(one, zone).some((day) => days.includes(day));
  }
  if (!isNumber(column)) return one.trim() === other.trim();
  const [left, right] = [numberOf(one), numberOf(other)];
  return left !== undefined && right !== undefined && compare(left, right) === 0;
}

const kindOf = (column: DataColumn): string => (isDay(column) ? 'day' : isNumber(column) ? 'number' : column.type);

/** Whether the values are of so many kinds that equal ones are no chance. */
function areTelling(values: readonly string[]): boolean {
  const most = Math.max(0, ...[...Map.groupBy(values, (value) => value).values()].map(({ length }) => length));
  return values.length >= fewestRows && values.length - most >= fewestOthers;
}

/** Amounts and prices are those of the document, and equal ones are chance. Who changed a row, and when, is so for this row. */
const isTakenOver = ({ name, type }: DataColumn): boolean =>
  !auditName.test(name) &&
  (type !== 'decimal' ||
    !wordsOf(name).some(({ meanings }) => meanings.includes('price') || meanings.includes('amount')));

/** A row with the only row that a reference of it names. */
type Linked = readonly [record: ErpRow, target: ErpRow];

const linkedBy = (rows: Rows, records: readonly ErpRow[], reference: DataReference): readonly Linked[] =>
  records.flatMap((record): readonly Linked[] => {
    const [target, ...more] = rows.targetsOf(record, reference);
    return target === undefined || more.length > 0 ? [] : [[record, target]];
  });

/** Columns whose value is that of a column of the row referred to, in all of these rows. */
function inherited(
  rows: Rows,
  table: DataTable,
  reference: DataReference,
  linked: readonly Linked[],
  zone: string,
): readonly RowRule[] {
  const target = rows.tables.find(({ name }) => name === reference.table);
  if (target === undefined || linked.length < fewestRows) return [];
  const takenOver = table.columns.filter(
    (column) => !table.key.includes(column.name) && !reference.columns.includes(column.name) && isTakenOver(column),
  );
  return takenOver.flatMap((column) => {
    const { name } = column;
    const others = target.columns.filter(
      (one) => kindOf(one) === kindOf(column) && !target.key.includes(one.name) && !auditName.test(one.name),
    );
    return others.flatMap(({ name: other }): readonly RowRule[] => {
      const used = linked.filter(([record, one]) => !isNone(record.row[name]) || !isNone(one.row[other]));
      const isSame = ([record, one]: Linked): boolean =>
        areEqual(record.row[name] ?? '', one.row[other] ?? '', column, zone);
      if (!used.every(isSame) || !areTelling(used.map(([record]) => record.row[name] ?? ''))) return [];
      return [
        (now, record) => {
          const [pair] = linkedBy(now, [record], reference);
          if (pair === undefined || isSame(pair)) return undefined;
          const [value, expected] = [record.row[name] ?? undefined, pair[1].row[other] ?? 'NULL'];
          const text = `${table.name}.${name} is ${value ?? 'NULL'}, and ${target.name}.${other} of the row that it refers to by ${reference.columns.join(', ')} is ${expected}; they are equal in all ${used.length} rows of the ERP`;
          return { text, value };
        },
      ];
    });
  });
}

/** `bank_act` and `bank_accounts` have a word in common. Words such as `id` are in each name. */
function haveCommonWord(column: string, table: string): boolean {
  const meaningful = (name: string): readonly string[] =>
    wordsOf(name).flatMap(({ text, meanings }) => (isIdentifying(meanings) || text.length < 3 ? [] : [text]));
  const words = meaningful(table);
  return meaningful(column).some((text) => words.includes(text));
}

/** Columns that have keys of another table only, though nothing declares it. */
function keysOf(rows: Rows, table: DataTable, records: readonly ErpRow[]): readonly RowRule[] {
  const references = new Set(table.references.flatMap(({ columns }) => columns));
  return table.columns.flatMap(({ name, type }): readonly RowRule[] => {
    if (references.has(name) || table.key.includes(name) || (type !== 'integer' && type !== 'text')) return [];
    const values = records.flatMap(({ row }) => (isNone(row[name]) ? [] : [row[name] ?? '']));
    if (values.length < fewestRows || new Set(values).size < fewestKeys) return [];
    return rows.tables.flatMap((target): readonly RowRule[] => {
      const [key, ...more] = target.key;
      if (key === undefined || more.length > 0 || target === table || !haveCommonWord(name, target.name)) return [];
      const keys = new Set(rows.inTable(target).map(({ row }) => row[key] ?? ''));
      if (!values.every((value) => keys.has(value))) return [];
      return [
        (now, { row }) => {
          const value = row[name] ?? '';
          if (isNone(value) || now.inTable(target).some((one) => one.row[key] === value)) return undefined;
          const text = `${table.name}.${name} is ${value}, which is no ${key} of ${target.name}; all ${values.length} rows of the ERP have one of these`;
          return { text, value };
        },
      ];
    });
  });
}

/** The rows of a table in groups that may have rules of their own: all of them, and those of the kind of a row, which its key names. */
function groupsFor(rows: Rows, { table, row }: ErpRow): readonly (readonly ErpRow[])[] {
  const kinds = table.key.length > 1 ? table.key.filter((name) => isCodeColumn(rows, table, name)) : [];
  const before = rows.inTable(table);
  const alike = before.filter((one) => kinds.every((name) => one.row[name] === row[name]));
  return alike.length === before.length || alike.length === 0 ? [before] : [before, alike];
}

/** The rules that apply to a row. `rows`: rows that show what the ERP does. `zone`: the time zone of the ERP. */
export function rulesFor(rows: Rows, record: ErpRow, zone: string): readonly RowRule[] {
  const { table } = record;
  const ofGroups = groupsFor(rows, record).flatMap((group) => [
    ...table.references.flatMap((reference) =>
      inherited(rows, table, reference, linkedBy(rows, group, reference), zone),
    ),
    ...keysOf(rows, table, group),
    ...sumRulesOf(rows, table, group),
    ...flagRulesOf(rows, table, group),
  ]);
  return [...ofGroups, ...signRulesFor(rows, record)];
}
