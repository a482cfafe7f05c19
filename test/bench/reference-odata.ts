/**
 * What the engine is compared with on an OData API: the list of invoices with lines, written by hand with undici for this one ERP. Started as a process of
 * its own; it prints its address as the engine does.
 */
import { Pool } from 'undici';
import { createReferenceApp, serveReference } from './reference-app.ts';
import { invoicesSchema } from './reference-schemas.ts';

const { BENCH_ERP: erp = '' } = process.env;

const pool = new Pool(erp, { connections: 8 });

interface Invoice {
  readonly id: number;
  readonly number: string;
  readonly invoiceDate: string;
  readonly dueDate: string;
  readonly customerId: number;
  readonly customerName: string;
  readonly currencyCode: string;
  readonly totalAmountIncludingTax: number;
  readonly remainingAmount: number;
  readonly status: string;
}

interface Line {
  readonly documentId: number;
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly netAmount: number;
}

interface Page<Row> {
  readonly value: readonly Row[];
  readonly '@odata.nextLink'?: string;
}

async function get<Row>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page<Row>> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path,
    headers: { accept: 'application/json', ...headers },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  });
  const answer: Page<Row> = JSON.parse(await body.text());
  if (statusCode !== 200) throw new Error(`The ERP answered ${statusCode}.`);
  return answer;
}

const batch = 100;
const atOnce = 4;

/** The lines of each invoice. */
async function linesOf(invoices: readonly Invoice[]): Promise<ReadonlyMap<number, readonly object[]>> {
  const ids = invoices.map(({ id }) => id);
  const starts = Array.from({ length: Math.ceil(ids.length / batch) }, (_, index) => index * batch);
  const linesByDocument = new Map<number, object[]>(ids.map((id) => [id, []]));
  const queue = starts.values();
  const work = async (): Promise<void> => {
    for (const start of queue) {
      const filter = `documentId in (${ids.slice(start, start + batch).join(',')})`;
      const { value } = await get<Line>(`/odata/InvoiceLines?$filter=${encodeURIComponent(filter)}`);
      for (const { documentId, description, quantity, unitPrice, netAmount } of value)
        linesByDocument.get(documentId)?.push({ description, quantity, unitPrice, amount: netAmount });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return linesByDocument;
}

const statuses: Readonly<Record<string, string>> = { Open: 'AUTHORISED', Paid: 'PAID' };

/** The link to a page, by page size and page. */
const links = new Map<string, string>();

const app = createReferenceApp();

app.post<{ Body: { readonly page: number; readonly limit: number } }>(
  '/invoices/list',
  { schema: invoicesSchema },
  async ({ body: { page, limit } }, reply) => {
    const path = page === 1 ? '/odata/Invoices' : links.get(`${limit}/${page}`);
    if (path === undefined) return reply.code(500).send({ schemaVersion: '1', error: 'Pages are walked in order.' });
    const answer = await get<Invoice>(path, { prefer: `odata.maxpagesize=${limit}` });
    const next = answer['@odata.nextLink'];
    if (next !== undefined) links.set(`${limit}/${page + 1}`, `/odata/${next}`);
    const lines = await linesOf(answer.value);
    const invoices = answer.value.map((invoice) => ({
      erpInvoiceId: invoice.id,
      invoiceNumber: invoice.number,
      erpDebtorId: invoice.customerId,
      debtorName: `${invoice.customerName.trim()} (${invoice.customerId})`,
      issueDate: invoice.invoiceDate,
      // The contract takes the day of issue for a missing one.
      dueDate: invoice.dueDate === '0001-01-01' ? invoice.invoiceDate : invoice.dueDate,
      currency: invoice.currencyCode.toUpperCase(),
      amountTotal: invoice.totalAmountIncludingTax,
      amountOutstanding: invoice.remainingAmount,
      status: statuses[invoice.status],
      lines: lines.get(invoice.id),
    }));
    return { schemaVersion: '1', invoices, hasMore: next !== undefined };
  },
);

await serveReference(app, () => pool.close());
