/** A session that sends writes over HTTP still changes no database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { locateBase } from '../../../../src/service/config/locate-base.ts';
import { openSession, type SessionWrites } from '../../../../src/workbench/record/session.ts';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { root } from '../../cli/here.ts';

const draft = '/sale-draft';
let demo: DemoProfile;
beforeAll(async () => {
  demo = await demoProfile({ dialect: 'sqlite' });
});
afterAll(() => demo.drop());

it.each([
  ['rehearsed', 0],
  ['sent', 0],
  ['done', 1],
] as const)('a draft of a session whose writes are %s adds %i documents', async (writes: SessionWrites, added) => {
  const profileFile = demo.onlyFile(draft);
  const endpoints = contract.endpoints.filter(({ path }) => path === draft);
  const opened = await openSession({
    profile: {
      ...{ contract: { ...contract, endpoints }, profileFile, profileName: 'demo', environment: {} },
      ...{ locate: locateBase({ cwd: root, packageRoot: root }), installation: 'test', now: Date.now },
    },
    ...{ demoSku: undefined, documentTime: Date.parse('2026-03-08T10:00:00Z'), writes },
    ...(writes === 'done' ? { overrides: { tables: 'create' } } : {}),
  });
  if (!opened.ok) throw new Error(opened.diagnostics[0]?.message);
  const orders = async () => Number((await demo.rows('SELECT count(*) AS n FROM sales_order'))[0]?.n);
  const before = await orders();
  const request = { poNumber: `2026/0042-${writes}`, currency: 'EUR', lines: [{ sku: 'HX-10', qty: 3 }] };
  const { outcome, statements } = await opened.session.call({ path: draft, request });
  await opened.session.close();
  expect(outcome).toMatchObject({ ok: true });
  expect(statements.some(({ sql }) => /insert into sales_order/i.test(sql))).toBe(true);
  expect((await orders()) - before).toBe(added);
});
