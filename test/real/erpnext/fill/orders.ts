/** Sales orders in every state, delivery notes that are not billed, and purchase orders, which are not a customer's. */
import { type Frappe, nameOf, partyDetails, type Row, rowOf, rowsOf } from '../frappe.ts';
import type { Customers } from './customers.ts';
import { soldCodes } from './items.ts';
import type { Setting } from './settings.ts';

const call = 'erpnext.selling.doctype.sales_order.sales_order';

/** Saves the document that a function of ERPNext has prepared, and submits it, in two steps as the form does. */
export async function submitPrepared(frappe: Frappe, prepared: unknown, values: Row = {}): Promise<Row> {
  const { doctype, ...document } = rowOf(prepared);
  const { name } = await frappe.create(String(doctype), { ...document, ...values });
  return frappe.change(String(doctype), String(name), { docstatus: 1 });
}

/** Moves an order into the state of its index. */
async function moveOn(frappe: Frappe, setting: Setting, name: string, index: number): Promise<void> {
  const status = (value: string): Promise<unknown> => frappe.call(`${call}.update_status`, { status: value, name });
  if (index % 8 === 1) await status('Closed');
  if (index % 8 === 2) await status('On Hold');
  if (index % 8 === 3) await frappe.cancel('Sales Order', name);
  const isPart = index % 8 === 5;
  if (index % 8 === 4 || isPart) {
    const invoice = rowOf(await frappe.call(`${call}.make_sales_invoice`, { source_name: name }));
    const [first, ...others] = rowsOf(invoice.items);
    const items = isPart ? [{ ...first, qty: 1 }] : [first, ...others];
    await submitPrepared(frappe, invoice, {
      ...{ items, set_posting_time: 1, posting_date: '2026-10-05', payment_schedule: [], due_date: '2026-11-05' },
    });
  }
  if (index % 8 === 6) {
    const note = await frappe.call(`${call}.make_delivery_note`, { source_name: name });
    await submitPrepared(frappe, note, { set_warehouse: `Stores - ${setting.abbreviation}` });
  }
}

export async function makeOrders(frappe: Frappe, setting: Setting, { all }: Customers): Promise<void> {
  const { company, abbreviation } = setting;
  for (let index = 0; index < 32; index += 1) {
    const day = `2026-0${1 + (index % 9)}-${10 + (index % 17)}`;
    const code = soldCodes[index % soldCodes.length] ?? '';
    const customer = all[index % all.length] ?? '';
    const { currency, selling_price_list } = await partyDetails(frappe, 'Sales Order', customer, company);
    const order = await frappe.create('Sales Order', {
      ...{ company, customer, currency, selling_price_list, transaction_date: day, delivery_date: '2026-12-01' },
      ...(index % 3 === 0 ? { po_no: `2026/00${index % 21}` } : index % 3 === 1 ? { po_no: `PO-${index}` } : {}),
      ...(index % 4 === 3 ? { taxes_and_charges: setting.taxOnTop } : {}),
      items: [
        { item_code: code, qty: 2 + index, rate: 10.37 + index },
        { item_code: 'NAIL/2', qty: 1 + (index % 3), uom: index % 2 === 0 ? 'Box' : 'Unit', rate: 0.07 },
        { item_code: 'R 17', qty: 2.5, rate: 3.335 },
      ],
      docstatus: index % 8 === 0 ? 0 : 1,
    });
    await moveOn(frappe, setting, nameOf(order), index);
  }
  await frappe.change('Stock Settings', 'Stock Settings', { allow_negative_stock: 1 });
  for (const customer of [all[0], all[1], all[5]])
    await frappe.create('Delivery Note', {
      ...{ company, customer, docstatus: 1, set_warehouse: `Stores - ${abbreviation}` },
      items: [
        { item_code: 'SAW-1', qty: 3, rate: 33.33 },
        { item_code: "O'RING", qty: 7, rate: 0.99 },
      ],
    });
  const supplier = await frappe.create('Supplier', {
    supplier_name: 'Stahl & Co',
    supplier_group: 'All Supplier Groups',
  });
  for (const qty of [10, 250])
    await frappe.create('Purchase Order', {
      ...{
        company,
        supplier: supplier.name,
        transaction_date: '2026-08-03',
        schedule_date: '2026-12-01',
        docstatus: 1,
      },
      items: [{ item_code: 'RAW-1', qty, rate: 1.01, schedule_date: '2026-12-01' }],
    });
}
