/** Where no invoice can be pushed, checks pay open invoices of the ERP: they hold on a correct service, and find the same defects. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import type { Check } from '../../../../src/workbench/checks/core/check.ts';
import { checksFor, knownEndpoints } from '../../../../src/workbench/checks/list.ts';
import { type Served, serve } from '../../../profiles/served.ts';
import { sampleOf } from '../../../support/depth.ts';
import { folderWith } from '../../service/server/fixture.ts';
import { changing, type Defect, jsonOf } from './defective-service.ts';
import { agreementDefects } from './planted/agreement.ts';
import type { PlantedDefect } from './planted/defect.ts';
import { listDefects } from './planted/lists.ts';
import { writeDefects } from './planted/writes.ts';
import { noDefect, runDefective } from './run-defective.ts';

const pay = '/payments/push';
const profileText = `extends: demo
endpoints:
  /invoices/push: { $without: all, unavailable: Invoices are made from orders }
`;

let served: Served;
// Each test pays parts of open invoices, of which the fixture has few.
beforeEach(async () => {
  const folder = folderWith({ 'profile.yaml': profileText });
  served = await serve({ name: join(folder, 'profile.yaml'), settings: {} });
});
afterEach(() => served?.close());

/** The demo has no ledger whose entries add up to zero. */
const checksOf = (): readonly Check[] =>
  checksFor(knownEndpoints(contract), served.profile).filter(
    ({ id, path, needs }) =>
      [path, ...needs].includes(pay) && !needs.includes('/invoices/push') && id !== 'read-back/balanced-entries',
  );

/** Identical payments of one day and amount are one, whatever the invoice. */
function ignoresInvoice(): Defect {
  const idByPayment = new Map<string, string>();
  return changing(pay, (answer, { amount, paymentDate, bankAccountCode }) => {
    const key = JSON.stringify([amount, paymentDate, bankAccountCode]);
    const id = idByPayment.get(key) ?? String(answer.erpPaymentId);
    idByPayment.set(key, id);
    return { ...answer, erpPaymentId: id };
  });
}

const planted: readonly PlantedDefect[] = [
  {
    id: 'writes/new-key',
    path: pay,
    what: 'the invoice is no part of the key',
    rule: 'new-key',
    defect: ignoresInvoice,
  },
  ...[...writeDefects, ...listDefects, ...agreementDefects].filter(({ id, path }) =>
    checksFor(knownEndpoints(contract), undefined).some(
      (check) => check.id === id && check.path === path && [path, ...check.needs].includes(pay),
    ),
  ),
];

describe('a check of payments, where no invoice can be pushed', () => {
  it('passes on a correct service', async () => {
    const checks = checksOf();
    const results = await runDefective(served, checks, served.profile, noDefect);
    // The demo's ERP keeps no day of the last payment in the row of an invoice.
    expect(results.filter(({ outcome }) => outcome.kind !== 'passed').map(({ check }) => check.id)).toEqual([
      'read-back/last-payment-day',
    ]);
    expect(checks.length).toBeGreaterThanOrEqual(12);
  });

  it.each(sampleOf(planted, 4, 12))('$id $path finds: $what', async ({ id, path, rule, defect }) => {
    const { service, profile } = served;
    const selectedChecks = checksOf().filter((check) => check.id === id && check.path === path);
    const [orderingKey, receivablesKey] = [service.keys.ordering.reveal(), service.keys.receivables.reveal()];
    const made = defect({ orderingKey, receivablesKey, baseUrl: service.baseUrl, data: undefined });
    const outcome = (await runDefective(served, selectedChecks, profile, made)).at(-1)?.outcome;
    expect(outcome?.kind === 'failed' ? outcome.findings[0]?.rule : outcome).toBe(rule);
  });

  it('is not tested, with what it wants, where no invoice is open', async () => {
    const nothingOpen: Defect = async (call, forward) => {
      const reply = await forward(call);
      if (call.path !== '/invoices/list') return reply;
      return { ...reply, body: JSON.stringify({ ...jsonOf(reply.body), invoices: [] }) };
    };
    const repeatChecks = checksOf().filter(({ id }) => id === 'writes/repeat');
    const [result] = await runDefective(served, repeatChecks, served.profile, nothingOpen);
    expect(result?.outcome).toEqual({
      kind: 'not tested',
      gap: {
        kind: 'missing datum',
        datum: { needs: 'an open invoice that takes several partial payments', path: '/invoices/list' },
        seen: 'no invoice can be pushed (/invoices/push is not provided), and 0 invoices are open',
      },
    });
  });
});
