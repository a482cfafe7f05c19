/** Two companies in one database, with a column for the company: each has its own idempotency keys. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWrites } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { causeOf } from '../../../support/cause.ts';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';
import { sampleOf } from '../../../support/depth.ts';
import { draft, idOf } from './documents.ts';

const only = ['/sale-draft'] as const;

/** Changes a profile of drafts to orders with a column for the company. */
function withCompany(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replace('settings:', 'settings:\n  company: { env: COMPANY }')
    .replace("WHERE o.po_ref = :key AND o.origin = 'APP'", '$& AND o.company = :settings.company')
    .replace('(order_id, order_no,', '(company, order_id, order_no,')
    .replace('(:counter.id, :counter.doc_no,', '(:settings.company, :counter.id, :counter.doc_no,');
  expect(text.match(/company/g)?.length).toBeGreaterThan(4);
  writeFileSync(file, text);
}

describe.each(sampleOf(dialects, 2))('two companies in one database on %s', (dialect) => {
  let profile: DemoProfile;
  let file: string;
  const opened: DemoEngine[] = [];
  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    await profile.run(`alter table sales_order add company varchar(10) ${dialect === 'mssql' ? 'null' : ''}`);
    file = profile.onlyFile('/sale-draft');
    withCompany(file);
  });
  afterAll(async () => {
    await Promise.all(opened.map((engine) => engine.close()));
    await profile?.drop();
  });

  async function service(COMPANY: string, installation?: string): Promise<DemoEngine> {
    const engine = await openDemo(file, { only, environment: { COMPANY }, installation });
    opened.push(engine);
    return engine;
  }

  async function send(engine: DemoEngine, key: string) {
    const request = draft(key);
    const outcome = await engine.call(request.path, request.body);
    return { outcome, id: outcome.ok ? idOf(request, outcome.json) : undefined };
  }

  /** Company and id of each order with a key, read without the engine. */
  const ordersOf = async (key: string) =>
    (await profile.rows(`select company, order_id from sales_order where po_ref = '${key}' order by company`)).map(
      (row) => [row.company, row.order_id],
    );

  /** Both send a key in parallel, several times, and then again. */
  async function expectSeparate(de: DemoEngine, fr: DemoEngine, key: string): Promise<void> {
    const sent = await Promise.all([de, fr, de, fr, fr].map(async (engine) => (await send(engine, key)).id));
    const [german, french] = sent;
    expect(sent).toEqual([german, french, german, french, french]);
    expect(await ordersOf(key)).toEqual([
      ['DE', german],
      ['FR', french],
    ]);
    expect((await send(de, key)).id).toBe(german);
    expect((await send(fr, key)).id).toBe(french);
  }

  it('never answer with the document of the other one, without names', async () => {
    await expectSeparate(await service('DE'), await service('FR'), '2026/0042');
  });

  it('never answer with the document of the other one, with names', async () => {
    await expectSeparate(await service('DE', 'acme-de'), await service('FR', 'acme-fr'), 'R 17');
  });

  it('that share a name by mistake are told so, and nothing is written or answered', async () => {
    const [de, fr] = [await service('DE', 'acme'), await service('FR', 'acme')];
    const { id } = await send(de, 'PO-1');
    const { outcome } = await send(fr, 'PO-1');
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
    expect(causeOf(outcome)).toContain(
      'belongs to the installation acme company="DE", and this service is acme company="FR"',
    );
    expect(await ordersOf('PO-1')).toEqual([['DE', id]]);
    expect((await send(de, 'PO-1')).id).toBe(id);
    const corrected = await service('FR', 'acme-france');
    const { id: french } = await send(corrected, 'PO-1');
    expect(await ordersOf('PO-1')).toEqual([
      ['DE', id],
      ['FR', french],
    ]);
  });

  it('are listed apart for the operator of one of several services', async () => {
    const [de, fr] = [await service('DE', 'west'), await service('FR', 'east')];
    await send(de, 'PO-DE');
    await send(fr, 'PO-FR');
    // A row of a version without the column belongs to nobody in particular.
    await send(de, 'PO-OLD');
    await profile.run("update engine_claims set installation = null where natural_key = 'PO-OLD'");
    const { id } = await send(de, 'PO-OLD');
    expect(await ordersOf('PO-OLD')).toEqual([['DE', id]]);
    const listed = async (ownOnly: boolean) => {
      const result = await openWrites({
        contract: { ...contract, endpoints: contract.endpoints.filter(({ path }) => path === '/sale-draft') },
        profileFile: file,
        profileName: 'demo',
        environment: { COMPANY: 'FR' },
        installation: 'east',
        ownOnly,
        durable: undefined,
        now: Date.now,
      });
      if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
      const { writes } = await result.writes.list({ limit: 100 });
      await result.writes.close();
      return writes.map(({ key, installation }) => [key, installation]);
    };
    expect((await listed(true)).sort()).toEqual([
      ['PO-FR', 'east company="FR"'],
      ['PO-OLD', undefined],
    ]);
    expect(await listed(false)).toContainEqual(['PO-DE', 'west company="DE"']);
  });
});
