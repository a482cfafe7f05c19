/** Rulings on statements: balance = previous + debit - credit, to the cent; closing of one period is opening of the next. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../../src/workbench/checks/conformance/random.ts';
import { cents, decimalOf } from '../../../support/cents.ts';
import { type DemoProfile, demoProfile, dialects, type TextRow } from '../../../support/demo.ts';
import { type DemoEngine, openDemo } from '../../../support/demo-engine.ts';
import { byDepth } from '../../../support/depth.ts';
import { seed } from '../../../support/seed.ts';

// What it does takes its time on a busy machine.
/** Chains of periods that follow upon each other, for each customer. */
const chains = byDepth({ sample: 1, all: 2 });
process.stdout.write(`statements: seed ${seed}\n`);

const words = new Map([
  ['INVOICE', 'Invoice'],
  ['CREDIT', 'Credit note'],
  ['VOID', 'Invoice voided'],
  ['RECEIPT', 'Payment'],
  ['REVERSAL', 'Payment reversed'],
]);

const dayMs = 86_400_000;
const dayOf = (days: number) => new Date(days * dayMs).toISOString().slice(0, 10);
const daysOf = (date: string) => Date.parse(date) / dayMs;

interface Account {
  readonly id: string;
  readonly currency: string;
  readonly broughtForward: bigint;
  /** In the order of the statement: by day, then as entered. */
  readonly entries: readonly TextRow[];
}

/** All accounts, read past the engine. */
async function accountsOf(profile: DemoProfile): Promise<readonly Account[]> {
  const entries = Map.groupBy(
    await profile.rows('SELECT entry_id, account_no, entry_date, kind, doc_no, amount FROM account_entry'),
    (entry) => entry.account_no,
  );
  const customers = await profile.rows(
    'SELECT account_no, currency, brought_forward FROM customer ORDER BY account_no',
  );
  return customers.map(({ account_no: id, currency, brought_forward: brought }) => ({
    id: id ?? '',
    currency: currency ?? '',
    broughtForward: cents(brought),
    entries: (entries.get(id) ?? []).toSorted(
      (a, b) =>
        daysOf(a.entry_date ?? '') - daysOf(b.entry_date ?? '') || Number(a.entry_id ?? 0) - Number(b.entry_id ?? 0),
    ),
  }));
}

/** The answer's whole JSON text, worked out in whole cents. */
function expected(account: Account, periodStart: string, periodEnd: string): string {
  const { id: _, currency, entries } = account;
  const on = (entry: TextRow) => entry.entry_date ?? '';
  const before = entries.filter((entry) => on(entry) < periodStart);
  const within = entries.filter((entry) => on(entry) >= periodStart && on(entry) <= periodEnd);
  const opening = before.reduce((sum, { amount }) => sum + cents(amount), account.broughtForward);
  let balance = opening;
  const lines = within.map((entry) => {
    const amount = cents(entry.amount);
    balance += amount;
    const text = [on(entry), entry.doc_no, words.get(entry.kind ?? '')].map((value) => JSON.stringify(value));
    const [debit, credit] = amount < 0n ? [0n, -amount] : [amount, 0n];
    const money = `"debit":${decimalOf(debit)},"credit":${decimalOf(credit)},"balance":${decimalOf(balance)}`;
    return `{"date":${text[0]},"reference":${text[1]},"description":${text[2]},${money}}`;
  });
  const period = `"asOf":"${periodEnd}","periodStart":"${periodStart}","periodEnd":"${periodEnd}"`;
  const balances = `"openingBalance":${decimalOf(opening)},"closingBalance":${decimalOf(balance)}`;
  return `{"schemaVersion":"1","currency":"${currency}",${period},${balances},"lines":[${lines.join(',')}]}`;
}

/** Days that cut the time into adjoining periods; some right on an entry, where an error by a day would show. */
function cuts(account: Account, random: Random): readonly number[] {
  const onEntries = random.some(account.entries, 2).map((entry) => daysOf(entry.entry_date ?? '') + random.below(2));
  const first = daysOf('2024-11-01');
  const anywhere = Array.from({ length: 3 }, () => first + random.below(800));
  return [...new Set([...onEntries, ...anywhere])].sort((a, b) => a - b);
}

