/** Lookups with characters that a column cannot store: they find no record. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshDatabase } from '../../../../support/database.ts';
import { hasMysql } from '../../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../../support/mysql-database.ts';
import { type Asked, type Home, openQuestions, type Question } from './cases.ts';

const questions = (column: string): readonly Question[] => [
  { query: `SELECT n AS sale, ${column} AS value FROM names WHERE ${column} = :text`, type: 'text' },
  { query: `SELECT n AS sale, ${column} AS value FROM names`, type: 'text', search: true },
];

function suite(title: string, column: string, open: () => Promise<Home & { drop(): Promise<void> }>): void {
  describe(title, () => {
    let asked: Asked;
    let drop: () => Promise<void>;
    beforeAll(async () => {
      const home = await open();
      drop = () => home.drop();
      asked = await openQuestions(questions(column), home);
    });
    afterAll(async () => {
      await asked.close();
      await drop();
    });
    it('finds stored texts', async () => {
      expect(await asked.ask(0, 'Müller')).toBe('"Müller"');
      expect(await asked.ask(1, 'Mü')).toBe('"Müller"');
    });
    it.each(['東京', 'Müller 😀', 'Ж', '\u0301', '\u{10ffff}', 'M?ller'])('finds nothing for %j', async (text) => {
      expect(await asked.ask(0, text)).toBe('');
      expect(await asked.ask(1, text)).toBe('');
    });
  });
}

if (hasMysql) {
  for (const set of ['latin1', 'latin2', 'cp1250', 'utf8mb3', 'ascii']) {
    suite(`a column of ${set} on mysql`, set === 'ascii' ? 'wide' : 'name', async () => {
      const database = await freshMysqlDatabase();
      await database.run(
        `create table names (n integer primary key, name varchar(60) character set ${set}, wide varchar(60));
        insert into names values (1, ${set === 'ascii' ? "'M'" : "'Müller'"}, 'Müller')`,
      );
      return { dialect: 'mysql', connection: { url: database.url }, drop: () => database.drop() };
    });
  }
}

async function onPostgres(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

for (const encoding of ['UTF8', 'WIN1252', 'LATIN1']) {
  suite(`a database of ${encoding} on postgres`, 'name', async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await onPostgres(
      `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
    );
    const address = new URL(inject('postgresUrl'));
    address.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    await client.query(
      "create table names (n integer primary key, name varchar(60)); insert into names values (1, 'Müller')",
    );
    await client.end();
    const drop = () => onPostgres(`drop database ${name} with (force)`);
    return { dialect: 'postgres', connection: { url: address.href }, drop };
  });
}

describe('an id in a column of another type on postgres', () => {
  const types = ['uuid', 'numeric(20)', 'bigint', 'integer', 'date', 'boolean'];
  let asked: Asked;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  beforeAll(async () => {
    database = await freshDatabase();
    await database.run(`create table typed (${types.map((type, at) => `c${at} ${type}`).join(', ')}, name varchar(9));
      insert into typed (name) values ('abc')`);
    const where = [...types.map((_, at) => `c${at} = :text`), 'cast(name as integer) = 1 AND name <> :text'];
    const asking = where.map((condition) => ({
      query: `SELECT 1 AS sale, name AS value FROM typed WHERE ${condition}`,
      type: 'text' as const,
    }));
    asked = await openQuestions(asking, { dialect: 'postgres', connection: { url: database.url } });
  });
  afterAll(async () => {
    await asked.close();
    await database.drop();
  });
  it.each(types.map((type, at) => [type, at] as const))('is unknown where it is no %s', async (_, at) => {
    expect(await asked.ask(at, 'x-1')).toBe('');
  });
  it('is not to blame for a fault of the data', async () => {
    expect(await asked.ask(types.length, 'x-1')).toMatch(/^broken: .*invalid input syntax for type integer: "abc"/);
  });
});
