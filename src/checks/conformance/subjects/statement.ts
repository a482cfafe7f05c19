/** The statement of account. What one answer must hold to by itself (sums, period, echo) is judged with every answer. */
import { add, compare, type Numeric, subtract } from '../../../../engine/index.ts';
import type { AnswerOf } from '../../../contract/types.ts';
import { dayOf, plusDays } from '../../validation/days.ts';
import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { spread } from '../discovered-data.ts';
import { demand, fail, notShown, same } from '../verdict.ts';

const path = '/customer-statement/get';
type Statement = AnswerOf<typeof path>;
const earliest = '1990-01-01';
const customersTried = 40;

const period = (bench: Bench, customerErpId: string, periodStart: string, periodEnd: string): Promise<Statement> =>
  bench.ask(path, { customerErpId, periodStart, periodEnd });

/** Some customers with their whole account; those with lines come first. */
async function accounts(bench: Bench): Promise<readonly { readonly id: string; readonly whole: Statement }[]> {
  const end = plusDays(dayOf(Date.now()), 3_650);
  const all = [];
  for (const { erpId } of spread(await bench.found.customers(), customersTried))
    all.push({ id: erpId, whole: await period(bench, erpId, earliest, end) });
  return all.toSorted((one, other) => other.whole.lines.length - one.whole.lines.length);
}

const equal = (one: Numeric, other: Numeric): boolean => compare(one, other) === 0;

function sumOf({ openingBalance, lines }: Statement): Numeric {
  return lines.reduce<Numeric>((sum, { debit, credit }) => subtract(add(sum, debit), credit), openingBalance);
}

const checks: readonly Omit<Check, 'subject'>[] = [
  {
    name: 'opening balance, debits and credits add up to the closing balance, line by line, to the last digit',
    clause: 'contract 2, statement; ruling: answers',
    paths: [path],
    async run(bench) {
      const all = await accounts(bench);
      for (const { id, whole } of all) {
        if (whole.lines.length > 0 && !equal(sumOf(whole), whole.closingBalance))
          fail(`customer ${id}: the lines add up to ${sumOf(whole)}, and closingBalance is ${whole.closingBalance}`);
      }
      if (!all.some(({ whole }) => whole.lines.length > 0)) notShown('the fixture has no statement with a line');
    },
  },
  {
    name: 'a period cut in two: the closing of the first is the opening of the second, and no line is lost',
    clause: 'ruling: answers',
    paths: [path],
    async run(bench) {
      const withLines = (await accounts(bench)).filter(({ whole }) => whole.lines.length > 1);
      if (withLines.length === 0) notShown('the fixture has no statement with two lines');
      for (const { id, whole } of withLines.slice(0, 8)) {
        const days = [...new Set(whole.lines.map(({ date }) => date))];
        for (const day of spread(days, 3)) {
          const first = await period(bench, id, whole.periodStart, plusDays(day, -1));
          const second = await period(bench, id, day, whole.periodEnd);
          const what = `customer ${id}, cut before ${day}`;
          demand(
            equal(first.closingBalance, second.openingBalance),
            `${what}: closing ${first.closingBalance}, then opening ${second.openingBalance}`,
          );
          same([...first.lines, ...second.lines], whole.lines, `${what}: the lines of both parts`);
        }
      }
    },
  },
  {
    name: 'what the customer owes is positive: an invoice of /customer-invoices/list is a debit, a credit note a credit',
    clause: 'ruling: answers',
    paths: [path, '/customer-invoices/list'],
    async run(bench) {
      let shown = false;
      for (const { id, whole } of (await accounts(bench)).slice(0, 15)) {
        const { invoices } = await bench.ask('/customer-invoices/list', { customerErpId: id, limit: 100 });
        for (const { invoiceNumber, amountTotal, currency } of invoices) {
          const lines = whole.lines.filter(({ reference }) => reference === invoiceNumber);
          const owed = compare(amountTotal, 0);
          if (lines.length === 0 || owed === 0 || currency !== whole.currency) continue;
          shown = true;
          const right = lines.some(({ debit, credit }) => compare(owed > 0 ? debit : credit, 0) > 0);
          demand(
            right,
            `customer ${id}: ${invoiceNumber} of ${amountTotal} must be a ${owed > 0 ? 'debit' : 'credit'}`,
          );
        }
      }
      if (!shown) notShown('the fixture has no invoice whose number is the reference of a line');
    },
  },
  {
    name: 'an invoice that is pushed raises the closing balance by its amount',
    clause: 'ruling: answers',
    paths: [path, '/invoices/push'],
    async run(bench) {
      const invoice = await bench.found.invoice();
      const { erpDebtorId: id, issueDate } = invoice;
      const before = await bench.post(path, { customerErpId: id, periodStart: issueDate, periodEnd: issueDate });
      if (before.status !== 200) notShown('the debtor that takes an invoice has no statement');
      const first = await period(bench, id, issueDate, issueDate);
      await bench.ask('/invoices/push', invoice);
      const second = await period(bench, id, issueDate, issueDate);
      if (first.currency !== invoice.currency) notShown('the account is in another currency than its invoices');
      demand(
        equal(add(first.closingBalance, 30), second.closingBalance),
        `closing was ${first.closingBalance}, and is ${second.closingBalance} after an invoice of 30`,
      );
    },
  },
  {
    name: 'a period that ends before it begins is refused; an unknown customer is refused by its field',
    clause: 'ruling: requests',
    paths: [path],
    async run(bench) {
      const [customer] = await bench.found.customers();
      const customerErpId = customer?.erpId ?? '';
      const named = await bench.refuse(path, { customerErpId, periodStart: '2024-03-01', periodEnd: '2024-02-29' });
      demand(
        named.some((field) => field.startsWith('period')),
        `the period must be named; named were ${named.join(', ')}`,
      );
      for (const unknown of ['no-such-id-7f3a', "' OR '1'='1", '99999999999999999999'])
        same(
          await bench.refuse(path, { customerErpId: unknown }),
          ['customerErpId'],
          `the fields refused for ${unknown}`,
        );
    },
  },
];

export const statement: Subject = (endpoints) =>
  endpoints.some((endpoint) => endpoint.path === path)
    ? checks.map((check) => ({ ...check, subject: 'statement', name: `${path}: ${check.name}` }))
    : [];
