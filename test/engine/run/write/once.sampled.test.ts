/** Rulings on writes: one document for each key, for any number of repeated and concurrent requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../engine/index.ts';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo, writePaths } from '../../../support/demo-engine.ts';
import { byDepth } from '../../../support/depth.ts';
import { draft, idOf, invoice, payment, type WriteRequest, writeFaults } from './documents.ts';
import { ledgerFaults, snapshot } from './ledger.ts';

const keys = byDepth({ sample: 20, deep: 5, all: 20 });
const callers = 25;

/** Every request from every caller at once, the callers spread over the engines; gives the answers by request. */
async function storm(engines: readonly DemoEngine[], requests: readonly WriteRequest[]): Promise<readonly Outcome[][]> {
  const answers: Outcome[][] = requests.map(() => []);
  const calls = Array.from({ length: callers }, (_, caller) =>
    requests.map(async ({ path, body }, index) => {
      const engine = engines[(caller + index) % engines.length];
      if (engine) answers[index]?.push(await engine.insist(path, body));
    }),
  );
  await Promise.all(calls.flat());
  return answers;
}

/** The whole text of an accepted answer; throws with the problem of a refused one. */
function accepted(outcome: Outcome): string {
  if (outcome.ok) return outcome.json;
  throw new Error(JSON.stringify(outcome.problem));
}

/** Names of the fields that a refusal blames; an answer is a failure of the test. */
function refused(outcome: Outcome): readonly string[] {
  if (outcome.ok) throw new Error(`was accepted: ${outcome.json}`);
  if (outcome.problem.kind !== 'invalid') throw new Error(JSON.stringify(outcome.problem));
  return (outcome.problem.fields ?? []).map(({ field }) => field);
}

const numbers = (prefix: string) => Array.from({ length: keys }, (_, index) => `${prefix}${index}`);

const all = dialects.flatMap((dialect) => (['table', 'lock'] as const).map((claims) => ({ dialect, claims })));
/** A sample has each kind of claims on a database of its own. */
const forms = byDepth({ sample: all.filter((_, index) => index === 3 || index === 4), all });

