/** Pushes of the receivables app, their repeats, and how they come back in the lists. Contract 4. Writes into the ERP. */
import { setTimeout as pause } from 'node:timers/promises';

import { compare, subtract } from '../../../../engine/index.ts';
import { dayOf } from '../../validation/days.ts';
import type { Probe } from '../probe.ts';
import { type Invoice, nobody, type Session } from '../session.ts';
import { changedSince } from './incremental.ts';
import { spread } from './search.ts';

const invoicePath = '/invoices/push';
const paymentPath = '/payments/push';
/** Debtors that are tried until one takes an invoice. */
const tried = 20;
const paid = 1.25;
const secondMs = 1_000;

interface Debtor {
  readonly erpDebtorId: string;
  readonly currency: string;
}

/** Debtors with the currency that they have been invoiced in. */
function candidates({ settings, known }: Session): readonly Debtor[] {
  const given =
    settings.debtor === undefined ? spread(known.debtors, tried).map((one) => one.erpDebtorId) : [settings.debtor];
  return given.map((erpDebtorId) => {
    const invoice = known.invoices.find((one) => one.erpDebtorId === erpDebtorId);
    return { erpDebtorId, currency: invoice?.currency ?? settings.currency };
  });
}

export async function pushes(session: Session): Promise<void> {
  const today = dayOf(session.now());
  const bodyFor = (debtor: Debtor, invoiceNumber = session.fresh('SBX-')) => ({
    ...{ invoiceNumber, ...debtor, issueDate: today, dueDate: today, status: 'AUTHORISED' },
    lines: [
      { description: 'Sandbox', quantity: 2, unitPrice: 10, amount: 20 },
      { description: 'Sandbox, second line', quantity: 1, unitPrice: 10, amount: 10 },
    ],
  });
  let willing: Debtor | undefined;
  const debtor = (probe: Probe): Debtor => willing ?? probe.skip('No invoice could be pushed.');
  await session.check(invoicePath, 'an invoice is pushed', async (probe) => {
    for (const one of candidates(session)) {
      const { status } = await probe.send(invoicePath, bodyFor(one));
      if (status === 501) probe.skip(`The service does not provide ${invoicePath} (501).`);
      if (status === 200) willing = one;
      if (status === 200) return;
      if (!probe.hold(status === 422, 'status', '', `an invoice for ${one.erpDebtorId} is answered with ${status}`))
        return;
    }
    probe.skip('No debtor that is known takes an invoice: name one with --debtor.');
  });
  await session.check(invoicePath, 'a repeat answers the same invoice, also five times at once', async (probe) => {
    const body = bodyFor(debtor(probe));
    const first = await probe.ask(invoicePath, body);
    const again = await Promise.all([1, 2, 3, 4, 5].map(() => probe.ask(invoicePath, body)));
    const ids = new Set([first, ...again].map(({ erpInvoiceId }) => erpInvoiceId));
    probe.hold(ids.size === 1, 'repeat', 'erpInvoiceId', `the repeats answer ${[...ids].join(', ')}`);
    const other = await probe.ask(invoicePath, bodyFor(debtor(probe)));
    probe.hold(!ids.has(other.erpInvoiceId), 'new-key', 'erpInvoiceId', `another number answers ${other.erpInvoiceId}`);
  });
  await session.check(invoicePath, 'an unknown debtor is refused, and named', async (probe) => {
    const unknown = { ...debtor(probe), erpDebtorId: nobody };
    const wanted = {
      rule: 'unknown-id',
      statuses: [422],
      because: 'an unknown debtor',
      fields: ['erpDebtorId'],
    } as const;
    await probe.refuse(invoicePath, bodyFor(unknown), wanted);
  });
  let pushed: Invoice | undefined;
  await session.check(
    '/invoices/list',
    'a pushed invoice is among the changes since the very second',
    async (probe) => {
      const body = bodyFor(debtor(probe));
      const since = await newSecond(session, probe);
      const { erpInvoiceId } = await probe.ask(invoicePath, body);
      pushed = await listedSince(session, probe, since, erpInvoiceId);
      const missing = `"${erpInvoiceId}", pushed a moment ago, is not among the changes since ${since}`;
      if (!probe.hold(pushed !== undefined, 'modified-since', 'invoices', missing) || pushed === undefined) return;
      const { invoiceNumber, amountTotal } = pushed;
      const same = invoiceNumber === body.invoiceNumber;
      probe.hold(same, 'listed', 'invoiceNumber', `"${body.invoiceNumber}" is listed as "${invoiceNumber}"`);
      probe.hold(
        compare(amountTotal, 30) === 0,
        'listed',
        'amountTotal',
        `30 was pushed, and is listed as ${amountTotal}`,
      );
    },
  );
  const invoice = (probe: Probe): Invoice => pushed ?? probe.skip('No pushed invoice is listed.');
  const payment = (erpInvoiceId: string) => ({ erpInvoiceId, amount: paid, paymentDate: today });
  await session.check('/invoices/list', 'a payment is a change of its invoice', async (probe) => {
    const { erpInvoiceId, amountOutstanding } = invoice(probe);
    const since = await newSecond(session, probe);
    await probe.ask(paymentPath, payment(erpInvoiceId));
    const changed = await listedSince(session, probe, since, erpInvoiceId);
    const missing = `"${erpInvoiceId}", paid a moment ago, is not among the changes since ${since}`;
    if (!probe.hold(changed !== undefined, 'modified-since', 'invoices', missing) || changed === undefined) return;
    const left = subtract(amountOutstanding, paid);
    const message = `is ${changed.amountOutstanding} after a payment of ${paid} on ${amountOutstanding}`;
    probe.hold(compare(changed.amountOutstanding, left) === 0, 'listed', 'amountOutstanding', message);
  });
  await session.check(paymentPath, 'a repeat answers the same payment, also five times at once', async (probe) => {
    const body = { ...payment(invoice(probe).erpInvoiceId), amount: paid * 2 };
    const first = await probe.ask(paymentPath, body);
    const again = await Promise.all([1, 2, 3, 4, 5].map(() => probe.ask(paymentPath, body)));
    const ids = new Set([first, ...again].map(({ erpPaymentId }) => erpPaymentId));
    probe.hold(ids.size === 1, 'repeat', 'erpPaymentId', `the repeats answer ${[...ids].join(', ')}`);
  });
  await session.check(paymentPath, 'an unknown invoice is refused, and named', async (probe) => {
    const fields = ['erpInvoiceId'];
    const wanted = { rule: 'unknown-id', statuses: [422], because: 'an unknown invoice', fields } as const;
    await probe.refuse(paymentPath, payment(nobody), wanted);
  });
}

/**
 * Waits for a second to begin, so that what follows happens within it, and gives that second: by the service's clock where that one is
 * behind, since the clocks of two machines are no matter of the contract.
 */
async function newSecond({ now }: Session, probe: Probe): Promise<string> {
  await pause(secondMs - (now() % secondMs));
  const { headers } = await probe.send('/health', {});
  const behind = now() - Date.parse(headers.get('date') ?? '');
  const skew = behind > 2 * secondMs ? behind : 0;
  if (skew > 0) probe.note(`The clock of the service is ${Math.round(skew / secondMs)} s behind this machine's.`);
  return new Date(Math.floor((now() - skew) / secondMs) * secondMs).toISOString();
}

async function listedSince(session: Session, probe: Probe, since: string, id: string): Promise<Invoice | undefined> {
  const changed = await changedSince(probe, since, session.settings.maxPages);
  return changed?.find(({ erpInvoiceId }) => erpInvoiceId === id);
}
