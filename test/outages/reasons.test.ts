/** A database that refuses: the caller gets the contract's answer, and the log has the cause and the remedy. */

import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';
import { onMysql } from '../../src/workbench/testing/servers/mysql-client.ts';
import { causeOf } from '../support/cause.ts';
import { completed } from '../support/check-profile.ts';
import { hasMysql } from '../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../support/erp.ts';
import type { DialectName } from '../support/kinds.ts';
import { type Login, loginPassword, newLogin } from '../support/login.ts';

const search = ['/catalog/customers/search', { query: '' }] as const;
const prices = ['/pricing/resolve', { customerErpId: '1', productErpId: '1' }] as const;
const sale = ['/sale-draft', { poNumber: 'P-1', currency: 'EUR', lines: [{ sku: 'A', qty: 1 }] }] as const;

const profile = (sql: DialectName, claims: string) =>
  completed(`
profile: reasons
contract: "1"
settings: { address: { env: ERP_ADDRESS, secret: true } }
sources:
  erp:
    sql: ${sql}
    connection: { url: "\${address}" }
    limits: { connections: 2, timeout: 3s }
    claims: ${claims}
ids: { customer: { type: integer }, product: { type: integer }, sale: { type: integer } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT c.id AS erpId, c.name AS erpName FROM customer c
  /pricing/resolve:
    query: SELECT p.price AS systemUnitPrice, 'list' AS source FROM price p WHERE p.id = :productErpId
  /sale-draft:
    find:
      query: SELECT o.id AS saleId, o.created AS receivedAt, o.ref AS "key" FROM orders o WHERE o.ref = :key
    write:
      - order: { exec: "INSERT INTO orders (ref, created) VALUES (:key, :now)" }
`);

const schema: Readonly<Record<'postgres' | 'mysql', string>> = {
  postgres: `
    create table customer (id integer primary key, name text not null);
    insert into customer values (1, 'Ada');
    create table price (id integer primary key, price numeric(12, 2) not null);
    insert into price values (1, 9.99);
    create table orders (id integer generated always as identity primary key, ref text not null, created timestamp)`,
  mysql: `
    create table customer (id integer primary key, name varchar(50) not null);
    insert into customer values (1, 'Ada');
    create table price (id integer primary key, price decimal(12, 2) not null);
    insert into price values (1, 9.99);
    create table orders (id integer auto_increment primary key, ref varchar(50) not null, created datetime)`,
};

const grants: Readonly<Record<'postgres' | 'mysql', (database: string, login: string) => string>> = {
  postgres: (_database, login) => `
    grant create on schema public to ${login};
    grant select on customer, price to ${login};
    grant select, insert, update on orders to ${login}`,
  mysql: (database, login) => `grant select, insert, update, create on ${database}.* to ${login}`,
};

