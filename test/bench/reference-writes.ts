/** The writes of the reference, by hand: one transaction with an idempotency table, with named statements. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { draftSchema, paymentSchema, pushedInvoiceSchema } from './reference-schemas.ts';

interface Draft {
  readonly poNumber: string;
  readonly currency: string;
  readonly lines: readonly { readonly sku: string; readonly qty: number; readonly unitPrice?: number }[];
}

interface PushedInvoice {
  readonly invoiceNumber: string;
  readonly erpDebtorId: string;
  readonly issueDate: string;
  readonly currency: string;
  readonly lines: readonly {
    readonly description?: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly amount: number;
  }[];
}

interface Payment {
  readonly erpInvoiceId: string;
  readonly amount: number;
  readonly paymentDate: string;
  readonly bankAccountCode: string;
}

const run = (client: pg.PoolClient, name: string, text: string, values: readonly unknown[]) =>
  client.query({ name, text, values: [...values] });

/** Runs `create` once for each key; later requests get the first answer. */
async function once(
  client: pg.PoolClient,
  key: string,
  content: object,
  create: () => Promise<object>,
): Promise<object> {
  const payload = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const claim = 'INSERT INTO idempotency (key, payload) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  if ((await run(client, 'claim', claim, [key, payload])).rowCount === 0) {
    const { rows } = await run(client, 'answer', 'SELECT answer FROM idempotency WHERE key = $1', [key]);
    return rows[0].answer;
  }
  const answer = await create();
  await run(client, 'done', 'UPDATE idempotency SET answer = $2 WHERE key = $1', [key, JSON.stringify(answer)]);
  return answer;
}

const refusal = (message: string): Error => Object.assign(new Error(message), { statusCode: 422 });

async function createDraft(client: pg.PoolClient, { poNumber, currency, lines }: Draft): Promise<object> {
  const skus = lines.map(({ sku }) => sku);
  const products = await run(client, 'products', 'SELECT sku, product_id FROM product WHERE sku = ANY($1)', [skus]);
  const ids = new Map(products.rows.map(({ sku, product_id }) => [sku, product_id]));
  const unknown = skus.find((sku) => !ids.has(sku));
  if (unknown !== undefined) throw refusal(`Unknown SKU ${unknown}`);
  const order = await run(
    client,
    'order',
    `INSERT INTO reference_order (order_no, customer_id, po_ref, currency, created_at)
     VALUES ('S-' || $1::text, 1, $1, $2, now()) RETURNING order_id, created_at`,
    [poNumber, currency],
  );
  const [{ order_id: id, created_at: created }] = order.rows;
  for (const [index, { sku, qty, unitPrice }] of lines.entries()) {
    await run(
      client,
      'line',
      `INSERT INTO reference_order_line (order_id, line_no, product_id, quantity, unit_price) VALUES ($1, $2, $3, $4, $5)`,
      [id, index + 1, ids.get(sku), qty, unitPrice],
    );
  }
  return { saleId: String(id), saleNumber: `S-${poNumber}`, status: 'draft', receivedAt: created };
}

async function createInvoice(client: pg.PoolClient, invoice: PushedInvoice): Promise<object> {
  const { erpDebtorId, invoiceNumber, issueDate, currency, lines } = invoice;
  const text = `INSERT INTO reference_invoice (customer_id, invoice_no, issued_on, currency)
    SELECT customer_id, $2, $3, $4 FROM customer WHERE customer_id = $1 RETURNING invoice_id`;
  const { rows } = await run(client, 'invoice', text, [erpDebtorId, invoiceNumber, issueDate, currency]);
  if (rows.length === 0) throw refusal(`Unknown customer ${erpDebtorId}`);
  const [{ invoice_id: id }] = rows;
  for (const [index, { description, quantity, unitPrice, amount }] of lines.entries()) {
    await run(
      client,
      'invoiceLine',
      `INSERT INTO reference_invoice_line (invoice_id, line_no, description, quantity, unit_price, amount) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, index + 1, description, quantity, unitPrice, amount],
    );
  }
  return { erpInvoiceId: String(id) };
}

async function createPayment(client: pg.PoolClient, key: string, payment: Payment): Promise<object> {
  const text = `INSERT INTO reference_payment (reference, invoice_id, amount, paid_on)
    SELECT $1, invoice_id, $3, $4 FROM invoice WHERE invoice_id = $2 RETURNING payment_id`;
  const { rows } = await run(client, 'payment', text, [key, payment.erpInvoiceId, payment.amount, payment.paymentDate]);
  if (rows.length === 0) throw refusal(`Unknown invoice ${payment.erpInvoiceId}`);
  return { erpPaymentId: String(rows[0].payment_id) };
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<object>): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const answer = await work(client);
    await client.query('COMMIT');
    return { schemaVersion: '1', ...answer };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Adds the endpoints that write. */
export function addWrites(app: FastifyInstance, pool: pg.Pool): void {
  app.post<{ Body: Draft }>('/sale-draft', { schema: draftSchema }, ({ body }) =>
    inTransaction(pool, (client) => once(client, `draft/${body.poNumber}`, body, () => createDraft(client, body))),
  );
  app.post<{ Body: PushedInvoice }>('/invoices/push', { schema: pushedInvoiceSchema }, ({ body }) => {
    const key = `invoice/${body.erpDebtorId}/${body.invoiceNumber}`;
    return inTransaction(pool, (client) => once(client, key, body, () => createInvoice(client, body)));
  });
  app.post<{ Body: Payment }>('/payments/push', { schema: paymentSchema }, ({ body }) => {
    const key = `payment/${body.erpInvoiceId}/${body.amount}/${body.paymentDate}/${body.bankAccountCode}`;
    return inTransaction(pool, (client) => once(client, key, body, () => createPayment(client, key, body)));
  });
}
