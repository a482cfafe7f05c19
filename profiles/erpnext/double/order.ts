/** Creation of a sales order, as `POST /api/resource/Sales Order` of Frappe. */
import {
  type Body,
  type Database,
  decimalsOf,
  FrappeError,
  insert,
  literal,
  nextName,
  oneRow,
  recordsOf,
  settingOf,
} from './frappe.ts';
import { checkedCustomer, child, companyOf, exchangeRate, meta, type Session, year } from './records.ts';

/** A sales order, whose taxes are percentages of the net total. */
export async function createOrder(database: Database, session: Session, body: Body): Promise<Body> {
  const items = recordsOf(body.items);
  if (body.customer === undefined || items.length === 0)
    throw new FrappeError('MandatoryError', '[Sales Order]: customer, items');
  const customer = await checkedCustomer(database, body.customer);
  const company = await companyOf(database, body.company);
  const [double] = await database.run(
    `SELECT name FROM \`tabSales Order\` WHERE COALESCE(po_no, '') = ${literal(body.po_no ?? '-')} AND docstatus < 2 AND customer = ${literal(customer.name)}`,
  );
  if (
    double !== undefined &&
    (await settingOf(database, 'Selling Settings', 'allow_against_multiple_purchase_orders')) !== '1'
  )
    throw new FrappeError(
      'ValidationError',
      `Sales Order ${double.name} already exists against Customer's Purchase Order ${body.po_no}.`,
    );
  const decimals = await decimalsOf(database);
  const rate = await exchangeRate(database, body.currency, company, body.transaction_date);
  const amounts = items.map((item) => `ROUND(${literal(item.qty)} * ${literal(item.rate)}, ${decimals})`);
  const net = `(${amounts.join(' + ')})`;
  const taxes = recordsOf(body.taxes).map((tax) => `ROUND(${net} * ${literal(tax.rate)} / 100, ${decimals})`);
  const tax = `(${['0', ...taxes].join(' + ')})`;
  const name = await nextName(database, 'Sales Order', `SAL-ORD-${year(session)}-`);
  await insert(database, 'Sales Order', {
    ...meta(session, name, 0),
    customer: literal(customer.name),
    customer_name: literal(customer.customer_name),
    order_type: literal(body.order_type),
    company: literal(company.name),
    transaction_date: literal(body.transaction_date),
    delivery_date: literal(body.delivery_date),
    po_no: literal(body.po_no),
    currency: literal(body.currency),
    conversion_rate: rate,
    selling_price_list: literal(body.selling_price_list),
    ignore_pricing_rule: literal(body.ignore_pricing_rule),
    taxes_and_charges: literal(body.taxes_and_charges),
    status: literal('Draft'),
    total: net,
    net_total: net,
    base_net_total: `${net} * ${rate}`,
    total_taxes_and_charges: tax,
    grand_total: `${net} + ${tax}`,
    base_grand_total: `(${net} + ${tax}) * ${rate}`,
    rounded_total: `${net} + ${tax}`,
  });
  for (const [index, item] of items.entries()) {
    const row = await oneRow(
      database,
      `SELECT * FROM tabItem WHERE name = ${literal(item.item_code)}`,
      `Could not find Item: ${item.item_code}`,
    );
    const factor = `COALESCE((SELECT MAX(u.conversion_factor) FROM \`tabUOM Conversion Detail\` u
      WHERE u.parent IN (${literal(row.name)}, ${literal(row.variant_of)}) AND u.uom = ${literal(item.uom)}), 1)`;
    await insert(database, 'Sales Order Item', {
      ...child(session, name, 'Sales Order', 'items', index, 0),
      item_code: literal(row.name),
      item_name: literal(row.item_name),
      delivery_date: literal(item.delivery_date),
      qty: literal(item.qty),
      stock_uom: literal(row.stock_uom),
      uom: literal(item.uom),
      conversion_factor: factor,
      stock_qty: `${literal(item.qty)} * ${factor}`,
      discount_percentage: literal(item.discount_percentage),
      rate: literal(item.rate),
      amount: amounts[index] ?? '0',
      net_rate: literal(item.rate),
      net_amount: amounts[index] ?? '0',
    });
  }
  for (const [index, row] of recordsOf(body.taxes).entries())
    await insert(database, 'Sales Taxes and Charges', {
      ...child(session, name, 'Sales Order', 'taxes', index, 0),
      charge_type: literal(row.charge_type),
      account_head: literal(row.account_head),
      description: literal(row.description),
      rate: literal(row.rate),
      tax_amount: taxes[index] ?? '0',
      total: `${net} + ${tax}`,
    });
  return { name, creation: session.now, docstatus: 0, status: 'Draft' };
}