describe.for(['postgres', ...(hasMysql ? ['mysql' as const] : [])] as const)('%s', (dialect) => {
  let erp: Erp;
  let login: Login;
  let engine: ErpEngine | undefined;
  const database = () => new URL(erp.connection.url ?? '').pathname.slice(1);

  beforeEach(async () => {
    erp = await freshErp(dialect);
    await erp.run(schema[dialect]);
    login = await newLogin(dialect, erp.connection.url ?? '', erp.run);
    await erp.run(grants[dialect](database(), login.name));
  });
  afterEach(async () => {
    await engine?.close();
    engine = undefined;
    await login.drop();
    await erp.drop();
  });

  const open = async (url = login.url, claims = '{ table: engine_claims }') => {
    engine = await openErp(profile(dialect, claims), contract, { environment: { ERP_ADDRESS: url } });
    return engine;
  };
  /** The problem that the caller gets, and what the log says of it. */
  async function told(
    erpEngine: ErpEngine,
    [path, body]: readonly [string, object],
  ): Promise<{ readonly problem: Problem | undefined; readonly message: string }> {
    const outcome = await erpEngine.call(path, body);
    expect(JSON.stringify([erpEngine.events, outcome])).not.toContain(loginPassword);
    return { problem: outcome.ok ? undefined : outcome.problem, message: causeOf(outcome) };
  }
  const faultsOf = async (url: string): Promise<string> => {
    const failure = await open(url).catch((error: unknown) => error);
    expect(String(failure)).not.toContain(loginPassword);
    return failure instanceof Error
      ? failure.message
      : `started: ${engine?.events.map((event) => JSON.stringify(event))}`;
  };
  const refused = { kind: 'broken', message: 'The ERP refused the access of this service.' };

  it('works before anything is wrong', async () => {
    const opened = await open();
    for (const [path, body] of [search, prices, sale])
      expect(await opened.call(path, body)).toMatchObject({ ok: true });
  });

  it('lacks a grant to read', async () => {
    const opened = await open();
    // A session that is there keeps its rights to a whole database: MariaDB looks them up when the connection is made.
    if (dialect === 'postgres') await erp.run(`revoke select on price from ${login.name}`);
    else {
      await erp.run(`revoke all on ${database()}.* from ${login.name}`);
      await erp.run(`grant select on ${database()}.customer to ${login.name}`);
      await cut();
    }
    const { problem, message } = await told(opened, prices);
    expect(problem).toEqual(refused);
    expect(message).toContain(
      dialect === 'postgres' ? 'GRANT SELECT ON price TO' : `GRANT SELECT ON ${database()}.price TO '`,
    );
    expect(await opened.call(...search)).toMatchObject({ ok: true });
  });

  it('lacks a grant to write', async () => {
    const opened = await open();
    if (dialect === 'postgres') await erp.run(`revoke insert on orders from ${login.name}`);
    else {
      await erp.run(`revoke all on ${database()}.* from ${login.name}`);
      await erp.run(`grant select on ${database()}.orders to ${login.name}`);
      await erp.run(`grant select, insert, update on ${database()}.engine_claims to ${login.name}`);
      await cut();
    }
    const { problem, message } = await told(opened, sale);
    expect(problem).toEqual(refused);
    expect(message).toContain(
      dialect === 'postgres' ? 'GRANT INSERT ON orders TO' : `GRANT INSERT ON ${database()}.orders TO '`,
    );
  });

  /** Ends the connections of the login. */
  async function cut(): Promise<void> {
    const user = new URL(login.url).username;
    if (dialect === 'postgres') {
      await erp.run(`select pg_terminate_backend(pid, 30000) from pg_stat_activity where usename = '${user}'`);
    } else {
      await erp.run(`kill user ${user}`);
      const connections = `select id from information_schema.processlist where user = '${user}'`;
      await expect.poll(() => onMysql(erp.connection.url ?? '', (run) => run(connections))).toEqual([]);
    }
    // The server has closed the connections. This process reads that in its next turns of the event loop.
    await turn();
    await turn();
  }

  it('refuses the login, from the start or later', async () => {
    const lock = dialect === 'postgres' ? `alter role ${login.name} nologin` : `alter user ${login.name} account lock`;
    const opened = await open();
    await erp.run(lock);
    await cut();
    const { problem, message } = await told(opened, search);
    expect(problem).toEqual(refused);
    expect(message).toMatch(dialect === 'postgres' ? /28000.*pg_hba\.conf/s : /4151|3118/);
    await opened.close();
    engine = undefined;
    expect(await faultsOf(login.url)).toContain('CFG511');
  });

  it('does not know the password, or the database', async () => {
    const address = new URL(login.url);
    address.pathname = '/no_such_database';
    const faults = await faultsOf(address.href);
    expect(faults).toContain('CFG511');
    // MySQL tells a login that may see some databases only that this one is not for it.
    expect(faults).toMatch(/Correct the database of the connection|GRANT SELECT ON no_such_database/);
    if (dialect === 'mysql') {
      address.pathname = `/${database()}`;
      address.password = 'wrong';
      expect(await faultsOf(address.href)).toContain('Correct user and password of the connection');
    }
  });

  it('has no table of that name any more', async () => {
    const opened = await open();
    await erp.run('drop table price');
    const { problem, message } = await told(opened, prices);
    expect(problem).toEqual({ kind: 'broken', message: 'The ERP answered with an error.' });
    expect(message).toMatch(/price.*make the table/s);
    await opened.close();
    engine = undefined;
    expect(await faultsOf(login.url)).toContain('SQL406');
  });

  it('may not make the table of claims', async () => {
    if (dialect === 'postgres') await erp.run(`revoke create on schema public from ${login.name}`);
    else await erp.run(`revoke create on ${database()}.* from ${login.name}`);
    const faults = await faultsOf(login.url);
    expect(faults).toMatch(
      dialect === 'postgres'
        ? /GRANT CREATE ON SCHEMA public.* set `claims: lock`/
        : /GRANT CREATE ON .*engine_claims.* set `claims: lock`/,
    );
    const opened = await open(login.url, 'lock');
    expect(await opened.call(...sale)).toMatchObject({ ok: true });
  });

  it('takes no more connections', async () => {
    const opened = await open();
    await cut();
    const limit =
      dialect === 'postgres'
        ? `alter role ${login.name} connection limit 0`
        : `alter user ${login.name} with max_user_connections 1`;
    await erp.run(limit);
    // The probe keeps one connection, which is the last on MySQL. Some of many searches need another one.
    const all = await Promise.all(Array.from({ length: 12 }, () => told(opened, search)));
    const without = all.filter(({ problem }) => problem !== undefined);
    expect(without.length).toBeGreaterThan(0);
    for (const { problem, message } of without) {
      expect(problem).toMatchObject({ kind: 'throttled', retryAfter: 5 });
      expect(message).toContain('limits: { connections }');
    }
  });

  it('only reads, as a standby does', async () => {
    const opened = await open();
    // On MariaDB the login would have to be a replica's; there it is tested on a server of its own.
    if (dialect === 'mysql') return;
    await erp.run(`alter role ${login.name} set default_transaction_read_only = on`);
    await cut();
    const { problem, message } = await told(opened, sale);
    expect(problem).toMatchObject({ kind: 'broken' });
    expect(message).toMatch(/25006.*connect to the primary/s);
    expect(await opened.call(...search)).toMatchObject({ ok: true });
  });
});
