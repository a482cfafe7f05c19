/** Infers undeclared foreign keys from column names, and verifies them with the rows. */

import type { Row } from '../../../../engine/host/index.ts';
import { SourceError } from '../../../../engine/index.ts';
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { means, type Word, wordsOf } from '../../vocabulary/words.ts';
import { withoutPrefix } from '../model/column-prefix.ts';
import type { Column, Database, ForeignKey, Table } from '../model/database.ts';

/** Maximum number of verifying queries. */
const maximumQueries = 600;
/** Of so many values, one may be no key of the target where the names are equal. */
const fewestHits = 5;
/** Names of primary keys that are too common to identify a table. */
const common = [
  'id',
  'nr',
  'no',
  'code',
  'key',
  'kind',
  'typ',
  'type',
  'name',
  'rowid',
  'uuid',
  'guid',
  'number',
  'oid',
  'codice',
  'codigo',
];
const identifying: readonly Meaning[] = ['id', 'number', 'code', 'fk'];

const isIdentifying = ({ meanings, text }: Word): boolean =>
  text === 'fk' || text === 'ref' || meanings.some((one) => identifying.includes(one));

/** A word in its singular, as far as the endings of the six languages tell. */
const stemOf = (text: string): string =>
  text.length < 4
    ? text
    : text
        .replace(/ies$/, 'y')
        .replace(/(ses|xes)$/, (end) => end.slice(0, -2))
        .replace(/s$/, '');

/** The words of a name that name the record, in singular: `fk_customers_id` gives `customer`. */
function recordWords(name: string): readonly string[] {
  const words = wordsOf(name).filter((word) => !isIdentifying(word) && !word.meanings.includes('head'));
  return [...new Set(words.map(({ text }) => stemOf(text)))];
}

/** Whether the name of a column suggests a reference to `key` of the table `target`. `columnName`: without the prefix of its table. */
function namesKeyOf(column: Column, columnName: string, target: Table, key: string): boolean {
  const name = columnName.toLowerCase();
  const words = wordsOf(columnName);
  // Without values nothing confirms the name, so that it has to say that it is a key.
  const isKey = column.values.length > 0 || words.some(isIdentifying);
  // A number that is named like a table is hardly anything else; a text such as `email` is.
  if (!isKey && column.kind !== 'number') return false;
  if (name === key.toLowerCase() && isKey) return !common.includes(name);
  const targetWords = wordsOf(target.name).filter(({ meanings }) => meanings.length > 0);
  const all = targetWords.length > 0 && targetWords.every(({ meanings }) => meanings.some((one) => means(words, one)));
  if (all && (words.length === targetWords.length || words.some(isIdentifying))) return true;
  const [columnWords, tableWords] = [recordWords(columnName), recordWords(target.name)];
  // `partner_id` names `res_partner`: the words before are the module's.
  const tail = tableWords.slice(-columnWords.length);
  return (
    columnWords.length > 0 &&
    tableWords.length - columnWords.length <= 1 &&
    columnWords.every((text, place) => text === tail[place])
  );
}

/** How closely the names agree: an exact name, all words, the last words; and a module that both tables share. */
function closeness(table: Table, columnName: string, target: Table, key: string): number {
  const [columnWords, tableWords] = [recordWords(columnName), recordWords(target.name)];
  const isExact = columnName.toLowerCase() === key.toLowerCase();
  const isWhole = columnWords.length === tableWords.length;
  const module = wordsOf(target.name)[0]?.text;
  return (
    (isExact ? 4 : 0) +
    (isWhole ? 2 : 0) +
    (module === wordsOf(table.name)[0]?.text ? 1 : 0) +
    (target.rows === 0 ? -1 : 0)
  );
}

/** Names of a unique column that other tables can refer to, beside a primary key that only numbers the rows. */
const publicKey = /^(?:id|uuid|guid)$/i;

/** The columns that a reference can name: the primary key, and a public one beside it. */
function singleKeys({ primaryKey: [key, ...more], uniques }: Table): readonly string[] {
  if (key === undefined || more.length > 0) return [];
  return [key, ...uniques.flatMap(([name = '', ...rest]) => (rest.length === 0 && publicKey.test(name) ? [name] : []))];
}

/** The tables whose rows other tables name by a public key alone, with this one as their primary key. */
function withPublicKeys(tables: readonly Table[]): readonly Table[] {
  const references = tables.flatMap(({ foreignKeys }) => foreignKeys);
  return tables.map((table) => {
    const [key = '', ...others] = singleKeys(table);
    const used = new Set(
      references.flatMap((one) => (one.table === table.name && one.references.length === 1 ? one.references : [])),
    );
    const publicOne = others.find((name) => used.has(name));
    if (publicOne === undefined || used.has(key)) return table;
    return {
      ...table,
      primaryKey: [publicOne],
      uniques: [[key], ...table.uniques.filter(([name]) => name !== publicOne)],
    };
  });
}

