/** A fixture's database without the engine: its tables, and rows that are removed and put back, as by other users of the ERP. */
import type { PutBack } from '../core/fixture-access.ts';
import type { RawDatabase } from '../erp-data/raw-database.ts';

/** A table and its columns that can be written, names quoted. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Prefix of the tables that keep removed rows. */
const removedTable = 'engine_conformance_removed';

/** All tables of the ERP. */
export async function tablesOf({ databaseKind, run }: RawDatabase): Promise<readonly Table[]> {
  const { quote } = databaseKind.dialect;
  const tables = new Map<string, string[]>();
  for (const { s, t, c } of await run(databaseKind.fixture.writableColumns)) {
    if (t === null || t === undefined || t.startsWith(removedTable)) continue;
    const name = s === null || s === undefined ? quote(t) : `${quote(s)}.${quote(t)}`;
    const columns = tables.get(name) ?? [];
    columns.push(quote(c ?? ''));
    tables.set(name, columns);
  }
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** Number of rows of each table. */
export async function rowCounts(database: RawDatabase): Promise<Readonly<Record<string, number>>> {
  const tables = await tablesOf(database);
  if (tables.length === 0) return {};
  const counted = tables.map(({ name }, index) => `(SELECT COUNT(*) FROM ${name}) AS c${index}`);
  const [row] = await database.run(`SELECT ${counted.join(', ')}`);
  return Object.fromEntries(tables.map(({ name }, index) => [name, Number(row?.[`c${index}`])]));
}

/** Removes the claims of writes, which the engine keeps in a table with these columns. */
export async function removeClaims(database: RawDatabase): Promise<void> {
  const { quote } = database.databaseKind.dialect;
  for (const { name, columns } of await tablesOf(database)) {
    const isClaims = ['natural_key', 'payload', 'free_since'].every((column) => columns.includes(quote(column)));
    if (isClaims) await database.run(`DELETE FROM ${name}`);
  }
}

/** A column whose values identify rows. */
export interface Place {
  readonly table: Table;
  readonly column: string;
}

function conditionOf({ databaseKind }: RawDatabase, column: string, ids: readonly string[]): string {
  const texts = ids.map((id) => `'${id.replaceAll("'", "''")}'`);
  return `${databaseKind.fixture.columnText(column)} IN (${texts.join(', ')})`;
}

/** Columns in which each of the ids is found exactly once. One of them, usually a primary key, identifies the records. */
export async function placesOf(database: RawDatabase, ids: readonly string[]): Promise<readonly Place[]> {
  // Some databases read a backslash in a text as an escape.
  if (ids.some((id) => id.includes('\\'))) return [];
  const places: Place[] = [];
  for (const table of await tablesOf(database)) {
    const all = await columnsWith(database, table, table.columns, ids).catch(async () => {
      // A column whose type cannot be cast to text has no ids: the others are tried one by one.
      const single = [];
      for (const column of table.columns)
        single.push(...(await columnsWith(database, table, [column], ids).catch(() => [])));
      return single;
    });
    places.push(...all.map((column) => ({ table, column })));
  }
  return places;
}

/** The columns in which each of the ids is found exactly once. */
async function columnsWith(
  database: RawDatabase,
  { name }: Table,
  columns: readonly string[],
  ids: readonly string[],
): Promise<readonly string[]> {
  const counted = columns.map((column, index) => {
    const matching = `CASE WHEN ${conditionOf(database, column, ids)} THEN ${column} END`;
    return `COUNT(${matching}) AS n${index}, COUNT(DISTINCT ${matching}) AS d${index}`;
  });
  const [row] = await database.run(`SELECT ${counted.join(', ')} FROM ${name}`);
  return columns.filter(
    (_, index) => Number(row?.[`n${index}`]) === ids.length && Number(row?.[`d${index}`]) === ids.length,
  );
}

let removals = 0;

/** Removes the row with this id. Rejects where the database refuses; then nothing has changed. */
export async function takeOut(database: RawDatabase, { table, column }: Place, id: string): Promise<PutBack> {
  const { run } = database;
  const { createTableFrom, ignoreForeignKeys, keepingNumbers } = database.databaseKind.fixture;
  removals += 1;
  const kept = `${removedTable}_${removals}`;
  const condition = conditionOf(database, column, [id]);
  const columns = table.columns.join(', ');
  await run(createTableFrom(kept, columns, `FROM ${table.name} WHERE ${condition}`));
  const remove = `DELETE FROM ${table.name} WHERE ${condition}`;
  // A login may lack the right to switch foreign keys off, which is not needed where nothing refers to the row.
  await run(`${ignoreForeignKeys};\n${remove}`).catch(() => run(remove));
  const insert = `INSERT INTO ${table.name} (${columns}) ${keepingNumbers}SELECT ${columns} FROM ${kept}`;
  return async () => {
    await run(`${ignoreForeignKeys};\n${insert}`).catch(() => run(insert));
    await run(`DROP TABLE ${kept}`);
  };
}
