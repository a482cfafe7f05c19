/** Customers, addresses, items, prices and credit, as the documents, forms and reports of ERPNext state them. */
import Big from 'big.js';
import type { Opinion } from '../../erp.ts';
import { asText, type Frappe, nameOf, numberOf, partyDetails, type Row, rowsOf } from '../frappe.ts';
import { reportRows } from './reports.ts';

/** A customer's document. */
export interface Customer {
  readonly id: string;
  readonly row: Row;
}

export async function customersOf(frappe: Frappe): Promise<readonly Customer[]> {
  const names = await frappe.rows('Customer', [], ['name']);
  const documents = await Promise.all(names.map(({ name }) => frappe.read('Customer', asText(name))));
  return documents.map((row) => ({ id: nameOf(row), row }));
}

/** Addresses of a customer that are not disabled, by the link that the form shows them with. */
async function addressesOf(frappe: Frappe, customer: string): Promise<readonly Row[]> {
  const linked = [
    ['Dynamic Link', 'link_doctype', '=', 'Customer'],
    ['Dynamic Link', 'link_name', '=', customer],
    ['disabled', '=', 0],
  ];
  const fields = ['name', 'address_title', 'address_type', 'is_primary_address', 'is_shipping_address', 'city'];
  return frappe.rows('Address', linked, [...fields, 'address_line1', 'address_line2', 'pincode', 'state', 'country']);
}

/** The parts of an address on one line. */
function lineOf(row: Row): string {
  const place = [asText(row.pincode), asText(row.city)].filter((part) => part !== '').join(' ');
  const parts = [row.address_line1, row.address_line2, place, row.state, row.country].map(asText);
  return parts.filter((part) => part !== '').join(', ');
}

async function customerOpinions(frappe: Frappe, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const opinions: Opinion[] = [];
  for (const { id, row } of customers.filter((one) => one.row.disabled === 0)) {
    const shown = asText(row.customer_primary_address);
    const [first] = (await addressesOf(frappe, id)).toSorted(
      (one, other) => numberOf(other.is_primary_address) - numberOf(one.is_primary_address),
    );
    const city = shown === '' ? asText(first?.city) : asText((await frappe.read('Address', shown)).city);
    const hit = { erpId: id, erpName: row.customer_name, ...(city === '' ? {} : { city }) };
    const request = { query: row.customer_name, limit: 1 };
    opinions.push({ path: '/catalog/customers/search', request, answer: { hits: [hit] } });
  }
  return opinions;
}

async function addressOpinions(frappe: Frappe, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const opinions: Opinion[] = [];
  for (const { id } of customers) {
    const rows = await addressesOf(frappe, id);
    const isOf = (kind: string, row: Row): boolean =>
      kind === 'shipping'
        ? row.address_type === 'Shipping' || row.is_shipping_address === 1
        : row.address_type !== 'Shipping' || row.is_primary_address === 1;
    for (const kind of ['shipping', 'billing']) {
      const preferred = kind === 'shipping' ? 'is_shipping_address' : 'is_primary_address';
      const hits = rows
        .filter((row) => isOf(kind, row))
        .toSorted((one, other) => numberOf(other[preferred]) - numberOf(one[preferred]))
        .map((row) => ({
          erpLocationId: `${id}:${asText(row.name)}:${kind}`,
          erpLabel: asText(row.address_title),
          addressKind: kind,
          address: lineOf(row),
        }));
      const request = { customerId: id, kind };
      opinions.push({ path: '/catalog/customers/addresses', request, answer: { hits } });
    }
  }
  return opinions;
}

/** Items that the field of a sales order offers. */
export async function itemsOf(frappe: Frappe): Promise<readonly Row[]> {
  const filters = [
    ['disabled', '=', 0],
    ['is_sales_item', '=', 1],
    ['has_variants', '=', 0],
  ];
  const items = await frappe.rows('Item', filters, ['name', 'item_name', 'end_of_life', 'sales_uom', 'stock_uom']);
  const today = new Date().toISOString().slice(0, 10);
  return items.filter(({ end_of_life }) => asText(end_of_life) === '' || asText(end_of_life) > today);
}

