/** Lists of a reference that are read page by page: pages are found by the last id of the page before. */
import type { FastifyInstance, FastifySchema } from 'fastify';
import { invoicesSchema } from './reference-schemas.ts';

export interface Pages<Row> {
  readonly path: string;
  readonly schema: FastifySchema;
  /** The list in the answer. */
  readonly property: string;
  readonly idOf: (row: Row) => number;
  /** The first `count` rows with a higher id. */
  readonly select: (after: number, count: number) => Promise<Row[]>;
  /** Completes the rows of a page. */
  readonly complete: (rows: readonly Row[]) => Promise<void>;
}

/** Adds an endpoint whose rows are read page by page. */
export function addPages<Row>(app: FastifyInstance, pages: Pages<Row>): void {
  const { path, schema, property, idOf, select, complete } = pages;
  /** The last row before a page, by page size and page. */
  const bookmarks = new Map<string, number>();
  app.post<{ Body: { readonly page: number; readonly limit: number } }>(path, { schema }, async ({ body }, reply) => {
    const { page, limit } = body;
    const after = page === 1 ? 0 : bookmarks.get(`${limit}/${page}`);
    if (after === undefined) return reply.code(500).send({ schemaVersion: '1', error: 'Pages are walked in order.' });
    const rows = await select(after, limit + 1);
    const hasMore = rows.length > limit;
    if (hasMore) rows.pop();
    const last = rows.at(-1);
    if (hasMore && last !== undefined) bookmarks.set(`${limit}/${page + 1}`, idOf(last));
    await complete(rows);
    return { schemaVersion: '1', [property]: rows, hasMore };
  });
}

export interface InvoiceRow {
  readonly erpInvoiceId: number;
  lines?: object[];
}

/** Adds `/invoices/list`. `addLines`: adds the lines of a page to its invoices, which have none. */
export function addInvoices<Row extends InvoiceRow>(
  app: FastifyInstance,
  select: (after: number, count: number) => Promise<Row[]>,
  addLines: (invoices: readonly Row[]) => Promise<void>,
): void {
  addPages<Row>(app, {
    path: '/invoices/list',
    schema: invoicesSchema,
    property: 'invoices',
    idOf: ({ erpInvoiceId }) => erpInvoiceId,
    select,
    async complete(invoices) {
      for (const invoice of invoices) invoice.lines = [];
      await addLines(invoices);
    },
  });
}
