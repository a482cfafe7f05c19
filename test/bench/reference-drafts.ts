/** Draft orders on PostgreSQL, written by hand: one transaction with an idempotency table, with named statements. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { draftSchema } from './reference-schemas.ts';

const pool = new pg.Pool({
  connectionString: process.env.BENCH_DATABASE,
  max: 10,
  statement_timeout: 10_000,
  keepAlive: true,
});

interface Draft {
  readonly poNumber: string;
  readonly currency: string;
  readonly lines: readonly { readonly sku: string; readonly qty: number; readonly unitPrice?: number }[];
}

const app = createReferenceApp();

const run = (client: pg.PoolClient, name: string, text: string, values: readonly unknown[]) =>
  client.query({ name, text, values: [...values] });

/** Creates the draft, or gives the answer of the first request with its number. */
async function create(client: pg.PoolClient, { poNumber, currency, lines }: Draft): Promise<object> {
  const payload = createHash('sha256').update(JSON.stringify({ currency, lines })).digest('hex');
  const claim = `INSERT INTO idempotency (po_number, payload) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
  if ((await run(client, 'claim', claim, [poNumber, payload])).rowCount === 0) {
    const { rows } = await run(client, 'answer', 'SELECT answer FROM idempotency WHERE po_number = $1', [poNumber]);
    return rows[0].answer;
  }
  const skus = lines.map(({ sku }) => sku);
  const products = await run(client, 'products', 'SELECT sku, product_id FROM item WHERE sku = ANY($1)', [skus]);
  const ids = new Map(products.rows.map(({ sku, product_id }) => [sku, product_id]));
  const unknown = skus.find((sku) => !ids.has(sku));
  if (unknown !== undefined) throw Object.assign(new Error(`Unknown SKU ${unknown}`), { statusCode: 422 });
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
  const answer = { saleId: String(id), saleNumber: `S-${poNumber}`, status: 'draft', receivedAt: created };
  await run(client, 'done', 'UPDATE idempotency SET answer = $2 WHERE po_number = $1', [
    poNumber,
    JSON.stringify(answer),
  ]);
  return answer;
}

app.post<{ Body: Draft }>('/sale-draft', { schema: draftSchema }, async ({ body }) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const answer = await create(client, body);
    await client.query('COMMIT');
    return { schemaVersion: '1', ...answer };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});

await serveReference(app, () => pool.end());
