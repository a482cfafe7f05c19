/** Items: sold, not sold, disabled, at the end of their life, variants, in boxes, with HTML in their description, and a unit that must be whole. */
import type { Frappe, Row } from '../frappe.ts';

/** Codes of items that orders and invoices are made of. */
export const soldCodes = ['SAW-1', 'NAIL/2', 'R 17', 'GLOVE-S', "O'RING", 'TEA 50%'] as const;

export async function makeItems(frappe: Frappe): Promise<void> {
  const item = (item_code: string, item_name: string, values: Row = {}): Promise<Row> =>
    frappe.create('Item', {
      ...{ item_code, item_name, item_group: 'Products', stock_uom: 'Nos', is_stock_item: 0, ...values },
    });
  await item('SAW-1', 'Säge, klein', {
    item_group: 'Hand tools',
    brand: 'Löwe',
    description: '<p>Blatt <b>30 cm</b></p>',
  });
  await item('SAW-2', 'Säge, groß', { item_group: 'Hand tools' });
  await item('NAIL/2', 'Nägel 2"', {
    ...{ stock_uom: 'Unit', sales_uom: 'Box' },
    uoms: [
      { uom: 'Unit', conversion_factor: 1 },
      { uom: 'Box', conversion_factor: 144 },
    ],
  });
  await item('R 17', 'Rohr 17 mm', { stock_uom: 'Meter' });
  await item("O'RING", "O'Ring 5 mm");
  await item('TEA 50%', 'Tee_grün', { description: 'Tee & Kräuter' });
  await item('SERVICE', 'Montage', { item_group: 'Services', stock_uom: 'Hour' });
  await item('PART-OLD', 'Ersatzteil (alt)', { end_of_life: '2026-02-01' });
  await item('PART-OFF', 'Ersatzteil (gesperrt)', { disabled: 1 });
  await item('RAW-1', 'Rohstoff', { is_sales_item: 0 });
  await item('STOCK-1', 'Kiste vom Lager', { is_stock_item: 1 });
  await frappe.create('Item Attribute', {
    attribute_name: 'Glove size',
    item_attribute_values: [
      { attribute_value: 'S', abbr: 'S' },
      { attribute_value: 'L', abbr: 'L' },
    ],
  });
  await item('GLOVE', 'Handschuh', { has_variants: 1, attributes: [{ attribute: 'Glove size' }] });
  for (const size of ['S', 'L'])
    await item(`GLOVE-${size}`, `Handschuh ${size}`, {
      variant_of: 'GLOVE',
      attributes: [{ attribute: 'Glove size', attribute_value: size }],
    });
}

export async function makePriceLists(frappe: Frappe): Promise<void> {
  for (const [price_list_name, currency, enabled] of [
    ['Trade', 'EUR', 1],
    ['Dollars', 'USD', 1],
    ['Dinars', 'KWD', 1],
    ['Withdrawn', 'EUR', 1],
  ] as const)
    await frappe.create('Price List', { price_list_name, currency, enabled, selling: 1, buying: 0 });
  // Pushed invoices may have lines of less than zero.
  await frappe.change('Selling Settings', 'Selling Settings', {
    ...{ selling_price_list: 'Standard Selling', allow_negative_rates_for_items: 1 },
  });
}

