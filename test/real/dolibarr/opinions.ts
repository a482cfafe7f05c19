/** The results of Dolibarr's own classes, as answers of the read endpoints. */
import Big from 'big.js';
import type { Opinion } from '../erp.ts';
import type { Records } from './data.ts';
import { type FormPrice, formPrices } from './form-prices.ts';
import type { Dolibarr } from './installation.ts';

type Customer = Records['customers'][string];
type Invoice = Records['invoices'][string];

const currency = 'EUR';
const oneLine = (address: string): string => address.replaceAll(/\s*[\r\n,]+\s*/g, ', ').trim();
const words = new Map([
  [-1, 'cancelled'],
  [0, 'draft'],
  [1, 'authorised'],
  [2, 'partly delivered'],
  [3, 'delivered'],
]);
const purchaseWords = new Map([...words, [0, 'open'], [1, 'open'], [2, 'open']]);
const states = ['', 'AUTHORISED', 'PAID', 'VOIDED'];

/** Closed and abandoned invoices have nothing open for the platform, whatever was paid. */
const openOf = (one: Invoice): string => (one.status === 1 ? one.open : '0');
/** A pushed invoice has the number it was pushed with. */
const numberOf = (one: Invoice): string =>
  (one.key ?? '') === '' || (one.reference ?? '') === '' ? one.ref : (one.reference ?? one.ref);

function addresses(id: string, customer: Customer): Opinion {
  const addressField = customer.country === 'US' ? {} : { address: oneLine(customer.address) }; // another order of the parts there
  const placed = customer.contacts.filter(({ address }) => address !== '');
  const isDelivery = (roles: readonly string[]): boolean => roles.includes('SHIPPING') || !roles.includes('BILLING');
  const rows = [{ erpLocationId: `${id}:0:B`, erpLabel: customer.name, addressKind: 'billing', ...addressField }];
  if (!placed.some(({ roles }) => isDelivery(roles)))
    rows.push({ erpLocationId: `${id}:0:S`, erpLabel: customer.name, addressKind: 'shipping', ...addressField });
  for (const { id: contact, roles, name, address } of placed) {
    const place = { erpLabel: name, address: oneLine(address) };
    if (roles.includes('BILLING')) rows.push({ erpLocationId: `${id}:${contact}:B`, addressKind: 'billing', ...place });
    if (isDelivery(roles)) rows.push({ erpLocationId: `${id}:${contact}:S`, addressKind: 'shipping', ...place });
  }
  return { path: '/catalog/customers/addresses', request: { customerId: id }, answer: { hits: rows } };
}

function ofCustomer(id: string, customer: Customer, invoices: Records['invoices']): readonly Opinion[] {
  const { name, town, limit, outstanding, credits } = customer;
  const theirs = Object.entries(invoices)
    .filter(([, one]) => String(one.customer) === id)
    .sort(([a, one], [b, other]) => (other.date ?? '').localeCompare(one.date ?? '') || Number(b) - Number(a));
  const hit = { erpId: id, erpName: name, ...(town === null ? {} : { city: town }) };
  const listed = theirs.map(([erpInvoiceId, one]) => ({
    ...{ erpInvoiceId, invoiceNumber: numberOf(one), issueDate: one.date, dueDate: one.due, currency: one.currency },
    ...{ amountTotal: one.total, amountOpen: openOf(one) },
  }));
  return [
    { path: '/catalog/customers/search', request: { query: name }, answer: { hits: customer.isCustomer ? [hit] : [] } },
    addresses(id, customer),
    {
      path: '/credit/customer',
      request: { customerErpId: id },
      answer: { creditLimit: limit, creditUsed: limit === null ? null : outstanding, currency },
    },
    { path: '/customer-invoices/list', request: { customerErpId: id, limit: 100 }, answer: { invoices: listed } },
    {
      // Credit notes that were not used yet are on the account; Dolibarr's sum of open bills leaves them out. It includes payments of later days.
      path: '/customer-statement/get',
      request: { customerErpId: id, periodEnd: '2099-12-31' },
      answer: { closingBalance: new Big(outstanding).minus(credits).toString(), currency },
    },
  ];
}

