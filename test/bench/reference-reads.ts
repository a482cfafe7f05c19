/** The reads of the reference that are not measured by themselves, written by hand. */
import type { FastifyInstance } from 'fastify';
import type { QueryResultRow } from 'pg';
import { addPages } from './reference-pages.ts';
import {
  addressesSchema,
  creditSchema,
  customerInvoicesSchema,
  customerSearchSchema,
  debtorsSchema,
  healthSchema,
  ordersSchema,
  paymentsSchema,
  productSearchSchema,
  skuSchema,
  statementSchema,
  usageSchema,
} from './reference-schemas.ts';

/** Runs a named statement. */
type Select = <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

interface Searched {
  readonly select: string;
  readonly column: string;
  readonly id: string;
}

const customers: Searched = {
  select: 'SELECT customer_id AS "erpId", name AS "erpName", city FROM customer WHERE active',
  column: 'lower(name)',
  id: 'customer_id',
};
const products: Searched = {
  select: 'SELECT sku AS "erpSku", title AS "erpDesc", product_id AS "erpProductId" FROM product WHERE true',
  column: 'lower(title)',
  id: 'product_id',
};

/** The search for so many words: index-served conditions, then exact before prefix before contained. */
function searchText({ select, column, id }: Searched, words: number): string {
  const conditions = Array.from({ length: words }, (_, index) => `AND ${column} LIKE $${index + 4}`).join(' ');
  return `${select} ${conditions}
    ORDER BY CASE WHEN ${column} = $1 THEN 0 WHEN ${column} LIKE $2 THEN 1 ELSE 2 END, ${column}, ${id}
    LIMIT $3`;
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

const skuText = `SELECT sku AS "erpSku", title AS "erpDesc", product_id AS "erpProductId" FROM product
  WHERE lower(sku) LIKE $2 ORDER BY CASE WHEN lower(sku) = $1 THEN 0 ELSE 1 END, lower(sku), product_id LIMIT $3`;
const addressesText = `SELECT address_id AS "erpLocationId", label AS "erpLabel", street AS address, kind AS "addressKind"
  FROM address WHERE customer_id = $1 AND ($2::text IS NULL OR kind = $2) ORDER BY address_id`;
const creditText = `SELECT credit_limit AS "creditLimit", credit_used AS "creditUsed", currency FROM customer WHERE customer_id = $1`;
const ordersText = (id: string, number: string, kind: string, status: string): string =>
  `SELECT order_id AS "${id}", order_no AS "${number}", customer_id AS "customerErpId", '${status}' AS status, ordered_on AS "orderDate"
   FROM customer_order WHERE kind = '${kind}' AND ($1::integer IS NULL OR customer_id = $1) ORDER BY ordered_on DESC, order_id DESC LIMIT $2`;
const usageText = `SELECT coalesce(ceil(sum(o.quantity)), 0) AS units
  FROM customer_order o JOIN product p ON p.product_id = o.product_id
  WHERE o.kind = 'SALE' AND o.customer_id = $1 AND p.sku = $2 AND o.ordered_on BETWEEN $3 AND $4`;
const customerInvoicesText = `SELECT invoice_id AS "erpInvoiceId", invoice_no AS "invoiceNumber", customer_id AS "customerErpId",
    issued_on AS "issueDate", due_on AS "dueDate", currency, total AS "amountTotal", open AS "amountOpen",
    CASE state WHEN 'POSTED' THEN 'authorised' WHEN 'SETTLED' THEN 'paid' END AS status
  FROM invoice WHERE customer_id = $1 ORDER BY issued_on DESC, invoice_id DESC LIMIT $2`;
const accountText = `SELECT c.currency, coalesce(sum(e.amount) FILTER (WHERE e.entered_on < $2), 0) AS "openingBalance",
    coalesce(sum(e.amount) FILTER (WHERE e.entered_on <= $3), 0) AS "closingBalance"
  FROM customer c LEFT JOIN account_entry e ON e.customer_id = c.customer_id
  WHERE c.customer_id = $1 GROUP BY c.currency`;
const entriesText = `SELECT date, reference, 'Invoice' AS description, greatest(amount, 0) AS debit, greatest(-amount, 0) AS credit, balance
  FROM (SELECT entered_on AS date, entry_id, document AS reference, amount,
          sum(amount) OVER (ORDER BY entered_on, entry_id) AS balance
        FROM account_entry WHERE customer_id = $1 AND entered_on <= $3) e
  WHERE date >= $2 ORDER BY date, entry_id`;
const debtorsText = `SELECT customer_id AS "erpDebtorId", name FROM customer WHERE customer_id > $1 ORDER BY customer_id LIMIT $2`;
const paymentsText = `SELECT payment_id AS "erpPaymentId", invoice_id AS "erpInvoiceId", amount, paid_on AS "paymentDate"
  FROM payment WHERE payment_id > $1 ORDER BY payment_id LIMIT $2`;

interface Body {
  readonly query: string;
  readonly sku: string;
  readonly limit: number;
  readonly customerId: string;
  readonly customerErpId?: string;
  readonly kind?: string;
  readonly asOf: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** Adds the searches, the lists of the ordering app, the debtors and payments, credit, usage, statement and the connection test. */
export function addReads(app: FastifyInstance, select: Select): void {
  const add = (path: string, schema: object, answer: (body: Body) => Promise<object>) =>
    app.post<{ Body: Body }>(path, { schema }, async ({ body }) => ({ schemaVersion: '1', ...(await answer(body)) }));
  const addSearch = (path: string, schema: object, name: string, searched: Searched) => {
    const texts = new Map<number, string>();
    add(path, schema, async ({ query: given, limit }) => {
      const query = given.trim().toLowerCase();
      const words = query === '' ? [] : [...new Set(query.split(/\s+/))];
      const text = texts.get(words.length) ?? searchText(searched, words.length);
      texts.set(words.length, text);
      const values = [query, `${escapeLike(query)}%`, limit, ...words.map((word) => `%${escapeLike(word)}%`)];
      return { hits: await select(`${name}${words.length}`, text, values) };
    });
  };
  addSearch('/catalog/customers/search', customerSearchSchema, 'customers', customers);
  addSearch('/catalog/products/search', productSearchSchema, 'products', products);
  add('/catalog/products/by-sku', skuSchema, async ({ sku, limit }) => {
    const lower = sku.trim().toLowerCase();
    return { hits: await select('sku', skuText, [lower, `${escapeLike(lower)}%`, limit]) };
  });
  add('/catalog/customers/addresses', addressesSchema, async ({ customerId, kind }) => ({
    hits: await select('addresses', addressesText, [customerId, kind]),
  }));
  add('/credit/customer', creditSchema, async ({ customerErpId }) => {
    const [credit] = await select('credit', creditText, [customerErpId]);
    if (credit === undefined) throw Object.assign(new Error('Unknown customer'), { statusCode: 422 });
    return credit;
  });
  const addOrders = (path: string, id: string, number: string, kind: string, status: string) => {
    const text = ordersText(id, number, kind, status);
    add(path, ordersSchema(id, number), async ({ customerErpId, limit }) => ({
      orders: await select(kind, text, [customerErpId, limit]),
    }));
  };
  addOrders('/purchase-orders/list', 'erpPoId', 'poNumber', 'PURCHASE', 'open');
  addOrders('/sales-orders/list', 'erpSoId', 'soNumber', 'SALE', 'authorised');
  add('/sales-orders/usage', usageSchema, async ({ customerErpId, sku, periodStart, periodEnd }) => {
    const [usage] = await select('usage', usageText, [customerErpId, sku, periodStart, periodEnd]);
    return { ...usage };
  });
  add('/customer-invoices/list', customerInvoicesSchema, async ({ customerErpId, limit }) => ({
    invoices: await select('customerInvoices', customerInvoicesText, [customerErpId, limit]),
  }));
  add('/customer-statement/get', statementSchema, async ({ customerErpId, asOf, periodStart, periodEnd }) => {
    const values = [customerErpId, periodStart, periodEnd];
    const [account] = await select('account', accountText, values);
    if (account === undefined) throw Object.assign(new Error('Unknown customer'), { statusCode: 422 });
    return { asOf, periodStart, periodEnd, ...account, lines: await select('entries', entriesText, values) };
  });
  addPages<{ readonly erpDebtorId: number }>(app, {
    path: '/debtors/list',
    schema: debtorsSchema,
    property: 'debtors',
    idOf: ({ erpDebtorId }) => erpDebtorId,
    select: (after, count) => select('debtors', debtorsText, [after, count]),
    complete: async () => undefined,
  });
  addPages<{ readonly erpPaymentId: number }>(app, {
    path: '/payments/list',
    schema: paymentsSchema,
    property: 'payments',
    idOf: ({ erpPaymentId }) => erpPaymentId,
    select: (after, count) => select('payments', paymentsText, [after, count]),
    complete: async () => undefined,
  });
  add('/health', healthSchema, async () => ({ ok: true, service: 'erp-engine' }));
}
