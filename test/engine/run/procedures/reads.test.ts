/** Reads through stored procedures, and the findings about procedures that the service may not call. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { freshDatabase } from '../../../support/database.ts';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';
import { type CallingDialect, callingDialects } from '../../../support/procedures.ts';

interface Database {
  readonly url: string;
  run(sql: string): Promise<unknown>;
  drop(): Promise<void>;
}

const fresh: Readonly<Record<CallingDialect, () => Promise<Database>>> = {
  postgres: freshDatabase,
  mysql: freshMysqlDatabase,
};

/** `price` knows the item A, refuses B by an output, leaves the error of C to be NULL, and writes for D; `credit` gives rows. */
const procedures: Readonly<Record<CallingDialect, readonly string[]>> = {
  postgres: [
    'CREATE TABLE log (item varchar(10))',
    `CREATE PROCEDURE price(item varchar, OUT amount numeric, OUT rule varchar, OUT error integer) LANGUAGE plpgsql AS $$ BEGIN
       error := 0;
       IF item = 'A' THEN amount := 1234567890123456789.1200; rule := 'list '; END IF;
       IF item = 'B' THEN error := 3; rule := 'blocked'; END IF;
       IF item = 'C' THEN error := NULL; END IF;
       IF item = 'D' THEN INSERT INTO log VALUES (item); END IF;
     END $$`,
    `CREATE FUNCTION credit(customer varchar) RETURNS TABLE (creditlimit numeric, "creditUsed" numeric, currency varchar)
       LANGUAGE SQL AS $$ SELECT 100.50, 0.10, 'EUR' WHERE customer = 'K1' $$`,
  ],
  mysql: [
    'CREATE TABLE log (item varchar(10))',
    `CREATE PROCEDURE price(item varchar(10), OUT amount decimal(30,4), OUT rule varchar(20), OUT error integer) BEGIN
       SET error = 0;
       IF item = 'A' THEN SET amount = 1234567890123456789.1200; SET rule = 'list '; END IF;
       IF item = 'B' THEN SET error = 3; SET rule = 'blocked'; END IF;
       IF item = 'C' THEN SET error = NULL; END IF;
       IF item = 'D' THEN INSERT INTO log VALUES (item); END IF;
     END`,
    `CREATE PROCEDURE credit(customer varchar(10))
       SELECT 100.50 AS creditlimit, 0.10 AS creditUsed, 'EUR' AS currency FROM DUAL WHERE customer = 'K1'`,
  ],
};

const profileOf = (dialect: CallingDialect, url: string) => ({
  profile: 'calls',
  contract: '1',
  sources: { erp: { sql: dialect, connection: { url } } },
  endpoints: {
    '/pricing/resolve': {
      call: {
        procedure: 'price',
        with: { item: ':productErpId' },
        out: { amount: 'systemUnitPrice', rule: 'source', error: '_error' },
        outcomes: [
          { when: '_error = 3', refuse: 'The item is {{ source }}', field: 'productErpId' },
          { when: '_error != 0', fail: 'The ERP found no price.' },
        ],
        readOnly: true,
      },
    },
    '/credit/customer': {
      call: { procedure: 'credit', with: { customer: ':customerErpId' }, readOnly: true },
    },
  },
});
const only = ['/pricing/resolve', '/credit/customer'];