const closing = (json: string) => /"closingBalance":(-?[\d.]+)/.exec(json)?.[1];
const opening = (json: string) => /"openingBalance":(-?[\d.]+)/.exec(json)?.[1];

describe.each(dialects)('statements on %s', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;
  let accounts: readonly Account[];

  beforeAll(async () => {
    profile = await demoProfile({ dialect });
    demo = await openDemo(profile.file);
    await post();
    accounts = await accountsOf(profile);
  });
  afterAll(async () => {
    await demo?.close();
    await profile?.drop();
  });

  /** Amounts that binary fractions cannot hold, on a day that has several entries already. */
  async function post(): Promise<void> {
    for (const [index, amount] of [0.1, 0.2, 0.7, 1.15, 2.675, 1234567.89, 0.01].entries()) {
      const head = { erpDebtorId: 'K10022', issueDate: '2026-02-28', currency: 'EUR', invoiceNumber: `CENT-${index}` };
      const lines = [{ description: 'x', quantity: 1, unitPrice: amount }];
      const pushed = await demo.call('/invoices/push', { ...head, lines });
      if (!pushed.ok) throw new Error(JSON.stringify(pushed.problem));
      const { erpInvoiceId } = JSON.parse(pushed.json);
      const paid = await demo.call('/payments/push', { erpInvoiceId, amount: 0.01, paymentDate: '2026-02-28' });
      if (!paid.ok) throw new Error(JSON.stringify(paid.problem));
    }
  }

  async function statement(account: Account, periodStart: string, periodEnd: string): Promise<string> {
    const outcome = await demo.call('/customer-statement/get', {
      customerErpId: account.id,
      periodStart,
      periodEnd,
      asOf: periodEnd,
    });
    return outcome.ok ? outcome.json : JSON.stringify(outcome.problem);
  }

  it('agree to the cent with whole-number arithmetic, for every customer and any period', async () => {
    const random = randomFrom(seed);
    let compared = 0;
    let lines = 0;
    /** One chain of adjoining periods. */
    async function follow(account: Account, days: readonly number[]): Promise<void> {
      let previous: string | undefined;
      for (const [index, day] of days.entries()) {
        const next = days[index + 1];
        const [from, until] = [dayOf(day), dayOf(next === undefined ? day : next - 1)];
        const json = await statement(account, from, until);
        expect(json, `${account.id} ${from} ${until}, seed ${seed}`).toBe(expected(account, from, until));
        if (previous !== undefined) expect(opening(json)).toBe(closing(previous));
        previous = json;
        compared += 1;
        lines += json.split('"date"').length - 1;
      }
    }
    for (const account of accounts) {
      const all = Array.from({ length: chains }, () => cuts(account, random));
      await Promise.all(all.map((days) => follow(account, days)));
    }
    expect(accounts.length).toBeGreaterThan(100);
    expect(compared).toBeGreaterThan(accounts.length * chains * 2);
    expect(lines).toBeGreaterThan(accounts.length);
  });

  it('over all time open with what was brought forward and close with the balance that the ERP keeps', async () => {
    const balances = await profile.rows('SELECT account_no, brought_forward, balance FROM customer');
    for (const account of accounts) {
      const balanceRow = balances.find((row) => row.account_no === account.id);
      const json = await statement(account, '1990-01-01', '2090-12-31');
      expect(json).toBe(expected(account, '1990-01-01', '2090-12-31'));
      expect(opening(json)).toBe(decimalOf(cents(balanceRow?.brought_forward)));
      expect(closing(json)).toBe(decimalOf(cents(balanceRow?.balance)));
    }
  });

  it('are refused where the ERP keeps another balance than its entries make', async () => {
    await profile.run(`UPDATE customer SET balance = balance + 0.01 WHERE account_no = 'K10001'`);
    const body = { customerErpId: 'K10001', periodStart: '2026-01-01', periodEnd: '2026-01-31' };
    const outcome = await demo.call('/customer-statement/get', body);
    await profile.run(`UPDATE customer SET balance = ROUND(balance - 0.01, 2) WHERE account_no = 'K10001'`);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'broken' } });
  });
});
