/** Documents that a run creates appear among the changes of /invoices/list at the right time. */
import { compare, subtract } from '../../../../engine/tools/index.ts';
import type { RequestOf } from '../../../contract/types.ts';
import type { Check, Theme } from '../core/check.ts';
import { clockChanges } from '../core/clock-changes.ts';
import type { CheckContext } from '../core/context.ts';
import { isTakenBack } from '../core/document-states.ts';
import { changedSince, idsChangedSince, instantOf, nextSecond } from '../core/invoice-changes.ts';
import { demand, demandEqual, fail, lacks, notApplicable, notPossible } from '../core/outcome.ts';
import type { Invoice } from '../core/paged-lists.ts';
import { dayOf } from '../validation/days.ts';
import { demandSince } from './modified-since.ts';

const path = '/invoices/list';
const msPerSecond = 1_000;
const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;
const paid = 1.25;
/** Open invoices that are tried until the ERP accepts a payment. */
const mostTries = 20;

/** Does `work` while documents are dated with this time. */
async function atTime<T>({ fixture }: CheckContext, ms: number, work: () => Promise<T>): Promise<T> {
  if (fixture === undefined) notApplicable('the clock of this service cannot be set');
  fixture.setTime(ms);
  try {
    return await work();
  } finally {
    fixture.setTime(undefined);
  }
}

/** Pushes an invoice at a time. Returns its id. */
const pushAt = async (context: CheckContext, ms: number): Promise<string> => {
  const invoice = await context.discovered.invoice();
  return atTime(context, ms, async () => (await context.ask('/invoices/push', invoice)).erpInvoiceId);
};

/** Ends the check where the ERP stamps changes by its own clock: an invoice that was dated weeks ago has changed in the last days. */
async function demandClockThatCanBeSet(context: CheckContext, id: string): Promise<void> {
  if ((await idsChangedSince(context, instantOf(context.now() - 5 * msPerDay))).includes(id))
    notPossible('the ERP stamps changes by its own clock, which cannot be set here');
}

interface Boundary {
  /** When the invoice is pushed. */
  readonly at: number;
  /** Milliseconds after `at` in which it may still count as changed. */
  readonly slack: number;
  /** Milliseconds before `at` since which it must count as changed. */
  readonly before: readonly number[];
  readonly what: string;
}

/** An invoice that is pushed at a time is a change since then and since earlier, and none since later. */
async function demandBoundary(context: CheckContext, { at, slack, before, what }: Boundary): Promise<void> {
  const id = await pushAt(context, at);
  const invoice = `${what}: an invoice of ${instantOf(at)}`;
  const later = instantOf(at + slack + msPerSecond);
  if ((await idsChangedSince(context, later)).includes(id)) {
    await demandClockThatCanBeSet(context, id);
    fail('modified-since', `${invoice} is among the changes since ${later}`, 'invoices');
  }
  for (const earlier of before.map((span) => instantOf(at - span))) {
    const isListed = (await idsChangedSince(context, earlier)).includes(id);
    demand(isListed, 'modified-since', `${invoice} is missing from the changes since ${earlier}`, 'invoices');
  }
}

const weeksAgo = ({ now }: CheckContext): number => Date.parse(`${dayOf(now() - 60 * msPerDay)}T12:00:00Z`);

const boundary: Check = {
  id: 'modifiedSince/boundary',
  path,
  title: 'an invoice is a change since the second in which it was written, inclusive, and none since later',
  clause: 'ruling: requests',
  tag: 'fixture',
  needs: [path, '/invoices/push'],
  async run(context) {
    const { overlapMs, day } = demandSince(context);
    const slack = overlapMs + (day ? msPerDay : 0);
    const before = [0, msPerSecond, msPerHour, msPerDay];
    await demandBoundary(context, { at: weeksAgo(context), slack, before, what: 'on a plain day' });
  },
};

const daylightSaving: Check = {
  id: 'modifiedSince/daylight-saving',
  path,
  title: "the same around the changes of the ERP's clock to and from daylight-saving time",
  clause: 'ruling: requests',
  tag: 'fixture',
  needs: [path, '/invoices/push'],
  async run(context) {
    const { overlapMs, day } = demandSince(context);
    const zone = context.profile?.clock ?? 'UTC';
    const changes = clockChanges(zone, context.now());
    if (changes.length === 0) notApplicable(`the clock ${zone} is never set`);
    for (const change of changes) {
      // In the hour that comes twice a local time stands for two instants: both count.
      const slack = overlapMs + (day ? msPerDay : 0) + (change.isBack ? msPerHour : 0);
      const boundary = { slack, before: [0, msPerHour], what: `${zone} at its change` };
      for (const minutes of [-90, -30, 0, 30, 90])
        await demandBoundary(context, { ...boundary, at: change.at + minutes * 60_000 });
    }
  },
};

/** An invoice to pay that was pushed long before. */
async function pushedToPay(context: CheckContext, at: number): Promise<string> {
  const erpInvoiceId = await pushAt(context, at);
  await demandClockThatCanBeSet(context, erpInvoiceId);
  return erpInvoiceId;
}

