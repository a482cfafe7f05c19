import type { Bench } from './bench.ts';
import { today } from './days.ts';
import { type Body, type Endpoint, endpoints } from './endpoints.ts';

async function customer(bench: Bench): Promise<string> {
  return (
    (await bench.discovered.customers())[0]?.erpId ?? Promise.reject(new Error('The customer search finds nobody.'))
  );
}

async function product(bench: Bench): Promise<{ readonly erpSku: string; readonly erpProductId: string }> {
  return (await bench.discovered.products())[0] ?? Promise.reject(new Error('The product search finds nothing.'));
}

/** A draft with a new number and a SKU that can be ordered. */
export async function draftBody(bench: Bench, poNumber = bench.fresh('CT')) {
  const line = { sku: await bench.discovered.draftSku(), qty: 1, unitPrice: 10.5 };
  return { poNumber, currency: bench.target.draftCurrency ?? 'EUR', lines: [line] };
}

/** An invoice of 30 with a new number, for a debtor that takes one. */
export async function invoiceBody(bench: Bench, invoiceNumber = bench.fresh('CI')) {
  const [debtor] = await bench.discovered.pushable();
  if (debtor === undefined) throw new Error('No debtor takes an invoice.');
  const lines = [
    { description: 'Conformance test', quantity: 2, unitPrice: 10, amount: 20 },
    { description: 'Conformance test, second line', quantity: 1, unitPrice: 10, amount: 10 },
  ];
  return { invoiceNumber, ...debtor, issueDate: today(), dueDate: today(), status: 'AUTHORISED', lines };
}

/** A payment of 1.25 on an invoice of its own. */
export async function paymentBody(bench: Bench) {
  const { erpInvoiceId } = await bench.ask(endpoints.pushInvoice, await invoiceBody(bench));
  return { erpInvoiceId, amount: 1.25, paymentDate: today() };
}

/** For any endpoint a body that it accepts, every optional field given that can be without knowing the ERP. */
export async function validBody(bench: Bench, endpoint: Endpoint): Promise<Body> {
  switch (endpoint) {
    case endpoints.addresses:
      return { customerId: await customer(bench), kind: 'shipping' };
    case endpoints.bySku:
      return { sku: (await product(bench)).erpSku, limit: 5 };
    case endpoints.price:
      return { customerErpId: await customer(bench), productErpId: (await product(bench)).erpProductId };
    case endpoints.credit:
      return { customerErpId: await customer(bench) };
    case endpoints.purchaseOrders:
    case endpoints.salesOrders:
    case endpoints.customerInvoices:
      return { customerErpId: await customer(bench), limit: 5 };
    case endpoints.statement:
      return { ...endpoints.statement.shaped, customerErpId: await customer(bench) };
    case endpoints.usage:
      return { ...endpoints.usage.shaped, customerErpId: await customer(bench), sku: (await product(bench)).erpSku };
    case endpoints.draft:
      return draftBody(bench);
    case endpoints.pushInvoice:
      return invoiceBody(bench);
    case endpoints.pushPayment:
      return paymentBody(bench);
    default:
      return endpoint.shaped;
  }
}
