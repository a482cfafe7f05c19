/** Documents that the service writes, next to the same documents that kivitendo's own forms and classes write: every column of every row. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Compared, Difference } from '../compared.ts';
import type { RealErp } from '../erp.ts';
import { serveErp } from '../serve.ts';
import type { Instance } from './instance.ts';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rows = z.array(z.record(z.string(), cell));
const twin = z.object({ kind: z.string(), name: z.string(), table: z.string(), written: rows, expected: rows });
type Twin = z.infer<typeof twin>;

interface Pushed {
  readonly kind: 'draft' | 'invoice' | 'payment';
  readonly name: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** For kivitendo: number of the customer of drafts, number of the article, the day on which the invoice is due, account. */
  readonly customer?: string;
  readonly article?: string;
  readonly due?: string;
  readonly account?: string;
}

const draft = (name: string, currency: string, lines: readonly object[]): Pushed => ({
  ...{ kind: 'draft', name, path: '/sale-draft', customer: 'K10010' },
  fields: { poNumber: name, currency, lines },
});

const invoice = (name: string, fields: Readonly<Record<string, unknown>>, due: string): Pushed => ({
  ...{ kind: 'invoice', name, path: '/invoices/push', article: 'PAUSCHAL', due },
  fields: { invoiceNumber: name, ...fields },
});

const documents: readonly Pushed[] = [
  draft('TW-1', 'EUR', [
    { sku: 'HAMMER-1', qty: 3 },
    { sku: 'SCHR-M4', qty: 1500 },
    { sku: 'BUCH/7', qty: 2, unitPrice: 12.345 },
    { sku: 'KABEL', qty: 5 },
    { sku: 'OHNE', qty: 1 },
  ]),
  draft('TW-2', 'EUR', [{ sku: 'SCHR-M4', qty: 7, unitPrice: 0.5 }]),
  draft('TW-3', 'EUR', [
    { sku: 'MONTAGE', qty: 1 },
    { sku: 'SET', qty: 2 },
  ]),
  // The terms of this customer are 30 days.
  invoice(
    'TW-4',
    {
      erpDebtorId: '1125',
      issueDate: '2026-06-10',
      currency: 'EUR',
      lines: [
        { description: 'Größe A', quantity: 2, unitPrice: 10.005 },
        { description: 'B', quantity: 1.5, unitPrice: 3 },
      ],
    },
    '2026-07-10',
  ),
  invoice(
    'TW-5',
    {
      erpDebtorId: '1127',
      issueDate: '2026-05-04',
      currency: 'USD',
      lines: [{ description: 'C', quantity: 1, unitPrice: 10.01 }],
    },
    '2026-05-04',
  ),
];

/** Payments of the invoices, by their place in the list of documents. */
const payments = [
  { of: 3, payments: [{ amount: 10, day: '2026-06-11' }] },
  {
    of: 4,
    payments: [
      { amount: 5, day: '2026-04-10' }, // a gain
      { amount: 2, day: '2026-06-15' },
    ],
  },
] as const;

/** Columns that a script of the form's page fills in. */
const open: Readonly<Record<string, readonly string[]>> = { ar: ['billing_address_id'] };

function compareTwin({ kind, name, table, written, expected }: Twin): Compared {
  const differences: Difference[] = [];
  let figures = 0;
  for (let index = 0; index < Math.max(written.length, expected.length); index += 1) {
    const [ours, theirs] = [written[index] ?? {}, expected[index] ?? {}];
    for (const column of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      if (open[table]?.includes(column)) continue;
      figures += 1;
      // A flag that is not set may be empty.
      const [one, other] = [ours[column] || undefined, theirs[column] || undefined];
      if (one === other) continue;
      const at = `${table}[${index}].${column}`;
      differences.push({ path: kind, request: { name }, at, answered: String(one), expected: String(other) });
    }
  }
  return { path: `${kind} ${table}`, calls: 1, figures, differences };
}

/** Pushes documents, has kivitendo write the same ones, and compares their rows. */
export async function compareWrites(
  erp: Pick<RealErp, 'profile' | 'environment'>,
  instance: Instance,
): Promise<readonly Compared[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-kivitendo-writes-'));
  const { caller, close } = await serveErp(erp);
  try {
    const push = async (path: string, fields: object): Promise<string> => {
      const { reply } = await caller.post(path, { ...fields });
      if (reply.kind === 'none' || reply.status !== 200)
        throw new Error(`${path}: ${reply.kind === 'none' ? reply.reason : reply.text}`);
      const answer = z.record(z.string(), z.unknown()).parse(reply.body);
      return String(answer.saleId ?? answer.erpInvoiceId ?? answer.erpPaymentId);
    };
    const compare = async (list: readonly object[]): Promise<readonly Compared[]> => {
      const file = join(folder, 'pushed.json');
      writeFileSync(file, JSON.stringify(list));
      const out = await instance.run('twins.pl', file);
      const lines = out.split('\n').filter((line) => line.startsWith('{'));
      return lines.map((line) => compareTwin(twin.parse(JSON.parse(line))));
    };
    const ids: string[] = [];
    for (const { path, fields } of documents) ids.push(await push(path, fields));
    const withIds = documents.map((one, index) => ({ ...one, id: ids[index] }));
    const before = await compare(withIds);
    const paid: object[] = [];
    for (const { of, payments: list } of payments) {
      for (const { amount, day } of list)
        await push('/payments/push', { erpInvoiceId: ids[of], amount, paymentDate: day });
      const name = documents[of]?.name;
      paid.push({
        kind: 'payment',
        name: `payments of ${name}`,
        id: ids[of],
        number: `TWIN-${name}`,
        account: '1200',
        payments: list,
      });
    }
    return [...before, ...(await compare(paid))];
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
