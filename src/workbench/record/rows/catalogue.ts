/** The tables and views of a database that a profile names: columns, keys and foreign keys from the catalogue. Their values come from captured rows. */
import { queryReader, type Row, readSchema, readViews, type SqlSource } from '../../../../engine/host/index.ts';
import { kindOf } from '../../init/introspect/kinds.ts';
import type { Constraint, Database, Sequence, Table } from '../../init/model/database.ts';

/** Defaults without personal data: numbers, short codes, the time, the next number of a sequence. */
const simpleDefault =
  /^(?:NULL|true|false|nextval\(\(?'[^']+'::(?:text\)::)?regclass\)|\(-?\d{1,6}(?:\.\d{1,6})?\)|-?\d{1,6}(?:\.\d{1,6})?|'(?:-?\d{1,6}(?:\.\d{1,6})?|[A-Za-z]{0,3})'|b'[01]{1,64}'|(?:current_timestamp|now|curdate|current_date)(?:\(\d?\))?)$/i;
/** The type behind a literal, as PostgreSQL writes it: `'O'::bpchar`, `'-1'::integer`. */
const literalType = /^('[^']*')::[a-z ]+(?:\(\d+(?:,\d+)?\))?$/i;

/**
 * SQL that begins with a blank; empty if there is nothing. `row`: `default` and `counts`, or `clause`, of the catalogue. `isFirst`: the column begins a key, without which
 * MySQL numbers no rows. Another text can be real data: it becomes the empty text.
 */
export function clauseOf(type: string, row: Row | undefined, isFirst: boolean): string {
  if (row === undefined) return '';
  if (typeof row.clause === 'string') return row.clause;
  if (Number(row.counts) === 1) return isFirst ? ' AUTO_INCREMENT' : '';
  if (row.default === null || row.default === undefined) return '';
  const given = String(row.default).replace(literalType, '$1');
  // The members of an enumeration are in its type.
  if (simpleDefault.test(given) || /^(?:enum|set)\b/i.test(type)) return ` DEFAULT ${given}`;
  return /char/i.test(type) ? " DEFAULT ''" : '';
}

/** Reads the catalogue. `isNamed`: whether the profile names a table. Rejects with `SourceError`. */
export async function readCatalogue(
  source: Pick<SqlSource, 'databaseKind' | 'read'>,
  isNamed: (table: string) => boolean,
  now: () => number,
): Promise<Database> {
  const { databaseKind } = source;
  const { defaults, foreignKeys: keysQuery, sequences } = databaseKind.introspection;
  const read = queryReader(source, now);
  const described = (await readSchema(source, read)).filter(({ name }) => isNamed(name));
  const defaultRows = Map.groupBy(defaults === undefined ? [] : await read(defaults), ({ table }) => String(table));
  const tables = described.map((table): Table => {
    const firsts = new Set([table.primaryKey, ...table.uniques].map(([first]) => first));
    const ownDefaults = new Map((defaultRows.get(table.name) ?? []).map((row) => [String(row.column), row]));
    const columns = table.columns.map((column) => ({
      ...column,
      kind: kindOf(column.type, []),
      clause: clauseOf(column.type, ownDefaults.get(column.name), firsts.has(column.name)),
      values: [],
    }));
    const foreignKeys = table.foreignKeys.map((key) => ({ ...key, declared: true }));
    return { ...table, columns, foreignKeys, rows: undefined, sample: [] };
  });
  // A fixture has the rows that a view has shown, and not the tables beneath it.
  const views = (await readViews(source, read))
    .filter(({ name }) => isNamed(name))
    .map(
      ({ columns, ...view }): Table => ({
        ...view,
        columns: columns.map((column) => ({ ...column, kind: kindOf(column.type, []), values: [] })),
        foreignKeys: [],
        rows: undefined,
        sample: [],
      }),
    );
  const used = usedSequences(sequences === undefined ? [] : await read(sequences), tables, isNamed);
  const constraints = constraintsIn(await read(keysQuery), isNamed);
  return { databaseKind, tables: [...tables, ...views], sequences: used, constraints };
}

/** The foreign keys of tables that the profile names. A key of several columns has a row for each of them. */
function constraintsIn(keyRows: readonly Row[], isNamed: (table: string) => boolean): readonly Constraint[] {
  const constraints = keyRows.map(({ table, key, target }) => ({
    ...{ name: String(key), table: String(table), target: String(target) },
  }));
  const different = new Map(constraints.map((one) => [JSON.stringify([one.table, one.name]), one]));
  return [...different.values()].filter(({ table }) => isNamed(table));
}

/** The sequences that the profile names, or a default of the tables. */
function usedSequences(
  sequenceRows: readonly Row[],
  tables: readonly Table[],
  isNamed: (name: string) => boolean,
): readonly Sequence[] {
  const clauses = tables.flatMap(({ columns }) => columns.flatMap(({ clause = '' }) => clause));
  const inDefaults = new Set(
    clauses.flatMap((clause) => /nextval\(\(?'(?:[^'.]*\.)?"?([^'"]+)"?'/i.exec(clause)?.[1] ?? []),
  );
  return sequenceRows
    .map(({ name, clause }) => ({ name: String(name), clause: String(clause) }))
    .filter(({ name }) => inDefaults.has(name) || isNamed(name));
}
