/** A call to the ERP from the editor: afterwards completion knows the members of its answer, by the forms of their values. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { CodeLens, CompletionList } from 'vscode-languageserver-types';
import { type Asked, startEditor } from './editor.ts';

const able = {
  window: { showDocument: { support: true }, workDoneProgress: true },
  workspace: { executeCommand: {} },
};

/** An ERP with one customer. Its address, and the paths that were asked for. */
async function erp() {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ value: [{ CustomerNo: 'C-4711', FullName: 'Anna Berg', Contact: { Mail: 'a@b.de' } }] }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port }: AddressInfo = Object(server.address());
  return { address: `http://127.0.0.1:${port}`, paths };
}

async function opened(endpoint: string, args = ['--connect']) {
  const { address, paths } = await erp();
  const folder = mkdtempSync(join(tmpdir(), 'engine-call-'));
  const file = join(folder, 'profile.yaml');
  const text = `profile: acme
contract: "1"
sources:
  erp: { http: "${address}", probe: { get: /ping } }
endpoints:
${endpoint}`;
  writeFileSync(file, 'profile: acme\n');
  const asked: Asked[] = [];
  const editor = await startEditor(folder, args, { capabilities: able, asked: (one) => asked.push(one) });
  onTestFinished(async () => void (await editor.end()));
  const position = { line: 0, character: 0 };
  const before = text.slice(0, text.indexOf('§')).split('\n');
  position.line = before.length - 1;
  position.character = before.at(-1)?.length ?? 0;
  await editor.open(file, text.replace('§', ''));
  const textDocument = { uri: pathToFileURL(file).href };
  const complete = async () =>
    (await editor.request<CompletionList>('textDocument/completion', { textDocument, position })).items;
  const lenses = async () =>
    (await editor.request<readonly CodeLens[]>('textDocument/codeLens', { textDocument })).flatMap(
      ({ command }) => command ?? [],
    );
  const call = async () => {
    const lens = (await lenses()).find(({ command }) => command === 'engine.callErp');
    await editor.request('workspace/executeCommand', { command: lens?.command, arguments: lens?.arguments });
    return asked.findLast(({ method }) => method === 'window/showMessage')?.params;
  };
  return { folder, paths, complete, lenses, call };
}

const debtors = `  /debtors/list:
    get: /customers
    page: { whole: true }
    rows: value
    fields:
      erpDebtorId: §
`;

it('proposes the members of the answer for an endpoint that is still being written, and shows no value', async () => {
  const { complete, call, paths } = await opened(debtors);
  expect((await complete()).map(({ label }) => label)).not.toContain('CustomerNo');
  expect(await call()).toEqual({ type: 3, message: '1 answer of the ERP: completion knows the members.' });
  expect(paths.filter((path) => path.startsWith('/customers'))).toHaveLength(1);
  const members = (await complete()).filter(({ kind }) => kind === 5);
  expect(members.map(({ label, detail }) => [label, detail])).toEqual([
    ['CustomerNo', 'text'],
    ['FullName', 'text'],
    ['Contact', 'record'],
  ]);
  const shown = JSON.stringify(members);
  expect(shown).toContain('x-9999');
  expect(shown).not.toMatch(/4711|Anna|Berg/);
});

it('takes what a request needs from a case, and says what is missing without one', async () => {
  const { folder, call, paths } = await opened(`  /catalog/customers/addresses:
    get: /customers/{{ $request.customerId }}
    rows: value
    fields: { erpLocationId: § }
`);
  expect(await call()).toMatchObject({ type: 2, message: expect.stringContaining('The request needs customerId') });
  mkdirSync(join(folder, 'cases'));
  const cases =
    'cases:\n  - case: one\n    call: /catalog/customers/addresses\n    request: { customerId: K7 }\n    part: { hits: [] }\n';
  writeFileSync(join(folder, 'cases/a.yaml'), cases);
  expect(await call()).toMatchObject({ type: 3, message: expect.stringContaining('1 answer') });
  expect(paths).toContain('/customers/K7');
});

it('is not offered without a connection, for writes, and for SQL', async () => {
  const { lenses } = await opened(debtors, []);
  expect((await lenses()).map(({ title }) => title)).toEqual(['0 cases']);
  const others = await opened(
    `  /payments/push: { write: [{ pay: { post: /payments, json: { a: "{{ $request.amount§ }}" } } }] }\n`,
  );
  expect((await others.lenses()).map(({ title }) => title)).toEqual(['0 cases']);
});
