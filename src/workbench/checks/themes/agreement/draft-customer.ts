/** The customer that drafts are booked to. */
import type { CheckContext } from '../../core/context.ts';
import { notPossible } from '../../core/outcome.ts';
import type { Body } from '../../core/requests.ts';

/** Sends a draft, and finds its customer among the sales orders. Ends the check as not tested where the draft is not listed. */
export async function customerOfDraft(context: CheckContext, body: Body): Promise<string> {
  const { saleId, saleNumber } = await context.ask('/sale-draft', body);
  const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
  const order = orders.find(({ erpSoId, soNumber }) => erpSoId === saleId || soNumber === saleNumber);
  return (
    order?.customerErpId ?? notPossible('the draft is not among the sales orders, so that its customer is unknown')
  );
}
