/** Completion over the protocol: members of recorded answers, joins by the keys of saved tables, and orders. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { CompletionList, Hover } from 'vscode-languageserver-types';
import { databaseTables, savedText } from '../../../../src/workbench/language/index.ts';
import { startEditor } from './editor.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-lsp-completion-'));
mkdirSync(join(folder, 'cases'));
const file = join(folder, 'profile.yaml');
const cases = join(folder, 'cases/customers.yaml');
const editor = await startEditor(folder);
afterAll(async () => {
  expect(await editor.end()).toBe(0);
});

const recorded = (customer: string): string => `cases:
  - case: a customer without a city
    call: /catalog/customers/search
    request: { query: anna }
    http:
      - get: /customers
        params: { q: anna }
        answer: { json: { value: [${customer}] } }
      - post: /log
        json: { event: searched }
        answer: { status: 500, json: { error: { code: 9 } } }
    response: { hits: [] }
`;

const head = `profile: acme
title: Acme 9
contract: "1"
sources:
  api: { http: "https://erp.example/api", request: { rows: value } }
  erp: { sql: sqlite, connection: { file: acme.db } }
endpoints:
`;

/** The request of a position: § marks it in the text, which the editor has open then. */
async function at(marked: string) {
  const before = marked.slice(0, marked.indexOf('§')).split('\n');
  await editor.change(file, marked.replace('§', ''));
  return {
    textDocument: { uri: pathToFileURL(file).href },
    position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 },
  };
}

const completed = async (marked: string): Promise<CompletionList['items']> =>
  (await editor.request<CompletionList>('textDocument/completion', await at(marked))).items;

it('proposes the members of recorded answers, those of a changed file too', async () => {
  writeFileSync(cases, recorded('{ no: K1, name: Anna }'));
  await editor.open(file, head);
  const text = (expression: string): string =>
    `${head}  /catalog/customers/search:\n    use: api\n    get: /customers\n    fields: { erpName: "${expression}" }\n`;
  expect((await completed(text('n§'))).slice(0, 2)).toMatchObject([
    {
      label: 'no',
      detail: 'text',
      documentation: { value: 'Example: `K1`, recorded in the case "a customer without a city".' },
    },
    { label: 'name', detail: 'text' },
  ]);
  const hover = await editor.request<Hover>('textDocument/hover', await at(text('na§me')));
  expect(hover.contents).toMatchObject({ value: expect.stringContaining('Example: `Anna`') });
  writeFileSync(cases, `${recorded('{ no: K1, nickname: An }')}\n# A file of another length and time.\n`);
  expect((await completed(text('nick§'))).map(({ label }) => label)).toEqual(['nickname']);
});

it('proposes joins by the foreign keys of saved tables, and the columns of an order', async () => {
  const columns = (...names: readonly string[]) => names.map((name) => ({ name, type: 'INTEGER', required: true }));
  const tables = databaseTables([
    { name: 'customer', key: ['no'], columns: columns('no') },
    {
      name: 'invoice',
      key: ['id'],
      columns: columns('id', 'customer_no'),
      foreignKeys: [{ columns: ['customer_no'], table: 'customer', references: ['no'] }],
    },
  ]);
  writeFileSync(join(folder, 'profile.schema.json'), savedText(new Map([['erp', tables]])));
  const text = (query: string, order: string): string =>
    `${head}  /debtors/list:\n    use: erp\n    query: SELECT c.no AS erpDebtorId FROM customer c ${query}\n    order: [${order}]\n`;
  const [first] = await completed(text('JOIN §', ''));
  expect(first).toMatchObject({
    detail: 'by foreign key',
    textEdit: { newText: 'invoice i ON i.customer_no = c.no' },
  });
  const keywords = (await completed(text('§', ''))).filter(({ kind }) => kind === 14).map(({ label }) => label);
  expect(keywords.slice(0, 2)).toEqual(['JOIN', 'LEFT JOIN']);
  expect((await completed(text('', '-§'))).map(({ label }) => label)).toEqual(['-erpDebtorId']);
});