describe.each(forms)('writes on $dialect, claims: $claims', ({ dialect, claims }) => {
  let profile: DemoProfile;
  let first: DemoEngine;
  let second: DemoEngine;
  /** An invoice that tests of payments may pay, over 1,234.56. */
  let payable: string;

  beforeAll(async () => {
    profile = await demoProfile({ dialect, claims });

    first = await openDemo(profile.writesFile, { only: writePaths });
    second = await openDemo(profile.writesFile, { only: writePaths });
    payable = idOf(invoice('PAYABLE'), accepted(await send(first, invoice('PAYABLE')))) ?? '';
  });
  afterAll(async () => {
    await first?.close();
    await second?.close();
    await profile?.drop();
  });

  const send = (engine: DemoEngine, { path, body }: WriteRequest): Promise<Outcome> => engine.call(path, body);
  const sound = async () => expect(await ledgerFaults(profile)).toEqual([]);

  /** One document for each request, and one and the same text for all of its callers. */
  async function expectOnce(requests: readonly WriteRequest[], answers: readonly (readonly Outcome[])[]) {
    const faults: string[] = [];
    for (const [index, request] of requests.entries()) {
      const texts = (answers[index] ?? []).map(accepted);
      expect(new Set(texts).size, `answers to ${JSON.stringify(request.body)}`).toBe(1);
      faults.push(
        ...(await writeFaults(
          profile,
          request,
          texts.map((json) => idOf(request, json)),
        )),
      );
    }
    expect(faults).toEqual([]);
    await sound();
  }

  const kinds: readonly (readonly [string, (prefix: string) => readonly WriteRequest[]])[] = [
    ['drafts', (prefix) => numbers(prefix).map((number) => draft(number))],
    ['invoices', (prefix) => numbers(prefix).map((number) => invoice(number))],
    ['payments', (prefix) => numbers('').map((n) => payment(payable, `${1 + Number(n)}.${prefix.length}5`))],
  ];

  it.each(kinds)(`creates ${keys} %s from ${keys} keys and ${callers} concurrent callers`, async (_, make) => {
    const requests = make('A');
    const answers = await storm([first], requests);
    expect(answers.flat()).toHaveLength(keys * callers);
    await expectOnce(requests, answers);
  });

  it.each(kinds)(
    `creates ${keys} %s from ${keys} keys and ${callers} concurrent callers of two engines`,
    async (_, make) => {
      const requests = make('BB');
      const answers = await storm([first, second], requests);
      expect(answers.flat()).toHaveLength(keys * callers);
      await expectOnce(requests, answers);
    },
  );

  it('answers a repeat after a restart with the same text', async () => {
    const requests = [draft('RESTART'), invoice('RESTART'), payment(payable, '3.33')];
    const before = [];
    for (const request of requests) before.push(accepted(await send(first, request)));
    const restarted = await openDemo(profile.writesFile, { only: writePaths });
    try {
      for (const [index, request] of requests.entries()) {
        const outcome = await send(restarted, request);
        expect(accepted(outcome)).toBe(before[index]);
        await expectOnce([request], [[outcome]]);
      }
    } finally {
      await restarted.close();
    }
  });

  it('answers other lines under the same key with the first document, unchanged', async () => {
    const requests = [draft('OTHER'), invoice('OTHER')];
    const others = [
      draft('OTHER', { currency: 'GBP', lines: [{ sku: 'NO-SUCH-SKU', qty: 99 }] }),
      invoice('OTHER', { issueDate: '2026-09-09', lines: [{ description: 'x', quantity: 1, unitPrice: 5 }] }),
    ];
    for (const [index, request] of requests.entries()) {
      const text = accepted(await send(first, request));
      const other = others[index];
      if (other) expect(accepted(await send(second, other))).toBe(text);
      await expectOnce([request], [[{ ok: true, json: text }]]);
    }
  });

  it('treats one decimal in three spellings as one payment', async () => {
    const spelled = (amount: string) =>
      first.callText(
        '/payments/push',
        `{"schemaVersion":"1","erpInvoiceId":"${payable}","amount":${amount},"paymentDate":"2026-06-06"}`,
      );
    const answers = [await spelled('100'), await spelled('100.0'), await spelled('100.00'), await spelled('1e2')];
    await expectOnce([payment(payable, '100', '2026-06-06')], [answers]);
  });

  if (claims === 'table')
    it('always answers, even if the ERP shows the document under another key by now', async () => {
      const request = draft('MOVED');
      const text = accepted(await send(first, request));
      await profile.run(
        `UPDATE sales_order SET po_ref = 'MOVED-BY-CLERK', account_no = 'K10001' WHERE po_ref = 'MOVED'`,
      );
      expect(accepted(await send(first, request))).toBe(text);
      expect(accepted(await send(second, request))).toBe(text);
      expect(await request.find(profile)).toEqual([]);
      expect(await profile.rows(`SELECT order_id FROM sales_order WHERE po_ref = 'MOVED-BY-CLERK'`)).toEqual([
        { order_id: idOf(request, text) },
      ]);
      await sound();
    });

  if (claims === 'table')
    it('adopts a document that the ERP holds under the key without a claim', async () => {
      const request = draft('ADOPTED');
      const text = accepted(await send(first, request));
      await profile.run(`DELETE FROM engine_claims WHERE natural_key = 'ADOPTED'`);
      const answers = await storm([first, second], [request]);
      expect(new Set(answers.flat().map(accepted))).toEqual(new Set([text]));
      await expectOnce([request], answers);
    });

  describe('a refusal changes nothing', () => {
    const line = { description: 'Rail', quantity: 1, unitPrice: 5 };
    const cases: readonly (readonly [string, () => WriteRequest, string])[] = [
      [
        'an unknown SKU',
        () =>
          draft('R1', {
            lines: [
              { sku: 'HX-10', qty: 1 },
              { sku: 'NOPE', qty: 1 },
            ],
          }),
        'lines[1].sku',
      ],
      ['an article that is no longer sold', () => draft('R2', { lines: [{ sku: 'OLD-77', qty: 1 }] }), 'lines[0].sku'],
      ['an unknown currency', () => draft('R3', { currency: 'XXX' }), 'currency'],
      ['a purchase order number that is too long', () => draft('R'.repeat(36)), 'poNumber'],
      ['a debtor that does not exist', () => invoice('R5', { erpDebtorId: 'K99999' }), 'erpDebtorId'],
      ['a currency that the account is not kept in', () => invoice('R6', { currency: 'GBP' }), 'currency'],
      ['lines that add up to less than zero', () => invoice('R7', { lines: [{ ...line, quantity: -1 }] }), 'lines'],
      ['an invoice that does not exist', () => payment('999999', '1.00'), 'erpInvoiceId'],
      ['a payment over what is open', () => payment(payable, '1234.57'), 'amount'],
      ['a payment of less than a cent', () => payment(payable, '0.001'), 'amount'],
    ];
    it.each(cases)('%s', async (_, make, field) => {
      const before = await snapshot(profile);
      const request = make();
      expect(refused(await send(first, request))).toContain(field);
      expect(refused(await send(second, request))).toContain(field);
      expect(await snapshot(profile)).toEqual(before);
    });

    it('and may be corrected and sent again under the same key', async () => {
      refused(await send(first, draft('FIXED', { lines: [{ sku: 'NOPE', qty: 1 }] })));
      refused(await send(first, invoice('FIXED', { currency: 'GBP' })));
      for (const request of [draft('FIXED'), invoice('FIXED')])
        await expectOnce([request], await storm([first, second], [request]));
    });

    it('even if the database itself refuses a statement after others have run', async () => {
      const request = draft('HALFWAY');
      const before = await snapshot(profile);
      // Orders must belong to a customer: the number is taken already when the database says no.
      const environment = { DEMO_DRAFT_CUSTOMER: 'K99999' };
      const wrong = await openDemo(profile.writesFile, { environment, only: writePaths });
      const outcome = await send(wrong, request);
      await wrong.close();
      expect(outcome.ok).toBe(false);
      expect(await snapshot(profile)).toEqual(before);
      await expectOnce([request], await storm([first], [request]));
    });
  });
});
