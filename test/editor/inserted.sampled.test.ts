/** Everything that the YAML language server inserts is a part of a profile that the engine accepts. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { checkOffline, completed } from '../support/check-profile.ts';
import { sampleOf } from '../support/depth.ts';
import { startEditor } from './server.ts';
import { expanded, indented, widened } from './snippet.ts';

const editor = startEditor({ '/acme/*.yaml': join(import.meta.dirname, '../../engine/profile.schema.json') });
afterAll(() => editor.close());

let files = 0;
const open = (text: string) => {
  files += 1;
  return editor.open(`/acme/${files}.yaml`, text);
};

const head = 'profile: acme\ncontract: "1"\n';
const inEndpoint = (path: string, text: string) => `${head}endpoints:\n  ${path}:\n${text}`;
const mapped = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);

const invoices = `  /invoices/list:
    page: { key: [erpInvoiceId] }
    query: >-
      SELECT a AS erpInvoiceId, b AS invoiceNumber, c AS erpDebtorId, d AS debtorName, e AS issueDate, f AS dueDate,
      g AS currency, h AS amountTotal, i AS amountOutstanding, j AS status FROM t
`;
const draft = `  /sale-draft:
    find:
      query: SELECT a AS saleId, b AS receivedAt, c AS "key" FROM t WHERE c = :key
    write:`;

/** A profile in which an endpoint can be anything. */
const around = (sources: string, endpoints: string) => `profile: acme
contract: "1"
settings:
  db_host: { env: DB_HOST }
  db_password: { env: DB_PASSWORD, secret: true }
  api_token: { env: API_TOKEN, secret: true }
sources:
  ${sources}
ids:
  customer: { type: integer, exists: SELECT 1 FROM c WHERE id = :id }
  location: { type: integer }
  product: { type: integer, exists: SELECT 1 FROM p WHERE id = :id }
  purchaseOrder: { type: integer }
  salesOrder: { type: integer }
  sale: { type: integer }
  invoice: { type: integer, exists: SELECT 1 FROM i WHERE id = :id }
  payment: { type: integer }
endpoints:
${endpoints}`;
const sqlite = 'erp: { sql: sqlite, connection: { file: erp.db } }';
const errorsOf = async (text: string) =>
  (await checkOffline(completed(text), 'acme.yaml')).filter(({ severity }) => severity === 'error');

describe('what a completion inserts', () => {
  it.each(sampleOf(mapped, 4))(
    '%s is an endpoint that the engine takes, with steps of two and of four',
    async (path) => {
      const items = await (await open(`${head}endpoints:\n  §`)).completions();
      const inserted = expanded(items.find(({ label }) => label === path)?.insertText ?? '');
      expect(inserted).toContain('your_table');
      expect(await errorsOf(around(sqlite, `  ${indented(inserted, 2)}`))).toEqual([]);
      expect(await errorsOf(around(sqlite, `  ${indented(widened(inserted), 2)}`))).toEqual([]);
    },
  );

  it.each(['PostgreSQL', 'MySQL or MariaDB', 'SQL Server', 'SQLite', 'ERP by HTTP'])(
    '%s is a source',
    async (label) => {
      const items = await (await open(`${head}sources:\n  §`)).completions();
      const inserted = expanded(items.find((item) => item.label === label)?.insertText ?? '');
      expect(await errorsOf(around(indented(inserted, 2), ''))).toEqual([]);
    },
  );

  it('an attached read gives the lines of invoices', async () => {
    const items = await (await open(inEndpoint('/invoices/list', '    §'))).completions();
    const inserted = expanded(items.find(({ label }) => label === 'attach')?.insertText ?? '');
    const lines = inserted.replace('AS description', 'AS description, q AS quantity, p AS unitPrice, s AS amount');
    expect(await errorsOf(around(sqlite, `${invoices}    ${indented(lines, 4)}`))).toEqual([]);
  });

  it('steps write a draft', async () => {
    const items = await (await open(inEndpoint('/sale-draft', '    write:\n      §'))).completions();
    const steps = ['step', 'step for each line'].map((label) => {
      const inserted = expanded(items.find((item) => item.label === label)?.insertText ?? '');
      return `      ${indented(inserted, 6)}`;
    });
    expect(await errorsOf(around(sqlite, [draft, ...steps].join('\n')))).toEqual([]);
  });
});
