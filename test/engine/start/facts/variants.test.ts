/** Variants of a profile, chosen by what the database holds, on every database. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fields } from '../../../../engine/index.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Erp, type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { listContract } from '../../../support/list-contract.ts';

const row: Fields = {
  id: { type: 'text', required: true, description: '' },
  town: { type: 'text', required: false, description: '' },
};
const contract = listContract(['/parts', '/first', '/union', '/lines'], { row });

const profile = (erp: Erp): string => `
profile: variants
contract: "1"
settings: { prefix: { default: Acme } }
facts:
  has_branches: { table: "\${prefix}Branch" }
  has_towns: { table: AcmeCustomer, columns: [TOWN, code] }
  many: { query: SELECT 1 FROM AcmeCustomer WHERE code > 'b' }
  open_lines: { table: AcmeLine, query: SELECT 1 FROM AcmeLine WHERE no > 0 }
  is_acme: { table: AcmeCustomer, else: This is not Acme. }
parts:
  town: [{ when: has_towns, sql: c.town }, { sql: "'somewhere'" }]
  only: [{ when: many, sql: "" }, { sql: WHERE 1 = 0 }]
sources: { erp: { sql: ${erp.dialect}, connection: ${JSON.stringify(erp.connection)} } }
endpoints:
  /parts:
    order: [id]
    query: SELECT c.code AS id, {town} AS town FROM AcmeCustomer c {only}
  /first:
    first:
      - when: has_branches
        query: SELECT b.branch_code AS id FROM AcmeBranch b
      - when: not has_branches
        query: SELECT c.code AS id FROM AcmeCustomer c WHERE c.code = 'a'
  /union:
    order: [id]
    union:
      - query: SELECT c.code AS id FROM AcmeCustomer c
      - when: has_branches
        query: SELECT b.branch_code AS id FROM AcmeBranch b
  /lines:
    unavailable: { when: not open_lines, reason: This Acme keeps no lines. }
    query: SELECT 'line' AS id FROM AcmeLine
`;

const customers = "create table AcmeCustomer (code varchar(9)); insert into AcmeCustomer values ('a'), ('b')";
const rich = `create table AcmeCustomer (code varchar(9), town varchar(9));
  insert into AcmeCustomer values ('a', 'Rome'), ('c', 'Oslo');
  create table AcmeBranch (branch_code varchar(9)); insert into AcmeBranch values ('x');
  create table AcmeLine (no integer); insert into AcmeLine values (1)`;

describe.each(testedDialects)('variants on %s', (dialect: DialectName) => {
  let erp: Erp | undefined;
  let engine: ErpEngine | undefined;
  afterEach(async () => {
    await engine?.close();
    await erp?.drop();
    engine = undefined;
  });
  const start = async (schema: string): Promise<ErpEngine> => {
    erp = await freshErp(dialect);
    await erp.run(schema);
    engine = await openErp(profile(erp), contract);
    return engine;
  };
  const rows = async ({ call }: ErpEngine, path: string): Promise<unknown> => {
    const outcome = await call(path, {});
    return outcome.ok ? JSON.parse(outcome.json).rows : outcome.problem.message;
  };

  it('are those of an ERP that has everything', async () => {
    const richEngine = await start(rich);
    const facts = { has_branches: true, has_towns: true, many: true, open_lines: true, is_acme: true };
    expect(richEngine.events).toContainEqual({
      level: 'info',
      event: 'facts_read',
      source: 'erp',
      facts,
      message: 'The facts that the source erp decides are known.',
    });
    expect(await rows(richEngine, '/parts')).toEqual([
      { id: 'a', town: 'Rome' },
      { id: 'c', town: 'Oslo' },
    ]);
    expect(await rows(richEngine, '/first')).toEqual([{ id: 'x' }]);
    expect(await rows(richEngine, '/union')).toEqual([{ id: 'a' }, { id: 'c' }, { id: 'x' }]);
    expect(await rows(richEngine, '/lines')).toEqual([{ id: 'line' }]);
  });

  it('are those of an ERP with few tables; missing tables are not queried', async () => {
    const smallEngine = await start(customers.replace("('b')", "('A')"));
    const facts = { has_branches: false, has_towns: false, many: false, open_lines: false, is_acme: true };
    expect(smallEngine.events).toContainEqual({
      level: 'info',
      event: 'facts_read',
      source: 'erp',
      facts,
      message: 'The facts that the source erp decides are known.',
    });
    expect(await rows(smallEngine, '/parts')).toEqual([]);
    expect(await rows(smallEngine, '/first')).toEqual([{ id: 'a' }]);
    expect(await rows(smallEngine, '/union')).toEqual([{ id: 'A' }, { id: 'a' }]);
    expect(await rows(smallEngine, '/lines')).toContain('This Acme keeps no lines.');
  });

  it('keep the engine from starting on another ERP, with the sentence of the profile', async () => {
    await expect(start('create table Customer (code varchar(9))')).rejects.toThrow(
      /SQL414.*This is not Acme\.(?!.*SQL405)/s,
    );
  });
});
