/** Records of a double in memory as the rows of an ERP. */
import type { DataReference, DataRow, DataTable, DataType, ErpData } from '../core/erp-data.ts';
import { openJournal } from './journal.ts';

type Value = string | number | boolean | null | undefined;
type Entry = Record<string, Value>;

/** A set of records of one kind. */
export interface RecordSet {
  readonly name: string;
  /** Changed in place. */
  readonly records: Entry[];
  /** The members whose values distinguish records. */
  readonly key: readonly string[];
  /** The member that refers to a record of another set, by the names of the member and of the set's key. */
  readonly references?: readonly { readonly member: string; readonly set: string; readonly targetKey: string }[];
}

const textOf = (value: Value): string | null => (value === null || value === undefined ? null : String(value));
const rowOf = (entry: Entry): DataRow =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, textOf(value)]));

function typeOf(values: readonly Value[]): DataType {
  const given = values.filter((value) => value !== null && value !== undefined && value !== '');
  const all = (holds: (value: Value) => boolean): boolean => given.length > 0 && given.every(holds);
  if (all((value) => typeof value === 'boolean')) return 'boolean';
  if (all((value) => Number.isInteger(value))) return 'integer';
  if (all((value) => typeof value === 'number')) return 'decimal';
  if (all((value) => /^\d{4}-\d\d-\d\d$/.test(String(value)))) return 'date';
  return all((value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(String(value))) ? 'datetime' : 'text';
}

/** A value as the records have it: in the type of the other values of the member. */
function valueFrom(text: string | null | undefined, before: Value, type: DataType): Value {
  if (text === null || text === undefined) return null;
  if (typeof before === 'number' || type === 'integer' || type === 'decimal') return Number(text);
  return typeof before === 'boolean' || type === 'boolean' ? text === 'true' : text;
}

/** The interface to change the records of a double. The sets are those that the double reads itself. */
export function recordData(sets: readonly RecordSet[]): ErpData {
  const journal = openJournal<() => void>(async (undos) => {
    for (const undo of undos) undo();
  });
  const tableOf = ({ name, records, key, references = [] }: RecordSet): DataTable => {
    const names = [...new Set(records.flatMap((entry) => Object.keys(entry)))];
    return {
      ...{ name, key, uniqueKeys: [] },
      columns: names.map((column) => ({
        name: column,
        type: typeOf(records.map((entry) => entry[column])),
        nullable: records.some((entry) => textOf(entry[column]) === null),
      })),
      references: references.map(
        ({ member, set, targetKey }): DataReference => ({
          ...{ columns: [member], table: set, targetColumns: [targetKey], isInferred: false },
        }),
      ),
    };
  };
  const recordsOf = ({ name }: DataTable): Entry[] => {
    const set = sets.find((one) => one.name === name);
    if (set === undefined) throw new Error(`The double has no records ${name}`);
    return set.records;
  };
  const has = (entry: Entry, where: DataRow): boolean =>
    Object.entries(where).every(([name, value]) => textOf(entry[name]) === value);
  const find = (table: DataTable, row: DataRow): Entry => {
    const where = Object.fromEntries(table.key.map((name) => [name, row[name] ?? null]));
    const entries = recordsOf(table).filter((entry) => has(entry, where));
    const [entry] = entries;
    if (entry === undefined || entries.length > 1) throw new Error(`${table.name} has ${entries.length} such records`);
    return entry;
  };
  const written = ({ columns }: DataTable, before: Entry, changed: DataRow): Entry =>
    Object.fromEntries(
      Object.entries(changed).map(([name, text]) => [
        name,
        valueFrom(text, before[name], columns.find((column) => column.name === name)?.type ?? 'text'),
      ]),
    );
  /** The next number of the last member of the key that is one, where no change names the key. */
  const newNumber = (table: DataTable, changed: DataRow): DataRow => {
    if (table.key.some((name) => Object.hasOwn(changed, name))) return {};
    const counted = table.key.findLast((name) =>
      table.columns.some((one) => one.name === name && one.type === 'integer'),
    );
    if (counted === undefined) return {};
    return { [counted]: String(Math.max(0, ...recordsOf(table).map((entry) => Number(entry[counted]))) + 1) };
  };
  return {
    tables: async () => sets.map(tableOf),
    isPartial: async () => false,
    rows: async (table, where = {}) =>
      recordsOf(table)
        .filter((entry) => has(entry, where))
        .map(rowOf),
    async copy(table, row, changed) {
      const before = find(table, row);
      const entry = { ...before, ...written(table, before, { ...changed, ...newNumber(table, changed) }) };
      const key = Object.fromEntries(table.key.map((name) => [name, textOf(entry[name])]));
      const records = recordsOf(table);
      if (records.some((one) => has(one, key))) throw new Error(`${table.name} has a record of this key`);
      records.push(entry);
      journal.add(() => void records.splice(records.indexOf(entry), 1));
      return rowOf(entry);
    },
    async update(table, row, changed) {
      const entry = find(table, row);
      const before = { ...entry };
      Object.assign(entry, written(table, before, changed));
      journal.add(() => void Object.assign(entry, before));
      return rowOf(entry);
    },
    async remove(table, row) {
      const records = recordsOf(table);
      const entry = find(table, row);
      const place = records.indexOf(entry);
      records.splice(place, 1);
      journal.add(() => void records.splice(place, 0, entry));
    },
    undone: journal.undone,
  };
}
