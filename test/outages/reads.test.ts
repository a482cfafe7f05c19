/** Reads run on sessions that cannot write, without an additional round trip. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { causeOf } from '../support/cause.ts';
import { completed } from '../support/check-profile.ts';
import { type CountingProxy, countingProxy } from '../support/counting-proxy.ts';
import { hasMysql } from '../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../support/erp.ts';
import type { DialectName } from '../support/kinds.ts';

const schema: Readonly<Record<'postgres' | 'mysql', readonly string[]>> = {
  postgres: [
    "create function bump() returns integer language sql volatile as 'insert into trace values (1) returning 1'",
  ],
  mysql: ['create function bump() returns integer modifies sql data begin insert into trace values (1); return 1; end'],
};

const profile = (sql: DialectName, url: string) =>
  completed(`
profile: reads
contract: "1"
sources: { erp: { sql: ${sql}, connection: { url: "${url}" } } }
ids: { customer: { type: integer }, product: { type: integer } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT c.id AS erpId, c.name AS erpName FROM customer c
  /catalog/products/search:
    search: { text: query, in: [erpDesc] }
    query: SELECT c.name AS erpSku, c.name AS erpDesc, c.id AS erpProductId FROM customer c WHERE bump() = 1
`);

describe.for(['postgres', ...(hasMysql ? ['mysql' as const] : [])] as const)('reads on %s', (dialect) => {
  let erp: Erp;
  let proxy: CountingProxy;
  let engine: ErpEngine;

  beforeAll(async () => {
    erp = await freshErp(dialect);
    await erp.run('create table trace (n integer)');
    await erp.run('create table customer (id integer primary key, name varchar(20) not null)');
    await erp.run("insert into customer values (1, 'Ada')");
    for (const sql of schema[dialect]) await erp.run(sql);
    proxy = await countingProxy(dialect, erp.connection.url ?? '');
    engine = await openErp(profile(dialect, proxy.url), contract);
  });
  afterAll(async () => {
    await engine.close();
    await erp.drop();
    await proxy.stop();
  });

  it('wait for the server once each', async () => {
    const search = async () =>
      expect(await engine.call('/catalog/customers/search', { query: 'ada' })).toMatchObject({ ok: true });
    // Connects, and prepares the statement.
    for (let time = 0; time < 3; time += 1) await search();
    const before = proxy.connections.map((sent) => sent.length);
    for (let time = 0; time < 20; time += 1) await search();
    const after = proxy.connections.map((sent, index) => sent.slice(before[index] ?? 0));
    const most = after.toSorted((a, b) => b.length - a.length);
    const executed = dialect === 'postgres' ? 'S'.charCodeAt(0) : 0x17;
    expect(most[0]).toEqual(Array(20).fill(executed));
    // The probe asks on a connection of its own, every few seconds.
    expect((most[1] ?? []).length).toBeLessThan(4);
    expect(most.slice(2).flat()).toEqual([]);
  });

  it('are stopped by the server where a function of theirs writes', async () => {
    const outcome = await engine.call('/catalog/products/search', { query: '' });
    expect(outcome).toMatchObject({
      ok: false,
      problem: { kind: 'broken', message: 'The ERP answered with an error.' },
    });
    expect(causeOf(outcome)).toMatch(dialect === 'postgres' ? /25006/ : /1792/);
    expect(causeOf(outcome)).toContain('it goes under `write`');
    // A second row would break the key.
    await erp.run('alter table trace add primary key (n)');
    await erp.run('insert into trace values (1)');
  });
});
