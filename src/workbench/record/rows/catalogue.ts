/** The tables and views of a database that a profile names: columns, keys and foreign keys from the catalogue. Their values come from captured rows. */
import type { Row, SqlSource } from '../../../../engine/host/index.ts';
import { kindOf } from '../../init/introspect/kinds.ts';
import type { Database, ForeignKey, Table } from '../../init/model/database.ts';

/** Defaults without personal data: numbers, short codes, the time. */
const simpleDefault =
  /^(?:NULL|-?\d{1,6}(?:\.\d{1,6})?|'(?:-?\d{1,6}(?:\.\d{1,6})?|[A-Za-z]{0,3})'|b'[01]{1,64}'|(?:current_timestamp|now|curdate|current_date)(?:\(\d?\))?)$/i;

/**
 * SQL that begins with a blank; empty if there is nothing. `row`: `default` and `counts` of the catalogue. `isFirst`: the column begins a key, without which
 * MySQL numbers no rows. Another text can be real data: it becomes the empty text.
 */
export function clauseOf(type: string, row: Row | undefined, isFirst: boolean): string {
  if (row === undefined) return '';
  if (Number(row.counts) === 1) return isFirst ? ' AUTO_INCREMENT' : '';
  if (row.default === null || row.default === undefined) return '';
  const given = String(row.default);
  // The members of an enumeration are in its type.
  if (simpleDefault.test(given) || /^(?:enum|set)\b/i.test(type)) return ` DEFAULT ${given}`;
  return /char/i.test(type) ? " DEFAULT ''" : '';
}

/** Timeout of one query, in milliseconds. */
const queryTimeoutMs = 30_000;

const named = (rows: readonly Row[], name: string): readonly string[] => rows.map((row) => String(row[name]));
const rowsOfTable = (rows: readonly Row[], table: string): readonly Row[] =>
  rows.filter((row) => String(row.table) === table);
const byKey = (rows: readonly Row[]): readonly (readonly Row[])[] => [
  ...Map.groupBy(rows, ({ key }) => String(key)).values(),
];

/** Reads the catalogue. `isNamed`: whether the profile names a table. Rejects with `SourceError`. */
export async function readCatalogue(
  source: Pick<SqlSource, 'databaseKind' | 'read'>,
  isNamed: (table: string) => boolean,
  now: () => number,
): Promise<Database> {
  const { databaseKind } = source;
  const { columns, keys, foreignKeys, defaults, viewColumns } = databaseKind.introspection;
  const read = (sql: string): Promise<readonly Row[]> =>
    source.read({ sql, values: [] }, { deadline: now() + queryTimeoutMs });
  const columnRows = await read(columns);
  const keyRows = await read(keys);
  const foreignRows = await read(foreignKeys);
  const defaultRows = defaults === undefined ? [] : await read(defaults);
  const names = [...new Set(named(columnRows, 'table'))].filter(isNamed);
  const mainKey = (table: string): readonly string[] =>
    named(byKey(rowsOfTable(keyRows, table)).find(([first]) => Number(first?.main) === 1) ?? [], 'column');
  const foreignKeysOf = (name: string): readonly ForeignKey[] =>
    byKey(rowsOfTable(foreignRows, name)).map((parts) => {
      const table = String(parts[0]?.target);
      const given = parts.every(({ targetColumn }) => targetColumn !== null);
      const references = given ? named(parts, 'targetColumn') : mainKey(table);
      return { columns: named(parts, 'column'), table, references, declared: true };
    });
  const tables = names.map((name): Table => {
    const primaryKey = mainKey(name);
    const uniques = byKey(rowsOfTable(keyRows, name)).flatMap((parts) =>
      Number(parts[0]?.main) === 1 ? [] : [named(parts, 'column')],
    );
    const firsts = new Set([primaryKey, ...uniques].map(([first]) => first));
    const ownDefaults = new Map(rowsOfTable(defaultRows, name).map((row) => [String(row.column), row]));
    const tableColumns = rowsOfTable(columnRows, name).map(({ column, type, required }) => ({
      name: String(column),
      type: String(type),
      kind: kindOf(String(type), []),
      required: Number(required) === 1,
      clause: clauseOf(String(type), ownDefaults.get(String(column)), firsts.has(String(column))),
      values: [],
    }));
    return {
      ...{ name, columns: tableColumns, primaryKey, uniques, foreignKeys: foreignKeysOf(name) },
      ...{ rows: undefined, sample: [] },
    };
  });
  return { databaseKind, tables: [...tables, ...viewsIn(await read(viewColumns), isNamed)] };
}

/** Views as tables without keys: a fixture has the rows that a view has shown, and not the tables beneath it. */
function viewsIn(columnRows: readonly Row[], isNamed: (table: string) => boolean): readonly Table[] {
  return [...Map.groupBy(columnRows, ({ table }) => String(table))].flatMap(([name, tableColumns]) => {
    const columns = tableColumns.map(({ column, type }) => {
      const kind = kindOf(String(type), []);
      return { name: String(column), type: String(type), kind, required: false, values: [] };
    });
    const none = { primaryKey: [], uniques: [], foreignKeys: [], rows: undefined, sample: [] };
    return isNamed(name) ? [{ name, columns, ...none }] : [];
  });
}
