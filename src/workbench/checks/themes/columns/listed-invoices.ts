/** Invoices of the two lists, each with what its row is found by. */
import type { AnswerOf } from '../../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';

type Of<Invoice extends { readonly erpInvoiceId: string; readonly invoiceNumber: string }> = Invoice & {
  readonly id: string;
  /** A text that its row has, too. */
  readonly also: string;
};
type Imported = AnswerOf<'/invoices/list'>['invoices'][number];
type OfCustomer = AnswerOf<'/customer-invoices/list'>['invoices'][number];
export type ListedInvoice = Of<Imported> | Of<OfCustomer>;

/** The invoices of `/invoices/list`. */
export const invoices = async ({ ledger }: CheckContext): Promise<readonly Of<Imported>[]> =>
  (await ledger.invoices()).map((one) => ({ ...one, id: one.erpInvoiceId, also: one.invoiceNumber }));

/** The invoices of `/customer-invoices/list` of all customers. */
export async function customerInvoices({ ledger }: CheckContext): Promise<readonly Of<OfCustomer>[]> {
  const all: OfCustomer[] = [];
  for (const customer of await ledger.customers()) all.push(...(await ledger.invoicesOf(customer)));
  return all.map((one) => ({ ...one, id: one.erpInvoiceId, also: one.invoiceNumber }));
}
