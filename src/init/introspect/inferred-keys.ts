/** Infers undeclared foreign keys from column names, and verifies them with the rows. */
import { SourceError } from '../../../engine/index.ts';
import type { Row } from '../../../engine/internal/index.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { Column, Database, ForeignKey, Table } from '../model/database.ts';

/** Maximum number of verifying queries. */
const maximumQueries = 300;
/** Names of primary keys that are too common to identify a table. */
const common = ['id', 'nr', 'no', 'code', 'key', 'kind', 'typ', 'type', 'name'];
const identifying: readonly Meaning[] = ['id', 'number', 'code'];

/** Whether the name of a column suggests a reference to `key` of the table `target`. */
export function namesKeyOf(column: Column, target: Table, key: string): boolean {
  const name = column.name.toLowerCase();
  if (name === key.toLowerCase()) return !common.includes(name);
  const words = wordsOf(column.name);
  const ofTable = wordsOf(target.name).filter(({ meanings }) => meanings.length > 0);
  const all = ofTable.length > 0 && ofTable.every(({ meanings }) => meanings.some((one) => means(words, one)));
  return all && (words.length === ofTable.length || identifying.some((one) => means(words, one)));
}

/** Candidates for undeclared foreign keys of a table. */
function candidateKeys(table: Table, tables: readonly Table[]): readonly ForeignKey[] {
  const declared = table.foreignKeys.filter(({ columns }) => columns.length === 1).map(({ columns }) => columns[0]);
  return table.columns.flatMap((column) => {
    if (declared.includes(column.name) || column.values.length === 0) return [];
    return tables.flatMap((target): ForeignKey[] => {
      const [key, ...more] = target.primaryKey;
      const type = target.columns.find(({ name }) => name === key);
      if (target === table || key === undefined || more.length > 0 || type?.kind !== column.kind) return [];
      if (!namesKeyOf(column, target, key)) return [];
      return [{ columns: [column.name], table: target.name, references: [key], declared: false }];
    });
  });
}

/**
 * The database with inferred foreign keys that no row violates. Rejects with `SourceError` if the database is
 * unreachable.
 */
export async function withInferredKeys(
  database: Database,
  read: (sql: string) => Promise<readonly Row[]>,
): Promise<Database> {
  const { quote } = database.databaseKind.dialect;
  let left = maximumQueries;
  async function holds(table: Table, { columns: [column = ''], table: target, references: [key = ''] }: ForeignKey) {
    if (left-- <= 0) return false;
    const own = `a.${quote(column)}`;
    const other = `select 1 from ${quote(target)} b where b.${quote(key)} = ${own}`;
    const sql = `select count(*) as n from ${quote(table.name)} a where ${own} is not null and not exists (${other})`;
    try {
      return Number((await read(sql))[0]?.n) === 0;
    } catch (error) {
      // The types cannot be compared, or the table is too large.
      if (error instanceof SourceError && error.kind !== 'unreachable') return false;
      throw error;
    }
  }
  const tables: Table[] = [];
  for (const table of database.tables) {
    const found: ForeignKey[] = [];
    for (const key of candidateKeys(table, database.tables)) if (await holds(table, key)) found.push(key);
    tables.push({ ...table, foreignKeys: [...table.foreignKeys, ...found] });
  }
  return { ...database, tables };
}