const itemOpinions = (items: readonly Row[]): readonly Opinion[] =>
  items.flatMap((row) => {
    const hit = { erpSku: row.name, erpDesc: row.item_name, erpProductId: row.name };
    return [
      { path: '/catalog/products/by-sku', request: { sku: row.name, limit: 1 }, answer: { hits: [hit] } },
      { path: '/catalog/products/search', request: { query: row.item_name, limit: 1 }, answer: { hits: [hit] } },
    ];
  });

/** The rate of a line of one piece in a sales order that is saved and deleted again; null without a list price. */
async function priceOf(frappe: Frappe, company: string, customer: string, items: readonly Row[]): Promise<Opinion[]> {
  const { currency, selling_price_list } = await partyDetails(frappe, 'Sales Order', customer, company);
  const delivery_date = '2027-12-31';
  const order = await frappe.create('Sales Order', {
    ...{ company, customer, currency, selling_price_list, delivery_date },
    items: items.map(({ name }) => ({ item_code: name, qty: 1, delivery_date })),
  });
  await frappe.remove('Sales Order', nameOf(order));
  return rowsOf(order.items).map((line) => ({
    path: '/pricing/resolve',
    request: { customerErpId: customer, productErpId: line.item_code },
    answer: {
      systemUnitPrice: numberOf(line.price_list_rate) === 0 ? null : new Big(numberOf(line.rate)).round(6).toString(),
    },
  }));
}

/** The limits that the report of credit balances shows. It leaves out customers whose limit is that of their group or company. */
async function creditOpinions(
  frappe: Frappe,
  company: string,
  customers: readonly Customer[],
): Promise<readonly Opinion[]> {
  const { default_currency: currency, credit_limit } = await frappe.read('Company', company);
  const balances = await reportRows(frappe, 'Customer Credit Balance', { company });
  const groups = await Promise.all(
    (await frappe.rows('Customer Group', [], ['name'])).map(({ name }) => frappe.read('Customer Group', asText(name))),
  );
  const hasLimit = (document: Row): boolean => rowsOf(document.credit_limits).some((row) => row.company === company);
  const limited = new Set(groups.filter(hasLimit).map(nameOf));
  const isInReport = ({ row }: Customer): boolean =>
    hasLimit(row) || (numberOf(credit_limit) === 0 && !limited.has(asText(row.customer_group)));
  return customers.filter(isInReport).map(({ id }) => {
    const balance = balances.find(({ customer }) => customer === id);
    return {
      path: '/credit/customer',
      request: { customerErpId: id },
      answer: {
        creditLimit: balance?.credit_limit ?? null,
        creditUsed: balance === undefined ? null : new Big(numberOf(balance.outstanding_amt)).round(2).toString(),
        currency,
      },
    };
  });
}

/** The address of a customer's primary contact, else of its first one. */
async function debtorOpinion(frappe: Frappe, customers: readonly Customer[]): Promise<Opinion> {
  const debtors = await Promise.all(
    customers.map(async ({ id, row }) => {
      const linked = [
        ['Dynamic Link', 'link_doctype', '=', 'Customer'],
        ['Dynamic Link', 'link_name', '=', id],
      ];
      const contacts = await frappe.rows('Contact', linked, ['name', 'email_id', 'is_primary_contact']);
      const [first] = contacts.toSorted(
        (one, other) => numberOf(other.is_primary_contact) - numberOf(one.is_primary_contact),
      );
      const email = asText(row.email_id) === '' ? asText(first?.email_id) : asText(row.email_id);
      return { erpDebtorId: id, name: row.customer_name, ...(email === '' ? {} : { email }) };
    }),
  );
  return { path: '/debtors/list', request: {}, answer: { debtors } };
}

export async function catalogueOpinions(
  frappe: Frappe,
  company: string,
  customers: readonly Customer[],
): Promise<readonly Opinion[]> {
  const items = await itemsOf(frappe);
  const buyers = customers.filter(({ row }) => row.disabled === 0 && row.is_frozen === 0);
  const prices: Opinion[] = [];
  for (const { id } of buyers) prices.push(...(await priceOf(frappe, company, id, items)));
  return [
    ...(await customerOpinions(frappe, customers)),
    ...(await addressOpinions(frappe, customers)),
    ...itemOpinions(items),
    ...prices,
    ...(await creditOpinions(frappe, company, customers)),
    await debtorOpinion(frappe, customers),
  ];
}
