/** Pushes that the sandbox does not make. Their documents remain in Odoo. */
import type { Trial } from '../../erp.ts';
import { customersOf } from '../opinions/catalogue.ts';
import { cloneTrial, draftTrial } from './drafts.ts';
import { invoiceTrial } from './invoices.ts';
import { journalTrial, lockedTrial, parallelTrial, rightsTrial } from './payments.ts';
import { idIn, push, stampOf, type Trials } from './trial.ts';

/** For each currency this many invoices. */
const invoicesEach = 25;

async function clones(trials: Trials, debtor: number): Promise<readonly string[]> {
  const request = {
    invoiceNumber: `C ${stampOf()}`,
    erpDebtorId: String(debtor),
    issueDate: '2026-11-02',
    currency: 'EUR',
  };
  const answer = await push(trials, '/invoices/push', {
    ...request,
    lines: [{ description: 'Work', quantity: 1, unitPrice: 5 }],
  });
  return answer.status === 200
    ? cloneTrial(trials, idIn(answer, 'erpInvoiceId'), request.invoiceNumber)
    : [answer.text];
}

export async function odooTrials(trials: Trials): Promise<readonly Trial[]> {
  const [customer] = await customersOf(trials.odoo);
  const debtor = customer?.id ?? 0;
  const run = async (title: string, trial: Promise<readonly string[]>): Promise<Trial> => ({
    title,
    wrong: await trial,
  });
  return [
    await run(
      'invoices of no whole cents are posted over the pushed total',
      invoiceTrial(trials, debtor, invoicesEach),
    ),
    await run('a stated price is the price of the order line', draftTrial(trials)),
    await run('a copy has its own number', clones(trials, debtor)),
    await run(
      'twenty payments at once are accepted or refused within the deadline, and pay no more than is open',
      parallelTrial(trials, debtor),
    ),
    await run('a journal without an outstanding account settles an invoice', journalTrial(trials, debtor)),
    await run('a payment in a locked period keeps its day', lockedTrial(trials, debtor)),
    await run('a missing right is no doubt', rightsTrial(trials, debtor)),
  ];
}
