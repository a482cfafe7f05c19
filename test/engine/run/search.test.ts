/** Searches for texts that some of the columns cannot store: the other columns are compared by their own collation. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasMysql } from '../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../support/erp.ts';
import { listContract } from '../../support/list-contract.ts';

const contract = listContract(['/name', '/name-and-town'], {
  request: {
    query: { type: 'text', required: false, default: '', description: '' },
    limit: { type: 'integer', required: false, minimum: 1, default: 20, description: '' },
  },
  property: 'hits',
  row: { id: { type: 'id', idKind: 'customer', required: true, description: '' } },
  brokenRow: 'drop',
});

describe.runIf(hasMysql)('a search on MySQL', () => {
  let erp: Erp;
  let erpEngine: ErpEngine;
  beforeAll(async () => {
    erp = await freshErp('mysql');
    await erp.run(`create table pelatis (nr integer primary key, eponymia varchar(40) collate utf8mb4_unicode_ci,
      poli varchar(40) character set latin1);
      insert into pelatis values (1, 'Αθήνα Α.Ε.', 'Müller'), (2, 'Łódź', 'Lyon'), (3, 'Ёлка', 'Nice')`);
    const query = 'SELECT nr AS id, eponymia AS _name, poli AS _town FROM pelatis';
    const endpoints = [
      `  /name: { search: { text: query, in: [_name] }, query: "${query}" }`,
      `  /name-and-town: { search: { text: query, in: [_name, _town] }, query: "${query}" }`,
    ];
    const source = `{ sql: mysql, connection: ${JSON.stringify(erp.connection)} }`;
    const text = ['profile: words', 'contract: "1"', `sources: { erp: ${source} }`, 'endpoints:', ...endpoints];
    erpEngine = await openErp(text.join('\n'), contract);
  });
  afterAll(async () => {
    await erpEngine.close();
    await erp.drop();
  });

  const ids = async (path: string, query: string): Promise<readonly string[]> => {
    const outcome = await erpEngine.call(path, { query });
    if (!outcome.ok) throw new Error(outcome.problem.message);
    const { hits }: { hits: { id: string }[] } = JSON.parse(outcome.json);
    return hits.map(({ id }) => id);
  };

  it.each([
    ['ΑΘΗΝΑ', '1'],
    ['αθηνα α.ε.', '1'],
    ['ЕЛКА', '3'],
  ])('for %s skips accents as the column does', async (query, id) => {
    expect(await ids('/name', query)).toEqual([id]);
  });

  it('finds a text in one column that the other cannot hold', async () => {
    expect(await ids('/name-and-town', 'αθήνα')).toEqual(['1']);
    expect(await ids('/name-and-town', 'αθήνα müller')).toEqual(['1']);
    expect(await ids('/name-and-town', 'łódź lyon')).toEqual(['2']);
    expect(await ids('/name-and-town', 'łódź nice')).toEqual([]);
  });
});
