/** Writes that the sandbox does not make. Their documents remain in ERPNext. */
import type { Trial } from '../../erp.ts';
import { companiesTrial } from './companies.ts';
import { copyTrial, draftTrial, invoiceTrial } from './continued.ts';
import { parallelTrial, rightsTrial, sameTrial, totalsTrial } from './pushes.ts';
import { taxTrial } from './taxes.ts';
import { termsTrial } from './terms.ts';
import type { Trials } from './trial.ts';

/** Invoices of odd amounts. */
const invoices = 12;

/** `bank`: the name of the account of payments in ERPNext. */
export async function erpnextTrials(trials: Trials, bank: string): Promise<readonly Trial[]> {
  const run = async (title: string, trial: Promise<readonly string[]>): Promise<Trial> => ({
    title,
    wrong: await trial,
  });
  return [
    await run('invoices of no whole cents are posted over the pushed total', totalsTrial(trials, invoices)),
    await run('a draft keeps its prices when it is submitted, invoiced and paid', draftTrial(trials, bank)),
    await run('payments, returns and cancellations in ERPNext change the invoice', invoiceTrial(trials, bank)),
    await run('a copy and an amendment have their own numbers', copyTrial(trials)),
    await run('ten callers of one key make one document', sameTrial(trials)),
    await run('twenty payments at once pay no more than is open', parallelTrial(trials)),
    await run('a missing role is no doubt', rightsTrial(trials)),
    await run('drafts have the taxes of tax rules, pushed invoices have none', taxTrial(trials)),
    await run('invoices with terms that are paid one by one', termsTrial(trials, bank)),
    await run('the same numbers in two companies are documents of their own', companiesTrial(trials)),
  ];
}
