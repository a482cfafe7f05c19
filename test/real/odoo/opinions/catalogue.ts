/** Customers, addresses, products and prices, as Odoo's models state them. */
import Big from 'big.js';
import type { Opinion } from '../../erp.ts';
import { idOf, idsOf, numberOf, type Odoo, type Row, textOf } from '../odoo.ts';

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly row: Row;
}

/** Contacts at the top of a family, as the dialogue of an order offers them. The service lists those with an order or a posted document. */
export async function customersOf(odoo: Odoo): Promise<readonly Customer[]> {
  const fields = ['name', 'city', 'email', 'customer_rank', 'commercial_partner_id', 'credit', 'credit_limit'];
  const partners = await odoo.rows('res.partner', [['parent_id', '=', false]], fields);
  const ordered = await odoo.rows('sale.order', [['state', '!=', 'cancel']], ['partner_id']);
  const orderers = await odoo.rows(
    'res.partner',
    [['id', 'in', ordered.map((one) => idOf(one.partner_id))]],
    ['commercial_partner_id'],
  );
  const withOrder = new Set(orderers.map((one) => idOf(one.commercial_partner_id)));
  return partners
    .filter((one) => numberOf(one.customer_rank) > 0 || withOrder.has(numberOf(one.id)))
    .map((row) => ({ id: numberOf(row.id), name: textOf(row.name), row }));
}

const customerOpinion = ({ id, name, row }: Customer): Opinion => ({
  path: '/catalog/customers/search',
  request: { query: name, limit: 1 },
  answer: {
    hits: [{ erpId: String(id), erpName: name, ...(textOf(row.city) === '' ? {} : { city: textOf(row.city) }) }],
  },
});

/** The parts of an address on one line. */
function lineOf(row: Row, names: ReadonlyMap<number, string>): string {
  const place = [textOf(row.zip), textOf(row.city)].filter((part) => part !== '').join(' ');
  const country = names.get(idOf(row.country_id) ?? 0) ?? '';
  const state = Array.isArray(row.state_id) ? String(row.state_id[1]).replace(/ \(\w+\)$/, '') : '';
  return [textOf(row.street), textOf(row.street2), place, state, country].filter((part) => part !== '').join(', ');
}

async function addressOpinions(odoo: Odoo, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const countries = await odoo.rows('res.country', [], ['name']);
  const names = new Map(countries.map((one) => [numberOf(one.id), textOf(one.name)]));
  const fields = ['name', 'type', 'street', 'street2', 'zip', 'city', 'state_id', 'country_id'];
  const opinions: Opinion[] = [];
  for (const { id } of customers) {
    const family = await odoo.rows('res.partner', [['commercial_partner_id', '=', id]], fields);
    const hits = [['delivery', 'shipping'] as const, ['invoice', 'billing'] as const].flatMap(([type, addressKind]) => {
      const customerRows = family.filter((one) => one.id === id);
      const typed = family.filter((one) => one.type === type && one.id !== id);
      return (typed.length === 0 ? customerRows : typed).map((row) => ({
        ...{ erpLocationId: String(row.id), erpLabel: textOf(row.name), addressKind, address: lineOf(row, names) },
      }));
    });
    for (const kind of ['shipping', 'billing'])
      opinions.push({
        path: '/catalog/customers/addresses',
        request: { customerId: String(id), kind },
        answer: { hits: hits.filter((one) => one.addressKind === kind) },
      });
  }
  return opinions;
}

interface Product {
  readonly id: number;
  readonly sku: string;
}

const sold = [
  ['sale_ok', '=', true],
  ['default_code', '!=', false],
];

export async function productsOf(odoo: Odoo): Promise<readonly Product[]> {
  const foundRows = await odoo.rows('product.product', sold, ['default_code']);
  return foundRows.map(({ id, default_code }) => ({ id: numberOf(id), sku: textOf(default_code) }));
}

/** Odoo shows a product as `[reference] name (values)`. */
async function productOpinions(odoo: Odoo): Promise<readonly Opinion[]> {
  const foundRows = await odoo.rows('product.product', sold, ['default_code', 'display_name']);
  return foundRows.flatMap((row) => {
    const [sku, shown] = [textOf(row.default_code), textOf(row.display_name)];
    const hit = { erpSku: sku, erpDesc: shown.replace(`[${sku}] `, ''), erpProductId: String(row.id) };
    return [
      { path: '/catalog/products/by-sku', request: { sku, limit: 1 }, answer: { hits: [hit] } },
      { path: '/catalog/products/search', request: { query: hit.erpDesc, limit: 1 }, answer: { hits: [hit] } },
    ];
  });
}

/** The price that Odoo puts into an order of one piece, with the six decimals that the profile answers; the order is deleted again. */
async function priceOpinions(odoo: Odoo, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const products = await productsOf(odoo);
  const opinions: Opinion[] = [];
  for (const { id } of customers) {
    const order_line = products.map((product) => [0, 0, { product_id: product.id, product_uom_qty: 1 }]);
    const order = await odoo.create('sale.order', { partner_id: id, order_line });
    const lines = await odoo.rows(
      'sale.order.line',
      [['order_id', '=', order]],
      ['product_id', 'price_unit', 'discount'],
    );
    await odoo.call('sale.order', 'unlink', [[order]]);
    for (const line of lines) {
      const price = new Big(numberOf(line.price_unit))
        .times(new Big(100).minus(numberOf(line.discount)))
        .div(100)
        .round(6, Big.roundHalfUp);
      const request = { customerErpId: String(id), productErpId: String(idOf(line.product_id)) };
      opinions.push({
        path: '/pricing/resolve',
        request,
        answer: { systemUnitPrice: price.eq(0) ? null : price.toString() },
      });
    }
  }
  return opinions;
}

export async function catalogueOpinions(odoo: Odoo, customers: readonly Customer[]): Promise<readonly Opinion[]> {
  const companies = await odoo.rows('res.company', [['id', '=', 1]], ['currency_id']);
  const currency = Array.isArray(companies[0]?.currency_id) ? String(companies[0].currency_id[1]) : '';
  return [
    ...customers.map(customerOpinion),
    ...(await addressOpinions(odoo, customers)),
    ...(await productOpinions(odoo)),
    ...(await priceOpinions(odoo, customers)),
    ...customers.map(({ id, row }) => ({
      path: '/credit/customer',
      request: { customerErpId: String(id) },
      answer: {
        creditLimit: numberOf(row.credit_limit) === 0 ? null : row.credit_limit,
        creditUsed: Number(numberOf(row.credit).toFixed(6)),
        currency,
      },
    })),
    {
      path: '/debtors/list',
      request: {},
      answer: {
        debtors: customers
          .map(({ id, name, row }) => ({ erpDebtorId: String(id), name, email: textOf(row.email) || undefined }))
          .map(({ email, ...one }) => (email === undefined ? one : { ...one, email })),
      },
    },
  ];
}

export const familyOf = async (odoo: Odoo, id: number): Promise<readonly number[]> =>
  idsOf(
    await odoo.call('res.partner', 'search', [[['commercial_partner_id', '=', id]]], {
      context: { active_test: false },
    }),
  );
