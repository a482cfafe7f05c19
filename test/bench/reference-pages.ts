/** The list of invoices of a reference: pages are found by the last id of the page before. */
import type { FastifyInstance } from 'fastify';
import { invoicesSchema } from './reference-schemas.ts';

export interface InvoiceRow {
  readonly erpInvoiceId: number;
  lines?: object[];
}

/** Adds `/invoices/list`. `select`: the first `count` invoices with a higher id; `addLines`: adds the lines of a page. */
export function addInvoices(
  app: FastifyInstance,
  select: (after: number, count: number) => Promise<InvoiceRow[]>,
  addLines: (invoices: readonly InvoiceRow[]) => Promise<void>,
): void {
  /** The last invoice before a page, by page size and page. */
  const bookmarks = new Map<string, number>();
  app.post<{ Body: { readonly page: number; readonly limit: number } }>(
    '/invoices/list',
    { schema: invoicesSchema },
    async ({ body: { page, limit } }, reply) => {
      const after = page === 1 ? 0 : bookmarks.get(`${limit}/${page}`);
      if (after === undefined) return reply.code(500).send({ schemaVersion: '1', error: 'Pages are walked in order.' });
      const invoices = await select(after, limit + 1);
      const hasMore = invoices.length > limit;
      if (hasMore) invoices.pop();
      const last = invoices.at(-1)?.erpInvoiceId;
      if (hasMore && last !== undefined) bookmarks.set(`${limit}/${page + 1}`, last);
      for (const invoice of invoices) invoice.lines = [];
      await addLines(invoices);
      return { schemaVersion: '1', invoices, hasMore };
    },
  );
}