/** Candidates for undeclared foreign keys of a column, the closest first. */
function candidateKeys(
  table: Table,
  column: Column,
  tables: readonly Table[],
): readonly (ForeignKey & { readonly close: number })[] {
  const columnName = withoutPrefix(table, column.name);
  const candidates = tables.flatMap((target) =>
    singleKeys(target).flatMap((key) => {
      const type = target.columns.find(({ name }) => name === key);
      if (target === table || type?.kind !== column.kind) return [];
      if (isMeasure(column) && !isMeasure(type)) return [];
      if (!namesKeyOf(column, columnName, target, key)) return [];
      const close = closeness(table, columnName, target, key);
      return [{ columns: [column.name], table: target.name, references: [key], declared: false, close }];
    }),
  );
  return candidates.toSorted((one, other) => other.close - one.close);
}

/** Whether a number may have decimals: a price is no reference to the table `prices`. */
const isMeasure = ({ kind, type }: Column): boolean =>
  kind === 'number' && /double|float|real|dec|numeric|money/i.test(type);

const isKeyLike = ({ kind }: Column): boolean => kind === 'number' || kind === 'text';

/** The tables of a description with the keys that the names of columns suggest. No row verifies them. */
export function withNamedKeys(tables: readonly Table[]): readonly Table[] {
  return tables.map((table) => {
    const declared = new Set(table.foreignKeys.flatMap(({ columns }) => columns));
    const namedKeys = table.columns.flatMap((column): readonly ForeignKey[] => {
      if (declared.has(column.name) || table.primaryKey.includes(column.name)) return [];
      const [best, next] = candidateKeys(table, column, tables);
      if (best === undefined || next?.close === best.close) return [];
      const { close: _, ...key } = best;
      return [{ ...key, verified: false }];
    });
    return { ...table, foreignKeys: [...table.foreignKeys, ...namedKeys] };
  });
}

/**
 * The database with inferred foreign keys that no row violates. Where a table has no row, the names decide, and the
 * key is not verified. Rejects with `SourceError` if the database is unreachable.
 */
export async function withInferredKeys(
  database: Database,
  read: (sql: string) => Promise<readonly Row[]>,
): Promise<Database> {
  const { quote } = database.databaseKind.dialect;
  let left = maximumQueries;
  /** Many ERPs write 0 or an empty text where there is no reference. */
  const none = ({ kind }: Column): string => (kind === 'number' ? '0' : "''");
  async function holds(table: Table, column: Column, { table: target, references: [key = ''] }: ForeignKey) {
    if (left-- <= 0) return false;
    const quotedColumn = `a.${quote(column.name)}`;
    const isExact = withoutPrefix(table, column.name).toLowerCase() === key.toLowerCase();
    const other = `select 1 from ${quote(target)} b where b.${quote(key)} = ${quotedColumn}`;
    const rows = `select count(*) as n from ${quote(table.name)} a where ${quotedColumn} <> ${none(column)}`;
    const count = async (sql: string): Promise<number> => Number((await read(sql))[0]?.n);
    try {
      const without = await count(`${rows} and not exists (${other})`);
      // An equal name is evidence, too: the rows of a record that was deleted may be left.
      return without === 0 || (isExact && without * fewestHits <= (await count(rows)));
    } catch (error) {
      // The types cannot be compared, or the table is too large.
      if (error instanceof SourceError && error.kind !== 'unreachable') return false;
      throw error;
    }
  }
  async function inferredKeys(table: Table, column: Column): Promise<readonly ForeignKey[]> {
    const all = candidateKeys(table, column, database.tables);
    const hasValues = column.values.length > 0;
    const fitting: (typeof all)[number][] = [];
    for (const one of all) {
      const best = fitting[0];
      if (best !== undefined && one.close < best.close) break;
      if (!hasValues || (await holds(table, column, one))) fitting.push(one);
    }
    const [key, ...others] = fitting;
    // Two tables that fit equally well: neither is evidence.
    if (key === undefined || others.length > 0) return [];
    const { close: _, ...rest } = key;
    return [{ ...rest, verified: hasValues }];
  }
  const tables: Table[] = [];
  for (const table of database.tables) {
    const declared = new Set(
      table.foreignKeys.filter(({ columns }) => columns.length === 1).map(({ columns }) => columns[0]),
    );
    const foreignKeys: ForeignKey[] = [];
    for (const column of table.columns) {
      const isOwnKey = table.primaryKey.length === 1 && table.primaryKey[0] === column.name;
      if (declared.has(column.name) || isOwnKey || !isKeyLike(column)) continue;
      foreignKeys.push(...(await inferredKeys(table, column)));
    }
    tables.push({ ...table, foreignKeys: [...table.foreignKeys, ...foreignKeys] });
  }
  return { ...database, tables: withPublicKeys(tables) };
}
