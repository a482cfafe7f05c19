/** What an editor does with a lens or an action: it runs the cases, and shows them and the lines that they do not cover. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CodeAction, CodeLens, Command } from 'vscode-languageserver-types';
import { caseOf, makeShop } from '../testing/shop.ts';
import { type Asked, type Editor, startEditor } from './editor.ts';

const able = {
  window: { showDocument: { support: true }, workDoneProgress: true },
  workspace: { executeCommand: {}, codeLens: { refreshSupport: true } },
};

async function opened(capabilities: object) {
  const shop = makeShop();
  shop.cases(
    'one.yaml',
    `cases:\n${caseOf('finds her', 'part: { hits: [{ erpName: Anna }] }')}${caseOf('finds somebody else', 'part: { hits: [{ erpName: Otto }] }')}`,
  );
  const { folder } = shop;
  const asked: Asked[] = [];
  const editor = await startEditor(folder, [], { capabilities, asked: (one) => asked.push(one) });
  onTestFinished(async () => void (await editor.end()));
  const file = join(folder, 'shop.yaml');
  const text = readFileSync(file, 'utf8');
  await editor.open(file, text);
  const line = text.split('\n').indexOf('  /catalog/customers/search:');
  return { editor, asked, folder, file, line, textDocument: { uri: pathToFileURL(file).href } };
}

type Opened = Awaited<ReturnType<typeof opened>>;

const lensesOf = async ({ editor, textDocument, line }: Opened): Promise<readonly Command[]> => {
  const all = await editor.request<readonly CodeLens[]>('textDocument/codeLens', { textDocument });
  return all.flatMap(({ range, command }) => (range.start.line === line && command !== undefined ? [command] : []));
};

/** The lenses above all endpoints. */
const lensesAbove = async (window: Opened): Promise<readonly Command[]> =>
  lensesOf({ ...window, line: window.line - 1 });

const run = (editor: Editor, { command, arguments: given }: Command): Promise<unknown> =>
  editor.request('workspace/executeCommand', { command, arguments: given });

describe('lenses and actions', () => {
  it('run the cases, and show them', async () => {
    const window = await opened(able);
    const { editor, asked, folder } = window;
    const before = await lensesOf(window);
    expect(before.map(({ title }) => title)).toEqual(['Run cases', '2 cases']);
    expect((await lensesAbove(window)).map(({ title }) => title)).toEqual(['Run all 2 cases']);
    for (const lens of [...(await lensesAbove(window)), ...before]) await run(editor, lens);
    expect(existsSync(join(folder, 'coverage/lcov.info'))).toBe(true);
    const of = (method: string): unknown => asked.find((one) => one.method === method)?.params;
    // 2: a warning.
    expect(of('window/showMessage')).toEqual({ type: 2, message: '1 of 2 cases failed.' });
    expect(asked.map(({ method }) => method)).toContain('workspace/codeLens/refresh');
    expect(of('window/showDocument')).toMatchObject({
      uri: pathToFileURL(join(folder, 'cases/one.yaml')).href,
      selection: { start: { line: 2, character: 0 } },
    });
    const after = (await lensesOf(window)).map(({ title }) => title);
    expect(after).toEqual([
      'Run cases',
      '2 cases, 1 failed, 1 passed',
      expect.stringMatching(/^\d+ of \d+ lines covered$/),
    ]);
  });

  it('run the cases of one endpoint, whose result replaces that of the run of all', async () => {
    const window = await opened(able);
    const { editor, folder } = window;
    const [all, one] = [...(await lensesAbove(window)), ...(await lensesOf(window))];
    if (all === undefined || one === undefined) throw new Error('no lenses');
    await run(editor, all);
    const cases = join(folder, 'cases/one.yaml');
    writeFileSync(cases, readFileSync(cases, 'utf8').replace('Otto', 'Anna'));
    await run(editor, one);
    expect((await lensesOf(window)).map(({ title }) => title)[1]).toBe('2 cases, 2 passed');
    // The results of the run of all stay: those of other endpoints are there.
    expect(readFileSync(join(folder, 'coverage/cases.xml'), 'utf8')).toContain('<failure');
    await run(editor, all);
    expect((await lensesOf(window)).map(({ title }) => title)[1]).toBe('2 cases, 2 passed');
    expect(existsSync(join(folder, 'coverage/endpoints'))).toBe(false);
  });

  it('are not above an endpoint that the ERP does not provide, and that has no case', async () => {
    const window = await opened(able);
    const text = readFileSync(window.file, 'utf8');
    const line = text.split('\n').findIndex((one) => one.startsWith('  /debtors/list:'));
    expect(await lensesOf({ ...window, line })).toEqual([]);
    const provided = text.replace(/(\/debtors\/list): .*/, '$1: { query: SELECT 1 AS erpDebtorId }');
    await window.editor.change(window.file, provided);
    expect((await lensesOf({ ...window, line })).map(({ title }) => title)).toEqual(['0 cases']);
  });

  it('are actions in an editor without lenses', async () => {
    const window = await opened(able);
    const at = { line: window.line, character: 4 };
    const actions = await window.editor.request<readonly CodeAction[]>('textDocument/codeAction', {
      textDocument: window.textDocument,
      range: { start: at, end: at },
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toEqual([
      'Run the cases of this endpoint',
      'Show the cases of this endpoint',
    ]);
  });

  it('are only texts in an editor without commands', async () => {
    const window = await opened({});
    const lenses = await lensesOf(window);
    expect(lenses.map(({ title, command }) => [title, command])).toEqual([['2 cases', '']]);
  });
});
