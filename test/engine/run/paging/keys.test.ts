/** Pages by keys of every type that a database can sort by: no row is lost or repeated, for any page size. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contract, Fields } from '../../../../engine/index.ts';
import { causeOf } from '../../../support/cause.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { listContract, pageFields } from '../../../support/list-contract.ts';

interface Kind {
  readonly name: string;
  /** The column's type. */
  readonly type: string;
  /** SQL of its values. */
  readonly values: readonly string[];
}

const empty: Kind = { name: 'empty', type: 'integer', values: ['2', 'null', '1', 'null', 'null', '3'] };

const kinds: Readonly<Record<DialectName, readonly Kind[]>> = {
  sqlite: [empty],
  postgres: [
    empty,
    { name: 'word', type: 'mood', values: ["'zz'", "'aa'", "'mm'", "'aa'"] },
    { name: 'fine', type: 'timestamp(6)', values: ["'2026-01-01 00:00:00.000002'", "'2026-01-01 00:00:00.000001'"] },
    { name: 'single', type: 'real', values: ['0.1', '0.2', '0.3', '16777216'] },
  ],
  mysql: [
    empty,
    { name: 'word', type: "enum('zz', 'aa', 'mm')", values: ["'mm'", "'zz'", "'aa'", "'zz'"] },
    { name: 'words', type: "set('zz', 'aa', 'mm')", values: ["'mm'", "'zz,aa'", "'aa'", "'zz'"] },
    { name: 'single', type: 'float', values: ['0.1', '0.2', '0.3', '16777216'] },
    { name: 'double', type: 'double', values: ['0.1e0 + 0.2e0', '0.3', '1e300', '1e-300'] },
    { name: 'bits', type: 'bit(8)', values: ["b'101'", "b'1'", "b'11111111'"] },
    { name: 'fine', type: 'datetime(6)', values: ["'2026-01-01 00:00:00.000002'", "'2026-01-01 00:00:00.000001'"] },
  ],
  mssql: [empty],
};

const row: Fields = { id: { type: 'id', idKind: 'invoice', required: true, description: '' } };

/** A list by a column that rows share, of which the query does not give the id: the keys are 0, 0, 3, 3, 3, 6. */
const shared = '/shared';

/** A list by the column alone first, and one by the column behind another, for each kind. */
const lists = (dialect: DialectName) =>
  kinds[dialect].flatMap(({ name }) => [
    { path: `/${name}/first`, table: `t_${name}`, key: '[_key, id]' },
    { path: `/${name}/second`, table: `t_${name}`, key: '[_same, _key, id]' },
  ]);

const contractOf = (dialect: DialectName): Contract =>
  listContract([...lists(dialect).map(({ path }) => path), shared], { request: pageFields, row, paged: true });

describe.each(testedDialects)('keys of pages on %s', (dialect) => {
  let erp: Erp;
  let erpEngine: ErpEngine;

  beforeAll(async () => {
    erp = await freshErp(dialect);
    if (dialect === 'postgres') await erp.run("create type mood as enum ('zz', 'aa', 'mm')");
    for (const { name, type, values } of kinds[dialect]) {
      await erp.run(`create table t_${name} (id integer primary key, k ${type})`);
      await erp.run(
        `insert into t_${name} values ${values.map((value, index) => `(${index + 1}, ${value})`).join(', ')}`,
      );
    }
    const endpoints = lists(dialect).map(
      ({ path, table, key }) =>
        `  ${path}: { page: { key: ${key} }, query: "SELECT id AS id, k AS _key, id / 3 AS _same FROM ${table}" }`,
    );
    endpoints.push(
      `  ${shared}: { page: { key: [_shared] }, query: "SELECT id AS _row, id - id % 3 AS _shared FROM t_empty", fields: { id: _row } }`,
    );
    const source = `{ sql: ${dialect}, connection: ${JSON.stringify(erp.connection)} }`;
    const text = ['profile: keys', 'contract: "1"', `sources: { erp: ${source} }`, 'endpoints:', ...endpoints];
    erpEngine = await openErp(text.join('\n'), contractOf(dialect));
  });
  afterAll(async () => {
    await erpEngine.close();
    await erp.drop();
  });

  async function walk(path: string, limit: number): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let page = 1; page < 20; page += 1) {
      const outcome = await erpEngine.call(path, { page, limit });
      if (!outcome.ok) throw new Error(outcome.problem.message);
      const { rows, hasMore }: { rows: { id: string }[]; hasMore: boolean } = JSON.parse(outcome.json);
      expect(rows.length).toBeLessThanOrEqual(limit);
      ids.push(...rows.map(({ id }) => Number(id)));
      if (!hasMore) break;
    }
    return ids;
  }

  it.each(lists(dialect).map(({ path }) => path))('%s: every row comes once', async (path) => {
    const { values } = kinds[dialect].find(({ name }) => path.startsWith(`/${name}/`)) ?? empty;
    const all = values.map((_, index) => index + 1);
    for (const limit of [1, 2, 3, 4, 5]) expect((await walk(path, limit)).toSorted(), `pages of ${limit}`).toEqual(all);
  });

  it.each([
    [1, 1],
    [2, 2],
    [4, 1],
  ])('a key that rows share, in pages of %i: none is lost between pages, and page %i says why', async (limit, page) => {
    for (let before = 1; before < page; before += 1)
      expect(await erpEngine.call(shared, { page: before, limit })).toMatchObject({ ok: true });
    const outcome = await erpEngine.call(shared, { page, limit });
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
    expect(causeOf(outcome)).toMatch(/two rows have the key \[[03]\] of the page/);
    expect(await erpEngine.call(shared, { page: 1, limit: 5 })).toMatchObject({ ok: true });
  });
});
