/** Two companies of one site, each with a service: the same numbers are documents of their own. */
import { serveErp } from '../../serve.ts';
import { asText, type Row } from '../frappe.ts';
import { push, stampOf, type Trials } from './trial.ts';

/** Pushes the same numbers to both companies, and a payment of one company's invoice to the other. */
export async function companiesTrial(trials: Trials): Promise<readonly string[]> {
  const { frappe, company, debtor } = trials;
  const wrong: string[] = [];
  // Without this ERPNext refuses the second order with the number of a customer, also in another company.
  const isAllowed = (value: number): Promise<Row> =>
    frappe.change('Selling Settings', 'Selling Settings', { allow_against_multiple_purchase_orders: value });
  await isAllowed(1);
  const served = await serveErp({ profile: 'erpnext', environment: trials.otherCompany });
  try {
    const services = [trials, { ...trials, service: served.caller }];
    const companies = [company, trials.otherCompany.ERPNEXT_COMPANY];
    const number = `B ${stampOf()}`;
    const invoice = {
      ...{
        invoiceNumber: number,
        erpDebtorId: debtor,
        issueDate: '2026-11-02',
        dueDate: '2026-12-02',
        currency: 'USD',
      },
      lines: [{ description: 'Work', quantity: 1, unitPrice: 30.03 }],
    };
    const draft = { poNumber: number, currency: 'USD', lines: [{ sku: 'SAW-1', qty: 2, unitPrice: 41.5 }] };
    const ids: string[] = [];
    for (const [path, body, id, doctype] of [
      ['/invoices/push', invoice, 'erpInvoiceId', 'Sales Invoice'],
      ['/sale-draft', draft, 'saleId', 'Sales Order'],
    ] as const)
      for (const [index, one] of services.entries()) {
        const [answer, repeat] = [await push(one, path, body), await push(one, path, body)];
        const name = String(answer.body[id]);
        const document: Row = answer.status === 200 ? await frappe.read(doctype, name) : {};
        if (document.company !== companies[index])
          wrong.push(`${path} to ${companies[index]}: ${answer.status} ${answer.text}, of ${asText(document.company)}`);
        if (repeat.text !== answer.text) wrong.push(`${path} to ${companies[index]}, a repeat: ${repeat.text}`);
        ids.push(name);
      }
    if (new Set(ids).size !== ids.length) wrong.push(`the documents are ${ids.join()}`);
    const [, other] = services;
    const payment = { erpInvoiceId: ids[1], amount: 30.03, paymentDate: '2026-11-05' };
    const refused = await push(trials, '/payments/push', payment);
    if (refused.status !== 422)
      wrong.push(`a payment of the other company's invoice: ${refused.status} ${refused.text}`);
    const paid = other === undefined ? undefined : await push(other, '/payments/push', payment);
    const { outstanding_amount } = await frappe.read('Sales Invoice', ids[1] ?? '');
    if (paid?.status !== 200 || outstanding_amount !== 0)
      wrong.push(`its payment to its own company: ${paid?.status} ${paid?.text}, ${outstanding_amount} are open`);
  } finally {
    await served.close();
    await isAllowed(0);
  }
  return wrong;
}
