/** The customer that drafts are booked to. */
import type { CheckContext } from '../../core/context.ts';
import { notPossible } from '../../core/outcome.ts';
import type { Body } from '../../core/requests.ts';
import { rowsWritten } from '../../core/written-rows.ts';
import { placeOf, rowAt } from '../../metamorphic/places.ts';
import { readRows } from '../../metamorphic/rows.ts';
import { shownCustomer } from '../../metamorphic/subjects.ts';

/**
 * Sends a draft, and finds its customer among the sales orders. Where the draft is not listed, as a quotation is, the rows that another draft adds
 * name the customer. Ends the check as not tested where neither shows it.
 */
export async function customerOfDraft(context: CheckContext, body: Body): Promise<string> {
  const { orders: before } = await context.ask('/sales-orders/list', { limit: 100 });
  const { saleId, saleNumber } = await context.ask('/sale-draft', body);
  const { orders } = await context.ask('/sales-orders/list', { limit: 100 });
  // An ERP may number quotations and orders separately: an order that was there before is not the draft.
  const order = orders.find(
    ({ erpSoId, soNumber }) =>
      (erpSoId === saleId || soNumber === saleNumber) && !before.some((one) => one.erpSoId === erpSoId),
  );
  return (
    order?.customerErpId ??
    (await customerOfRows(context)) ??
    notPossible(
      'the draft is not among the sales orders, and its rows name no customer, so that its customer is unknown',
    )
  );
}

/** The only customer that the rows of a draft refer to. */
async function customerOfRows(context: CheckContext): Promise<string | undefined> {
  const data = context.fixture?.data;
  if (data === undefined) return undefined;
  const written = await rowsWritten(data, async () => {
    await context.ask('/sale-draft', await context.discovered.draft());
  });
  const rows = await readRows(data);
  const customers = await context.discovered.customers();
  const place = placeOf(rows, customers.map(shownCustomer));
  if (place === undefined) return undefined;
  const named = new Set(written.flatMap(({ table, row, isNew }) => (isNew ? rows.referredToBy({ table, row }) : [])));
  const ids = customers.flatMap((customer) => {
    const row = rowAt(rows, place, shownCustomer(customer));
    return row !== undefined && named.has(row) ? [customer.erpId] : [];
  });
  return ids.length === 1 ? ids[0] : undefined;
}
