/**
 * The ERP of the benchmark's OData row: invoices in pages of the size that `Prefer` names, and lines by the ids of their invoices. An answer is written once
 * and then sent from memory. Started as a separate process; it prints its address as the services do.
 */
import { createServer } from 'node:http';

const invoices = 10_000;
const lines = 3;

/** Amounts are decimals in the ERP: its JSON has no binary remainders. */
const cents = (value: number): number => Math.round(value) / 100;

const two = (value: number): string => String(value).padStart(2, '0');

function invoice(no: number): object {
  return {
    '@odata.etag': `W/"JzE5OzE4NDc2NTE${no}7MDsn"`,
    id: no,
    number: `INV-${no}`,
    invoiceDate: `2026-${two((no % 12) + 1)}-${two((no % 28) + 1)}`,
    dueDate: no % 7 === 0 ? '0001-01-01' : `2027-${two((no % 12) + 1)}-${two((no % 28) + 1)}`,
    customerPurchaseOrderReference: no % 3 === 0 ? `PO ${no}/7` : '',
    customerId: 5_000 + (no % 900),
    customerName: ` Nord Handel ${no % 900} GmbH `,
    currencyCode: no % 5 === 0 ? 'usd' : 'eur',
    shipToCity: `Stadt ${no % 100}`,
    discountAmount: 0,
    totalAmountExcludingTax: cents(no * 997),
    totalTaxAmount: cents(no * 19),
    totalAmountIncludingTax: cents(no * 1_016),
    remainingAmount: no % 3 === 0 ? cents(no * 1_016) : 0,
    status: no % 3 === 0 ? 'Open' : 'Paid',
    lastModifiedDateTime: '2026-03-01T09:05:00.123Z',
  };
}

const linesOf = (no: number): readonly object[] =>
  Array.from({ length: lines }, (_, line) => ({
    '@odata.etag': `W/"JzE5OzE4NDc2NTE${no}${line}7MDsn"`,
    documentId: no,
    sequence: (line + 1) * 10_000,
    description: `Artikel ${(no + line) % 997} "M8" verzinkt`,
    quantity: (no + line) % 50,
    unitPrice: cents((no + line) * 1.3),
    netAmount: cents((no + line) * 131),
    taxCode: '19',
  }));

/** The body of an answer. `size`: the number of invoices on a page. */
function bodyOf({ pathname, searchParams }: URL, size: number): object {
  if (pathname.endsWith('/InvoiceLines')) {
    const ids = searchParams.get('$filter')?.match(/\d+/g) ?? [];
    return { value: ids.flatMap((id) => linesOf(Number(id))) };
  }
  const from = Number(searchParams.get('$skiptoken') ?? 0);
  const value = Array.from({ length: Math.min(size, invoices - from) }, (_, index) => invoice(from + index + 1));
  const next = from + size < invoices ? { '@odata.nextLink': `Invoices?$skiptoken=${from + size}` } : {};
  return { '@odata.context': '$metadata#Invoices', value, ...next };
}

const written = new Map<string, Buffer>();

const server = createServer(({ url = '/', headers }, response) => {
  const size = Number(/maxpagesize=(\d+)/.exec(String(headers.prefer))?.[1] ?? 100);
  const name = `${size} ${url}`;
  const body = written.get(name) ?? Buffer.from(JSON.stringify(bodyOf(new URL(url, 'http://erp'), size)));
  written.set(name, body);
  response
    .writeHead(200, { 'content-type': 'application/json; odata.metadata=minimal', 'content-length': body.length })
    .end(body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The ERP has no port.');
  process.stdout.write(`Listening on http://127.0.0.1:${address.port}\n`);
});
process.once('SIGTERM', () => process.exit());
