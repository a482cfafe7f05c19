/** The statement of account over several requests. The properties of one answer (sums, period, echo) are validated with every answer. */
import { add, compare, type Numeric, subtract } from '../../../../engine/tools/index.ts';
import type { AnswerOf } from '../../../contract/types.ts';
import { isEqual } from '../core/amounts.ts';
import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demand, demandEqual, lacks } from '../core/outcome.ts';
import { unknownId } from '../core/request-bodies.ts';
import { dayOf, plusDays } from '../validation/days.ts';

const path = '/customer-statement/get';
type AccountStatement = AnswerOf<typeof path>;
const longAgo = '1990-01-01';

interface Account {
  readonly customerErpId: string;
  readonly whole: AccountStatement;
}

interface Period {
  readonly customerErpId: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

const statementOf = ({ ask }: CheckContext, period: Period): Promise<AccountStatement> => ask(path, { ...period });

/** Accounts of some customers from long ago until ten years from now; those with the most lines come first. */
async function accounts(context: CheckContext): Promise<readonly Account[]> {
  const periodEnd = plusDays(dayOf(context.now()), 3_650);
  const all: Account[] = [];
  for (const customerErpId of context.sample(await context.discovered.customerIds(), 40))
    all.push({ customerErpId, whole: await statementOf(context, { customerErpId, periodStart: longAgo, periodEnd }) });
  return all.toSorted((one, other) => other.whole.lines.length - one.whole.lines.length);
}

const sumOf = ({ openingBalance, lines }: AccountStatement): Numeric =>
  lines.reduce<Numeric>((sum, { debit, credit }) => subtract(add(sum, debit), credit), openingBalance);

const sums: Check = {
  id: 'statement/sums',
  path,
  title: 'opening balance, debits and credits add up to the closing balance, line by line, to the last digit',
  clause: 'contract 2, statement; ruling: answers',
  tag: 'read',
  needs: [path],
  async run(context) {
    const all = await accounts(context);
    for (const { customerErpId, whole } of all) {
      const isSum = whole.lines.length === 0 || isEqual(sumOf(whole), whole.closingBalance);
      const message = `customer ${customerErpId}: the lines add up to ${sumOf(whole)}, and closingBalance is ${whole.closingBalance}`;
      demand(isSum, 'statement-sum', message, 'closingBalance');
    }
    if (!all.some(({ whole }) => whole.lines.length > 0)) lacks('a customer whose account has a line', path);
  },
};

const consecutivePeriods: Check = {
  id: 'statement/consecutive-periods',
  path,
  title: 'of a period cut in two, the first closing balance is the second opening balance, and no line is lost',
  clause: 'ruling: answers',
  tag: 'read',
  needs: [path],
  async run(context) {
    const withLines = (await accounts(context)).filter(({ whole }) => whole.lines.length > 1);
    if (withLines.length === 0) lacks('a customer whose account has two lines', path);
    for (const { customerErpId, whole } of withLines.slice(0, 8)) {
      const days = [...new Set(whole.lines.map(({ date }) => date))];
      for (const day of context.sample(days, 3)) {
        const { periodStart, periodEnd } = whole;
        const first = await statementOf(context, { customerErpId, periodStart, periodEnd: plusDays(day, -1) });
        const second = await statementOf(context, { customerErpId, periodStart: day, periodEnd });
        const what = `customer ${customerErpId}, cut before ${day}`;
        const message = `${what}: closing ${first.closingBalance}, then opening ${second.openingBalance}`;
        demand(isEqual(first.closingBalance, second.openingBalance), 'statement-chain', message, 'openingBalance');
        const lines = [...first.lines, ...second.lines];
        demandEqual(lines, whole.lines, 'statement-chain', `${what}: the lines of both parts`);
      }
    }
  },
};

const sides: Check = {
  id: 'statement/sides',
  path,
  title: 'what the customer owes is positive: an invoice of /customer-invoices/list is a debit, a credit note a credit',
  clause: 'ruling: answers',
  tag: 'read',
  needs: [path, '/customer-invoices/list'],
  async run(context) {
    let isShown = false;
    for (const { customerErpId, whole } of (await accounts(context)).slice(0, 15)) {
      const { invoices } = await context.ask('/customer-invoices/list', { customerErpId, limit: 100 });
      for (const { invoiceNumber, amountTotal, currency } of invoices) {
        const lines = whole.lines.filter(({ reference }) => reference === invoiceNumber);
        const sign = compare(amountTotal, 0);
        if (lines.length === 0 || sign === 0 || currency !== whole.currency) continue;
        isShown = true;
        const side = sign > 0 ? 'debit' : 'credit';
        const isRight = lines.some((line) => compare(line[side], 0) > 0);
        const message = `customer ${customerErpId}: ${invoiceNumber} of ${amountTotal} must be a ${side}`;
        demand(isRight, 'statement-side', message, 'lines');
      }
    }
    if (!isShown) lacks('an invoice whose number is the reference of a line of the account', path);
  },
};

const pushedInvoice: Check = {
  id: 'statement/pushed-invoice',
  path,
  title: 'an invoice that is pushed raises the closing balance by its amount',
  clause: 'ruling: answers',
  tag: 'write',
  needs: [path, '/invoices/push'],
  async run(context) {
    const invoice = await context.discovered.invoice();
    const { erpDebtorId: customerErpId, issueDate } = invoice;
    const period = { customerErpId, periodStart: issueDate, periodEnd: issueDate };
    const { status } = await context.post(path, period);
    if (status === 422) lacks('a debtor that accepts an invoice and is a customer', '/debtors/list');
    const before = await statementOf(context, period);
    await context.ask('/invoices/push', invoice);
    const after = await statementOf(context, period);
    if (before.currency !== invoice.currency)
      lacks('a debtor that accepts an invoice in the currency of its account', '/debtors/list');
    const message = `closing was ${before.closingBalance}, and is ${after.closingBalance} after an invoice of 30`;
    demand(isEqual(add(before.closingBalance, 30), after.closingBalance), 'statement-sum', message, 'closingBalance');
  },
};

const echo: Check = {
  id: 'statement/echo',
  path,
  title: 'the dates of the request are echoed; without them the period ends at asOf, and begins twelve months before',
  clause: 'contract 2, statement; ruling: requests',
  tag: 'read',
  needs: [path],
  async run(context) {
    const [customerErpId] = await context.discovered.customerIds();
    // Which dates each answer must have follows from its request, and is validated with it.
    await context.ask(path, { customerErpId, asOf: '2024-05-05', periodStart: '2023-01-31', periodEnd: '2024-02-29' });
    await context.ask(path, { customerErpId, asOf: '2024-02-29' });
    await context.ask(path, { customerErpId, periodEnd: '2024-12-31' });
    const nulls = await context.ask(path, { customerErpId, asOf: null, periodStart: null, periodEnd: null });
    const omitted = await context.ask(path, { customerErpId });
    demandEqual(nulls, omitted, 'ignored-field', 'the answer with null in asOf, periodStart and periodEnd');
  },
};

const refusals: Check = {
  id: 'statement/refusals',
  path,
  title: 'a period that ends before it begins is refused, and an unknown customer by its field',
  clause: 'ruling: requests',
  tag: 'read',
  needs: [path],
  async run(context) {
    const [customerErpId = ''] = await context.discovered.customerIds();
    const period = { customerErpId, periodStart: '2024-03-01', periodEnd: '2024-02-29' };
    const named = await context.refusedFields(path, period, 'invalid-field');
    const isNamed = named.some((field) => field.startsWith('period'));
    demand(isNamed, 'invalid-field', `the period must be named; named were ${named.join(', ')}`, 'details.fields');
    for (const unknown of [unknownId, "' OR '1'='1", '99999999999999999999']) {
      const refused = await context.refusedFields(path, { customerErpId: unknown }, 'unknown-id');
      demandEqual(refused, ['customerErpId'], 'unknown-id', `the fields refused for ${unknown}`);
    }
  },
};

/** Checks sums, adjoining periods, sides of documents, a pushed invoice, and refusals (contract 2, statement). */
export const statement: Theme = () => [sums, consecutivePeriods, sides, pushedInvoice, echo, refusals];