/** Pays an open invoice of the ERP that did not change since then. Returns its id. */
async function payOpenAt(context: CheckContext, at: number): Promise<string> {
  const changed = new Set(await idsChangedSince(context, instantOf(at)));
  const open = (await changedSince(context)).filter(
    (one) => compare(one.amountOutstanding, 0) > 0 && !isTakenBack(one) && !changed.has(one.erpInvoiceId),
  );
  let refusal = 'none is open';
  for (const invoice of context.sample(open, mostTries)) {
    const tried = await atTime(context, at, () => context.discovered.payable.pay(invoice, dayOf(at)));
    if (tried.kind === 'accepted') return invoice.erpInvoiceId;
    refusal = tried.reason;
  }
  return lacks(`an open invoice that takes a payment, and did not change since ${instantOf(at)}`, path, refusal);
}

const datedPayment: Check = {
  id: 'modifiedSince/dated-payment',
  path,
  title: 'a payment is a change of its invoice',
  clause: 'ruling: requests',
  tag: 'fixture',
  needs: [path, '/payments/push'],
  uses: ['/invoices/push'],
  async run(context) {
    demandSince(context);
    const pushed = weeksAgo(context);
    const at = pushed + 20 * msPerDay;
    const pay = async (erpInvoiceId: string): Promise<string> => {
      const payment = { erpInvoiceId, amount: paid, paymentDate: dayOf(at) };
      await atTime(context, at, () => context.ask('/payments/push', payment));
      return erpInvoiceId;
    };
    const arePushed = await context.discovered.payable.arePushed();
    const erpInvoiceId = arePushed ? await pay(await pushedToPay(context, pushed)) : await payOpenAt(context, at);
    const isListed = (await idsChangedSince(context, instantOf(at))).includes(erpInvoiceId);
    const message = `invoice ${erpInvoiceId}, paid in part at ${instantOf(at)}, is missing from the changes since then`;
    demand(isListed, 'modified-since', message, 'invoices');
  },
};

const listedSince = async (context: CheckContext, since: string, id: string): Promise<Invoice | undefined> =>
  (await changedSince(context, since)).find(({ erpInvoiceId }) => erpInvoiceId === id);

interface PushedInvoice {
  readonly sent: RequestOf<'/invoices/push'>;
  readonly since: string;
  readonly id: string;
  readonly listed: Invoice;
}

/** Pushes an invoice, and finds it among the changes of the very second. */
async function pushAndFind(context: CheckContext): Promise<PushedInvoice> {
  const sent = await context.discovered.invoice();
  const since = await nextSecond(context);
  const { erpInvoiceId: id } = await context.ask('/invoices/push', sent);
  const listed = await listedSince(context, since, id);
  if (listed !== undefined) return { sent, since, id, listed };
  return fail('modified-since', `"${id}", pushed a moment ago, is not among the changes since ${since}`, 'invoices');
}

const pushedNow: Check = {
  id: 'modifiedSince/pushed-now',
  path,
  title: 'an invoice that is pushed is among the changes since that second, with its number and its total',
  clause: 'contract 4, /invoices/list; ruling: answers',
  tag: 'write',
  needs: [path, '/invoices/push'],
  async run(context) {
    const { sent, listed } = await pushAndFind(context);
    demandEqual(listed.invoiceNumber, sent.invoiceNumber, 'listed', 'the number of the pushed invoice');
    const message = `30 was pushed, and is listed as ${listed.amountTotal}`;
    demand(compare(listed.amountTotal, 30) === 0, 'listed', message, 'amountTotal');
  },
};

/** An invoice as it is listed, and a payment to be made on it. */
async function listedToPay(context: CheckContext) {
  if (await context.discovered.payable.arePushed()) {
    const { id: erpInvoiceId, sent, listed } = await pushAndFind(context);
    return { before: listed, payment: { erpInvoiceId, amount: paid, paymentDate: sent.issueDate } };
  }
  const [payment] = await context.discovered.payable.payments(1);
  const before = (await changedSince(context)).find(({ erpInvoiceId }) => erpInvoiceId === payment.erpInvoiceId);
  return { payment, before: before ?? fail('listed', `invoice ${payment.erpInvoiceId} is not listed`, 'invoices') };
}

const paidNow: Check = {
  id: 'modifiedSince/paid-now',
  path,
  title: 'a payment that is pushed makes its invoice a change since that second, and lowers what is outstanding',
  clause: 'contract 4, /invoices/list; ruling: requests',
  tag: 'write',
  needs: [path, '/payments/push'],
  uses: ['/invoices/push'],
  async run(context) {
    const { before, payment } = await listedToPay(context);
    const since = await nextSecond(context);
    await context.ask('/payments/push', payment);
    const { erpInvoiceId: id, amount } = payment;
    const after = await listedSince(context, since, id);
    if (after === undefined)
      fail('modified-since', `"${id}", paid a moment ago, is not among the changes since ${since}`, 'invoices');
    const expected = subtract(before.amountOutstanding, amount);
    const message = `is ${after.amountOutstanding} after a payment of ${amount} on ${before.amountOutstanding}`;
    demand(compare(after.amountOutstanding, expected) === 0, 'listed', message, 'amountOutstanding');
  },
};

/** Checks `modifiedSince` with new documents: at the exact second, in changes of the clocks, with payments, after pushes. */
export const newChanges: Theme = () => [boundary, daylightSaving, datedPayment, pushedNow, paidNow];
