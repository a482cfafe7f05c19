/** A write through a stored procedure whose columns the database reports only when it runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';
import { draft, idOf, writeFaults } from './documents.ts';

const taken =
  "SELECT n.next_no - 1 AS id, CONCAT(n.prefix, n.next_no - 1) AS doc_no FROM number_range n WHERE n.code = 'ORDER'";
const take = "UPDATE number_range SET next_no = next_no + 1 WHERE code = 'ORDER'";

/** A procedure that gives the next number, and how it is called. */
const procedures = {
  mysql: { create: `CREATE PROCEDURE next_order() BEGIN ${take}; ${taken}; END`, call: 'CALL next_order()' },
  mssql: {
    create: `CREATE PROCEDURE next_order AS BEGIN
      SET NOCOUNT ON; CREATE TABLE #taken (id INTEGER, doc_no NVARCHAR(20));
      ${take}; INSERT INTO #taken (id, doc_no) ${taken}; SELECT id, doc_no FROM #taken; END`,
    call: 'EXEC next_order',
  },
} as const;

describe.each(dialects.filter((dialect) => dialect === 'mysql' || dialect === 'mssql'))('a write on %s', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    const { create, call } = procedures[dialect];
    await profile.run(create);
    const file = profile.onlyFile('/sale-draft');
    const document = parseDocument(readFileSync(file, 'utf8'));
    const steps = ['endpoints', '/sale-draft', 'write'];
    document.setIn([...steps, 1, 'counter', 'exec'], call);
    document.deleteIn([...steps, 0]);
    writeFileSync(file, document.toString());
    demo = await openDemo(file, { only: ['/sale-draft'] });
  });
  afterAll(async () => {
    await demo?.close();
    await profile?.drop();
  });

  it('uses the results of its procedure', async () => {
    const request = draft('PROCEDURE');
    const outcome = await demo.call(request.path, request.body);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    expect(await writeFaults(profile, request, [idOf(request, outcome.json)])).toEqual([]);
    expect(idOf(request, outcome.json)).toBe('80001');
  });
});