describe.each(callingDialects)('reads that call procedures on %s', (dialect) => {
  const folder = mkdtempSync(join(tmpdir(), 'engine-calls-'));
  let database: Database;
  let demo: DemoEngine;
  beforeAll(async () => {
    database = await fresh[dialect]();
    for (const text of procedures[dialect]) await database.run(text);
    const file = join(folder, 'profile.yaml');
    writeFileSync(file, stringify(profileOf(dialect, database.url)));
    demo = await openDemo(file, { only });
  });
  afterAll(async () => {
    await demo?.close();
    await database?.drop();
    rmSync(folder, { recursive: true });
  });
  const price = (productErpId: string) => demo.call('/pricing/resolve', { customerErpId: 'K1', productErpId });

  it('answer from outputs, exactly', async () => {
    expect(await price('A')).toEqual({
      ok: true,
      json: '{"schemaVersion":"1","systemUnitPrice":1234567890123456789.12,"source":"list"}',
    });
  });

  it('are refused where an output says so', async () => {
    const fields = [{ field: 'productErpId', message: 'The item is blocked', rule: 'refused' }];
    expect(await price('B')).toMatchObject({ ok: false, problem: { kind: 'invalid', fields } });
  });

  it('fail where the output that tells of failures tells nothing', async () => {
    expect(await price('C')).toMatchObject({
      ok: false,
      problem: { kind: 'broken', message: 'The ERP found no price.' },
    });
  });

  it('cannot write', async () => {
    expect(await price('D')).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  });

  it('answer from rows, named in any case', async () => {
    expect(await demo.call('/credit/customer', { customerErpId: 'K1' })).toEqual({
      ok: true,
      json: '{"schemaVersion":"1","creditLimit":100.5,"creditUsed":0.1,"currency":"EUR"}',
    });
    expect(await demo.call('/credit/customer', { customerErpId: 'K2' })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid' },
    });
  });

  it('need the right to call, which is found at the start', async () => {
    const url = new URL(database.url);
    const name = `login_${url.pathname.slice(-12)}`;
    const grants: Readonly<Record<CallingDialect, readonly string[]>> = {
      postgres: [`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`, 'REVOKE EXECUTE ON PROCEDURE price FROM PUBLIC'],
      mysql: [
        `CREATE USER ${name}@'%' IDENTIFIED BY 'secret'`,
        `GRANT EXECUTE ON PROCEDURE ${url.pathname.slice(1)}.credit TO ${name}@'%'`,
      ],
    };
    for (const text of grants[dialect]) await database.run(text);
    url.username = name;
    url.password = 'secret';
    const file = join(folder, 'limited.yaml');
    const open = async () => {
      writeFileSync(file, stringify(profileOf(dialect, url.href)));
      return openDemo(file, { only });
    };
    await expect(open()).rejects.toThrow(/error\[SQL421\].*price[\s\S]*\n1 error/);
    const granting = {
      postgres: `GRANT EXECUTE ON PROCEDURE price TO ${name}`,
      mysql: `GRANT EXECUTE ON PROCEDURE ${url.pathname.slice(1)}.price TO ${name}@'%'`,
    };
    await database.run(granting[dialect]);
    const limited = await open();
    expect(await limited.call('/pricing/resolve', { customerErpId: 'K1', productErpId: 'A' })).toMatchObject({
      ok: true,
    });
    await limited.close();
    await database.run(dialect === 'postgres' ? `DROP OWNED BY ${name}; DROP ROLE ${name}` : `DROP USER ${name}@'%'`);
  });
});

it('a parameter of an array type takes a literal or a bound text in the notation of PostgreSQL', async () => {
  const database = await fresh.postgres();
  onTestFinished(() => database.drop());
  await database.run(
    `CREATE FUNCTION priced(item varchar, parts numeric[], words varchar[], OUT amount numeric, OUT rule varchar) LANGUAGE SQL
       AS $$ SELECT (SELECT sum(p) FROM unnest(parts) AS p), array_to_string(words, '+') $$`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'engine-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'profile.yaml');
  writeFileSync(
    file,
    stringify({
      ...profileOf('postgres', database.url),
      endpoints: {
        '/pricing/resolve': {
          call: {
            procedure: 'priced',
            with: { item: 'A', parts: '{0.10,0.025}', words: ':productErpId' },
            out: { amount: 'systemUnitPrice', rule: 'source' },
            readOnly: true,
          },
        },
      },
    }),
  );
  const demo = await openDemo(file, { only: ['/pricing/resolve'] });
  onTestFinished(() => demo.close());
  expect(await demo.call('/pricing/resolve', { customerErpId: 'K1', productErpId: '{R 17,"A,\\"B\\""}' })).toEqual({
    ok: true,
    json: '{"schemaVersion":"1","systemUnitPrice":0.125,"source":"R 17+A,\\"B\\""}',
  });
});
