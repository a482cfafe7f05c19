/** What is open of a customer, and findings about customers. */
import { type Numeric, sum } from '../../../../../engine/tools/index.ts';
import { type Ledger, mostCustomerInvoices } from '../../core/ledger.ts';

export interface Open {
  readonly amount: Numeric;
  readonly invoiceIds: readonly string[];
}

/** Open amounts of a customer's invoices; undefined where not all of them are listed, or in another currency than the account's. */
export async function openOf(ledger: Ledger, customer: string, currency: string): Promise<Open | undefined> {
  const invoices = await ledger.invoicesOf(customer);
  if (invoices.length >= mostCustomerInvoices || invoices.some((invoice) => invoice.currency !== currency))
    return undefined;
  return {
    amount: sum(invoices.map(({ amountOpen }) => amountOpen)),
    invoiceIds: invoices.map(({ erpInvoiceId }) => erpInvoiceId),
  };
}

/** A customer whose answers differ, and how. */
export interface Differing {
  readonly customer: string;
  readonly what: string;
}

/** Reads the answers for a customer again, so that the requests that a report shows are those of the customer that it names. */
export async function readAgain(
  ledger: Ledger,
  customer: string,
  which: readonly ('creditOf' | 'statementOf' | 'invoicesOf')[],
): Promise<void> {
  ledger.reset();
  for (const one of which) await ledger[one](customer);
}