/** Prices with days, units and customers, and pricing rules of every kind that changes the price of a line. */
export async function makePrices(
  frappe: Frappe,
  company: string,
  customers: { group: string; priced: string },
): Promise<void> {
  const price = (item_code: string, price_list: string, price_list_rate: number, values: Row = {}): Promise<Row> =>
    frappe.create('Item Price', { item_code, price_list, price_list_rate, valid_from: '2026-01-01', ...values });
  await price('SAW-1', 'Standard Selling', 107.35);
  await price('SAW-1', 'Standard Selling', 99.995, { valid_from: '2026-06-01', valid_upto: '2026-12-31' });
  await price('SAW-1', 'Standard Selling', 88, { valid_from: '2027-03-01' });
  await price('SAW-1', 'Standard Selling', 95.5, { customer: customers.priced });
  await price('SAW-1', 'Trade', 90.01);
  await price('SAW-1', 'Dollars', 121.37);
  await price('SAW-1', 'Dinars', 33.125);
  await price('SAW-2', 'Standard Selling', 210);
  await price('NAIL/2', 'Standard Selling', 0.07, { uom: 'Unit' });
  await price('NAIL/2', 'Trade', 8.88, { uom: 'Box' });
  await price('NAIL/2', 'Dollars', 0.085, { uom: 'Unit' });
  await price('R 17', 'Standard Selling', 3.335);
  await price('R 17', 'Trade', 3.3, { packing_unit: 5 });
  await price('R 17', 'Dollars', 3.9, { valid_upto: '2026-03-31' });
  await price('GLOVE-S', 'Standard Selling', 12.5);
  await price('GLOVE-L', 'Standard Selling', 13.99);
  await price("O'RING", 'Standard Selling', 0.99);
  await price("O'RING", 'Withdrawn', 0.5);
  await frappe.change('Price List', 'Withdrawn', { enabled: 0 });
  await price('TEA 50%', 'Standard Selling', 4.45);
  await price('STOCK-1', 'Standard Selling', 19.9);
  await price('SERVICE', 'Standard Selling', 0);
  const rule = (title: string, values: Row): Promise<Row> =>
    frappe.create('Pricing Rule', {
      ...{ title, selling: 1, buying: 0, currency: 'EUR', company, price_or_product_discount: 'Price' },
      ...values,
    });
  const ofItem = (item_code: string): Row => ({ apply_on: 'Item Code', items: [{ item_code }] });
  const percent = (discount_percentage: number): Row => ({
    rate_or_discount: 'Discount Percentage',
    discount_percentage,
  });
  await rule('Tools for wholesale', {
    ...{ apply_on: 'Item Group', item_groups: [{ item_group: 'Tools' }] },
    ...{ applicable_for: 'Customer Group', customer_group: customers.group, ...percent(7.5), priority: '1' },
  });
  await rule('Brand', {
    apply_on: 'Brand',
    brands: [{ brand: 'Löwe' }],
    ...percent(3),
    priority: '2',
    applicable_for: 'Territory',
    territory: 'Nordseeküste',
  });
  await rule('Ring at a rate', {
    ...ofItem("O'RING"),
    rate_or_discount: 'Rate',
    rate: 0.85,
    applicable_for: 'Customer',
    customer: customers.priced,
  });
  await rule('Ring by quantity', { ...ofItem("O'RING"), min_qty: 10, ...percent(20) });
  await rule('Tea by amount', { ...ofItem('TEA 50%'), rate_or_discount: 'Discount Amount', discount_amount: 0.333 });
  await rule('Tube with a margin', {
    ...ofItem('R 17'),
    margin_type: 'Percentage',
    margin_rate_or_amount: 12.5,
    ...percent(0),
  });
  await rule('Tube in spring', {
    ...ofItem('R 17'),
    ...percent(50),
    valid_from: '2026-03-01',
    valid_upto: '2026-05-31',
    priority: '9',
  });
  await rule('Saw next year', { ...ofItem('SAW-2'), ...percent(30), valid_from: '2027-01-01' });
  await rule('Saw off', { ...ofItem('SAW-2'), ...percent(40), disable: 1 });
  await rule('Saw of a list', { ...ofItem('SAW-2'), ...percent(5), for_price_list: 'Standard Selling' });
  await rule('Gloves', { ...ofItem('GLOVE'), ...percent(10) });
  await rule('Boxes', { apply_on: 'Item Code', items: [{ item_code: 'NAIL/2', uom: 'Box' }], ...percent(2.5) });
}
