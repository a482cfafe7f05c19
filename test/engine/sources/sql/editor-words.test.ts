/** The functions and keywords that editors propose exist: on the servers of the test run, and in the word lists of an editor for SQL Server. */

import { MSSQL, MySQL, PostgreSQL, SQLite } from '@codemirror/lang-sql';
import Database from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { KeywordPlace } from '../../../../engine/sources/sql/editor-words.ts';
import { hasMysql } from '../../../support/dialects.ts';
import { type DialectName, dialectNames, kinds } from '../../../support/kinds.ts';
import { providedUrl } from '../../../support/provided.ts';

const functionsOf = (kind: DialectName): readonly string[] => kinds[kind].editorWords.functions.map(({ name }) => name);

/** Functions that the grammar of a database has, and not its catalogue. */
const without = (kind: DialectName, catalogue: Iterable<unknown>, inGrammar: readonly string[]): readonly string[] => {
  const existing = new Set([...catalogue].map((name) => String(name).toLowerCase()));
  for (const name of inGrammar) expect(existing).not.toContain(name);
  return functionsOf(kind).filter((name) => !existing.has(name) && !inGrammar.includes(name));
};

describe('functions', () => {
  it('of SQLite', () => {
    const database = new Database(':memory:');
    const rows: readonly unknown[] = database.prepare('SELECT DISTINCT name FROM pragma_function_list').pluck().all();
    expect(without('sqlite', rows, ['cast'])).toEqual([]);
    expect(database.prepare("SELECT cast('1' AS integer)").pluck().get()).toBe(1);
    database.close();
  });

  it('of PostgreSQL', async () => {
    const client = new pg.Client({ connectionString: providedUrl('postgresUrl') });
    await client.connect();
    const { rows } = await client.query('SELECT DISTINCT proname FROM pg_proc');
    const inGrammar = ['coalesce', 'nullif', 'cast', 'greatest', 'least', 'trim'];
    expect(
      without(
        'postgres',
        rows.map(({ proname }) => proname),
        inGrammar,
      ),
    ).toEqual([]);
    const sql = "SELECT coalesce(1), nullif(1, 1), cast(1 AS text), greatest(1), least(1), trim(' ')";
    await client.query(sql);
    await client.end();
  });

  it.skipIf(!hasMysql)('of MySQL and MariaDB', async () => {
    const connection = await mysql.createConnection(providedUrl('mysqlUrl'));
    const unknown: string[] = [];
    // Too few arguments, or a fault of syntax in its own form, is no unknown function.
    for (const name of functionsOf('mysql'))
      await connection.query(`SELECT ${name}(1, 2, 3, 4, 5, 6, 7)`).catch((error: unknown) => {
        if (error instanceof Error && /does not exist/.test(error.message)) unknown.push(name);
      });
    await connection.end();
    expect(unknown).toEqual([]);
  });

  it('of SQL Server', () => {
    const { builtin = '' } = MSSQL.spec;
    expect(without('mssql', builtin.split(' '), [])).toEqual([]);
  });

  it.each(dialectNames)('of %s are named once, and explained', (name) => {
    const { functions } = kinds[name].editorWords;
    expect(functions.length).toBeGreaterThan(50);
    expect(new Set(functions.map((one) => one.name)).size).toBe(functions.length);
    for (const { signature, meaning } of functions) {
      expect(signature).toMatch(/^\(.*\) → \S/);
      expect(meaning).toMatch(/^[A-Z0-9-].*[^.]\.$/);
    }
  });
});

describe('keywords', () => {
  const places: readonly KeywordPlace[] = [
    ...(['statement', 'distinct', 'operand', 'operator', 'case', 'output', 'source'] as const),
    ...(['where', 'joined', 'tail', 'grouped', 'sort', 'target', 'change'] as const),
  ];

  // The lists have neither literals nor the words that follow: lang_keywords.html of SQLite and the keywords of MySQL 8.4 have these, and OFFSET is in
  // the syntax of ORDER BY of SQL Server. NOCASE is a collation of SQLite.
  it.each([
    ['sqlite', SQLite, 'over filter nulls returning nocase'],
    ['postgres', PostgreSQL, ''],
    ['mysql', MySQL, 'over duplicate'],
    ['mssql', MSSQL, 'offset'],
  ] as const)('of %s are words of its language', (kind, { spec }, more) => {
    const words = new Set(`${spec.keywords} ${spec.types} ${spec.builtin} null true false ${more}`.split(' '));
    const proposed = places.flatMap((place) => kinds[kind].editorWords.keywordsAt(place));
    const unknown = proposed
      .flatMap((text) => text.toLowerCase().match(/\w+/g) ?? [])
      .filter((word) => !words.has(word));
    expect([...new Set(unknown)]).toEqual([]);
  });
});
