/** Tables and columns from a database, with a connection and from a saved file; results of test runs beside a profile. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CodeLens, CompletionList } from 'vscode-languageserver-types';
import { readSaved } from '../../../../src/workbench/language/index.ts';
import { runHere } from '../../cli/here.ts';
import { type Editor, startEditor } from './editor.ts';

const profile = `profile: shop
title: Shop
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: shop.sqlite, create: [shop.sql] } }
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.number AS erpDebtorId, c. AS name FROM customer c
`;
const schema = `CREATE TABLE customer (number INTEGER PRIMARY KEY, full_name TEXT NOT NULL, mail TEXT);
CREATE TABLE item (code TEXT PRIMARY KEY, price DECIMAL(12,3));
`;

function shop(): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'engine-tables-'));
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, profile);
  writeFileSync(join(folder, 'shop.sql'), schema);
  return { folder, file };
}

async function editorIn(folder: string, args: readonly string[] = []): Promise<Editor> {
  const editor = await startEditor(folder, args);
  onTestFinished(async () => void (await editor.end()));
  return editor;
}

/** The proposals behind `c.`. */
async function columns(editor: Editor, file: string): Promise<readonly string[]> {
  const line = profile.split('\n').findIndex((one) => one.includes('c. AS'));
  const character = (profile.split('\n')[line] ?? '').indexOf('c. AS') + 2;
  const { items } = await editor.request<CompletionList>('textDocument/completion', {
    textDocument: { uri: pathToFileURL(file).href },
    position: { line, character },
  });
  return items.map(({ label, detail }) => `${label} ${detail}`);
}

const expected = ['number INTEGER, key, may be NULL', 'full_name TEXT', 'mail TEXT, may be NULL'];

describe('tables', () => {
  it('are saved beside the profile, and completed from there', async () => {
    const { folder, file } = shop();
    const saved = await runHere(['lsp', '--save', 'profile.yaml'], { env: {}, cwd: folder });
    expect(saved).toMatchObject({ status: 0, out: 'profile.schema.json: 2 tables\n' });
    const tables = readSaved(readFileSync(join(folder, 'profile.schema.json'), 'utf8'));
    expect(
      tables
        ?.get('erp')
        ?.find('ITEM')
        ?.columns.map(({ type }) => type),
    ).toEqual(['TEXT', 'DECIMAL(12,3)']);
    const editor = await editorIn(folder);
    await editor.open(file, profile);
    expect(await columns(editor, file)).toEqual(expected);
  });

  it('come from the database with --connect', async () => {
    const { folder, file } = shop();
    const editor = await editorIn(folder, ['--connect']);
    await editor.open(file, profile);
    // The first request starts the connection.
    let columnNames: readonly string[] = [];
    while (columnNames.length === 0) columnNames = await columns(editor, file);
    expect(columnNames).toEqual(expected);
  });

  it('are not known without either, and --save reports why it cannot read', async () => {
    const { folder, file } = shop();
    const editor = await editorIn(folder);
    await editor.open(file, profile);
    expect(await columns(editor, file)).toEqual([]);
    const failed = await runHere(['lsp', '--save', 'nothing.yaml'], { env: {}, cwd: folder });
    expect(failed.status).toBe(1);
    expect(failed.err).toContain('does not exist');
  });
});

describe('findings of the database', () => {
  it('stay while other lines are written, and go with a change of their own', async () => {
    const { folder, file } = shop();
    const wrong = profile.replace('c. AS name', 'c.fullname AS name');
    const editor = await editorIn(folder, ['--connect']);
    await editor.open(file, wrong);
    const lineOf = (all: readonly { readonly code?: unknown; readonly range: { start: { line: number } } }[]) =>
      all.find(({ code }) => code === 'SQL406')?.range.start.line;
    while (lineOf(editor.findings(file) ?? []) === undefined) await editor.next(file);
    // The next findings are those without the database.
    expect(lineOf(await editor.change(file, wrong.replace('title: Shop', 'title: Shop\n# A comment')))).toBe(9);
    expect(lineOf(await editor.change(file, wrong.replace('c.fullname', 'c.full_name')))).toBeUndefined();
  });
});

describe('lenses', () => {
  it('show the results that `engine test` has written', async () => {
    const { folder } = shop();
    const root = join(import.meta.dirname, '../../../..');
    const example = join(root, 'examples/first-profile');
    for (const name of ['shop.yaml', 'shop.sql']) copyFileSync(join(example, name), join(folder, name));
    const text = readFileSync(join(folder, 'shop.yaml'), 'utf8');
    mkdirSync(join(folder, 'cases'));
    mkdirSync(join(folder, 'coverage'));
    writeFileSync(
      join(folder, 'cases/one.yaml'),
      'cases:\n  - call: /debtors/list\n    case: one\n    request: { page: 1, limit: 2 }\n',
    );
    const junit =
      '<testsuites><testsuite name="x"><testcase classname="/debtors/list" name="one"/><testcase classname="/debtors/list" name="two"><failure message="x"/></testcase></testsuite></testsuites>';
    writeFileSync(join(folder, 'coverage/cases.xml'), junit);
    const file = join(folder, 'shop.yaml');
    const editor = await editorIn(folder);
    await editor.open(file, text);
    const lenses = await editor.request<readonly CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: pathToFileURL(file).href },
    });
    const titles = lenses.map(({ command }) => command?.title);
    expect(titles.some((title) => title === '1 case, 1 failed, 1 passed')).toBe(/^ {2}\/debtors\/list:/m.test(text));
    // Endpoints that the ERP does not provide have one only where there are cases.
    const provided = text.match(/^ {2}\/[\w/-]+:(?! \{ unavailable:)/gm) ?? [];
    const withCases = text.match(/^ {2}\/debtors\/list: \{ unavailable:/gm) ?? [];
    expect(lenses.length).toBe(provided.length + withCases.length);
  });
});
