/** Optional blocks of SQL with an alternative: `[[ ]] [[else ]]`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, contract } from '../../http/ask.ts';
import { testedDialects } from '../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../support/erp.ts';

const profile = ({ dialect, connection }: Erp, query: string): string =>
  JSON.stringify({
    profile: 'alternative',
    contract: '1',
    parts: { mine: '[[ AND owner = :customer ]] [[else AND owner IS NULL ]]' },
    sources: { erp: { sql: dialect, connection } },
    endpoints: {
      '/all': { query, order: ['id'] },
      '/list': { unavailable: 'no part of this test' },
      '/pages': { unavailable: 'no part of this test' },
    },
  });

describe.each(testedDialects)('an alternative on %s', (dialect) => {
  let erp: Erp;
  const engines: ErpEngine[] = [];
  beforeAll(async () => {
    erp = await freshErp(dialect);
    await erp.run(`CREATE TABLE doc (id int PRIMARY KEY, owner varchar(20), kind varchar(20));
      INSERT INTO doc VALUES (1, 'R 17', 'A|B'); INSERT INTO doc VALUES (2, NULL, 'A|B'); INSERT INTO doc VALUES (3, NULL, 'C');`);
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await erp?.drop();
  });
  async function ids(query: string, body: object): Promise<readonly unknown[]> {
    const engine = await openErp(profile(erp, query), contract);
    engines.push(engine);
    return (await ask(engine, '/all', body)).rows.map(({ id }) => id);
  }

  const inText =
    "SELECT id FROM doc WHERE 1 = 1 [[ AND owner = :customer ]] [[else AND owner IS NULL AND kind <> ' ]]' ]]";
  it.each([
    ['in a query', inText],
    ['in a part', 'SELECT id FROM doc WHERE 1 = 1 {mine}'],
  ])('%s is used if the field is missing, and only then', async (_where, query) => {
    expect(await ids(query, { customer: 'R 17' })).toEqual(['1']);
    expect(await ids(query, {})).toEqual(['2', '3']);
  });

  it('has values that are always present, and is one of several blocks', async () => {
    const query =
      'SELECT id FROM doc WHERE 1 = 1 [[ AND owner = :customer ]] [[else AND kind <> :query ]] [[ AND 1 = 0 AND kind = :day ]]';
    expect(await ids(query, { customer: 'R 17', query: 'A|B' })).toEqual(['1']);
    expect(await ids(query, { query: 'A|B' })).toEqual(['3']);
    expect(await ids(query, { query: 'C' })).toEqual(['1', '2']);
  });

  it.each([
    [
      'an optional value',
      'SELECT id FROM doc WHERE 1 = 1 [[ AND owner = :customer ]] [[else AND kind = :day ]]',
      'MAP232',
    ],
    [
      'a change',
      'WITH d AS (SELECT 1 AS id) [[ SELECT id FROM d WHERE id = :customer ]] [[else DELETE FROM doc ]]',
      'SQL407',
    ],
    ['a fault', 'SELECT id FROM doc WHERE 1 = 1 [[ AND owner = :customer ]] [[else AND AND ]]', 'SQL405'],
    ['no block before it', 'SELECT id FROM doc WHERE 1 = 1 [[else AND owner IS NULL ]]', 'SQL417'],
  ])('with %s is reported', async (_what, query, code) => {
    await expect(ids(query, {})).rejects.toThrow(`error[${code}]`);
  });
});