function imports({ customers, invoices }: Records): readonly Opinion[] {
  const debtors = Object.entries(customers).map(([erpDebtorId, { name, email }]) => ({ erpDebtorId, name, email }));
  const rows = Object.entries(invoices).map(([erpInvoiceId, one]) => ({
    ...{ erpInvoiceId, invoiceNumber: numberOf(one), erpDebtorId: String(one.customer), issueDate: one.date },
    ...{ debtorName: customers[one.customer]?.name, dueDate: one.due, currency: one.currency },
    ...{ amountTotal: one.total, amountOutstanding: openOf(one), status: states[one.status], lines: one.lines },
  }));
  const payments = Object.entries(invoices)
    .flatMap(([erpInvoiceId, one]) =>
      one.payments.map(({ id, amount, date }) => {
        return { id, row: { erpPaymentId: `${id}:${erpInvoiceId}`, erpInvoiceId, amount, paymentDate: date } };
      }),
    )
    .sort((one, other) => one.id - other.id)
    .map(({ row }) => row);
  return [
    { path: '/debtors/list', request: {}, answer: { debtors } },
    { path: '/invoices/list', request: {}, answer: { invoices: rows } },
    { path: '/payments/list', request: {}, answer: { payments } },
  ];
}

function orders({ orders: all }: Records): readonly Opinion[] {
  const sorted = Object.entries(all).sort(
    ([a, one], [b, other]) => (other.date ?? '').localeCompare(one.date ?? '') || Number(b) - Number(a),
  );
  const sales = sorted.map(([erpSoId, one]) => ({
    ...{ erpSoId, soNumber: one.ref, customerErpId: String(one.customer), status: words.get(one.status) },
    orderDate: one.date,
  }));
  const purchases = sorted
    .filter(([, { reference }]) => (reference ?? '') !== '')
    .map(([erpPoId, one]) => ({
      ...{ erpPoId, poNumber: one.reference, customerErpId: String(one.customer) },
      ...{ status: purchaseWords.get(one.status), orderDate: one.date },
    }));
  const usage = new Map<string, { customerErpId: string; sku: string; units: Big }>();
  for (const one of Object.values(all).filter(({ status }) => status >= 1))
    for (const { sku, quantity } of one.lines) {
      if (sku === null) continue;
      const key = `${one.customer} ${sku}`;
      const usageSoFar = usage.get(key) ?? { customerErpId: String(one.customer), sku, units: new Big(0) };
      usage.set(key, { ...usageSoFar, units: usageSoFar.units.plus(quantity) });
    }
  return [
    { path: '/sales-orders/list', request: { limit: 100 }, answer: { orders: sales } },
    { path: '/purchase-orders/list', request: { limit: 100 }, answer: { orders: purchases } },
    ...[...usage.values()].map(({ customerErpId, sku, units }) => ({
      path: '/sales-orders/usage',
      request: { customerErpId, sku, periodStart: '2020-01-01' },
      answer: { units: units.round(0, Big.roundUp).toString() },
    })),
  ];
}

function products({ products: all }: Records): readonly Opinion[] {
  return Object.entries(all).flatMap(([erpProductId, { sku, label, forSale }]) => {
    const hits = forSale ? [{ erpSku: sku, erpDesc: label, erpProductId }] : [];
    return [
      { path: '/catalog/products/by-sku', request: { sku }, answer: { hits } },
      { path: '/catalog/products/search', request: { query: label }, answer: { hits } },
    ];
  });
}

/** The price of the form of an order, less the discount that the form fills in, in the currency of the customer. */
function prices({ customers, products: all, rates }: Records, shownPrices: readonly FormPrice[]): readonly Opinion[] {
  return shownPrices.map(({ customer, product, price }) => {
    const { discount, currency: customerCurrency } = customers[customer] ?? { discount: '0', currency };
    const rate = customerCurrency === currency ? '1' : (rates[customerCurrency] ?? '1');
    const isFree = new Big(price).eq(0) || all[product]?.forSale !== true;
    const net = new Big(price)
      .times(new Big(100).minus(discount || '0'))
      .div(100)
      .times(rate);
    return {
      path: '/pricing/resolve',
      request: { customerErpId: customer, productErpId: product },
      answer: { systemUnitPrice: isFree ? null : net.round(5, Big.roundHalfUp).toString() },
    };
  });
}

/** Asks for everything. Prices are those of the form of an order, of `priced` customers (by id). */
export async function opinionsOf(
  erp: Dolibarr,
  records: Records,
  priced: readonly string[],
): Promise<readonly Opinion[]> {
  const shownPrices = await formPrices(erp, priced, Object.keys(records.products));
  return [
    ...Object.entries(records.customers).flatMap(([id, one]) => ofCustomer(id, one, records.invoices)),
    ...products(records),
    ...prices(records, shownPrices),
    ...orders(records),
    ...imports(records),
  ];
}
