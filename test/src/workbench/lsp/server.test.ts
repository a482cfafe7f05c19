/** The language server as an editor uses it: open buffers, overlays, unfinished texts, and the end of a session. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { CompletionList, TextEdit } from 'vscode-languageserver-types';
import { startEditor } from './editor.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-lsp-'));
// As clients of editors start every server.
const editor = await startEditor(folder, ['--stdio', `--clientProcessId=${process.pid}`]);
afterAll(async () => {
  expect(await editor.end()).toBe(0);
});

const base = `profile: acme
title: Acme 9
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: acme.db } }
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.no AS erpDebtorId, c.name AS name FROM customer c
    absent: { email: this ERP keeps no e-mail addresses }
`;
const codesOf = (diagnostics: readonly { readonly code?: unknown }[]): readonly unknown[] =>
  diagnostics.map(({ code }) => code);

let files = 0;
function folderFor(texts: Readonly<Record<string, string>>): string {
  files += 1;
  const path = join(folder, String(files));
  mkdirSync(path);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(path, name), text);
  return path;
}

describe('findings', () => {
  it('follow the text of the editor, not that of the disk', async () => {
    const file = join(folderFor({ 'profile.yaml': base }), 'profile.yaml');
    expect(codesOf(await editor.open(file, base))).not.toContain('MAP101');
    const misspelt = base.replace('page:', 'paeg:');
    const diagnostic = (await editor.change(file, misspelt)).find(({ code }) => code === 'MAP101');
    expect(diagnostic).toMatchObject({
      severity: 1,
      source: 'engine',
      range: { start: { line: 7, character: 4 }, end: { line: 7, character: 8 } },
    });
    expect(diagnostic?.message).toContain('Did you mean "page"?');
    expect(diagnostic?.codeDescription?.href).toMatch(/docs\/diagnostics\.md#map101-/);
    expect(codesOf(await editor.change(file, base))).not.toContain('MAP101');
  });

  it('of an overlay follow its base, which another window has open and not saved', async () => {
    const path = folderFor({ 'base.yaml': base, 'acme.profile.yaml': '' });
    const [overlay, below] = [join(path, 'acme.profile.yaml'), join(path, 'base.yaml')];
    const text = 'profile: acme-north\nextends: ./base.yaml\nparts: { kind: c.kind }\n';
    const before = await editor.open(overlay, text);
    expect(codesOf(before)).toContain('MAP214');
    const after = editor.next(overlay);
    await editor.open(below, base.replace('c.name AS name', '{kind} AS name'));
    expect(codesOf(await after)).not.toContain('MAP214');
    const again = editor.next(overlay);
    await editor.close(below);
    expect(codesOf(await again)).toContain('MAP214');
  });

  it('of an overlay follow its base on disk, which git or another program has changed', async () => {
    const path = folderFor({ 'base.yaml': base, 'acme.profile.yaml': '' });
    const [overlay, below] = [join(path, 'acme.profile.yaml'), join(path, 'base.yaml')];
    const text = 'profile: acme-north\nextends: ./base.yaml\nparts: { kind: c.kind }\n';
    expect(codesOf(await editor.open(overlay, text))).toContain('MAP214');
    const after = editor.next(overlay);
    writeFileSync(below, base.replace('c.name AS name', '{kind} AS name'));
    await editor.changedOnDisk(below);
    expect(codesOf(await after)).not.toContain('MAP214');
  });

  it('of an unfinished text are those of the parser, and of the rest', async () => {
    const file = join(folderFor({ 'profile.yaml': base }), 'profile.yaml');
    const diagnostics = await editor.open(file, `${base}    order: [name\n  /debtors/lst: { unavailable: no }\n`);
    expect(codesOf(diagnostics)).toContain('YAML101');
    const rest = await editor.change(file, base.replace('sqlite', 'sqlit').replace('{ key: [', '{ key: ['));
    expect(codesOf(rest)).toContain('MAP104');
  });

  it('are removed when the file is closed', async () => {
    const file = join(folderFor({ 'profile.yaml': base }), 'profile.yaml');
    expect((await editor.open(file, base.replace('page:', 'paeg:'))).length).toBeGreaterThan(0);
    const removed = editor.next(file);
    await editor.close(file);
    expect(await removed).toEqual([]);
  });

  it('are not given for other YAML files', async () => {
    const path = folderFor({});
    expect(await editor.open(join(path, 'runs.yaml'), 'prot: 80\n')).toEqual([]);
    expect(await editor.open(join(path, 'compose.yaml'), 'services: { a: 1 }\n')).toEqual([]);
    expect(await editor.open(join(path, 'notes.yaml'), 'notes: [1\n')).toEqual([]);
  });
});

describe('completion', () => {
  it('proposes what the service proposes, with placeholders as plain text for an editor without snippets', async () => {
    const file = join(folderFor({ 'profile.yaml': base }), 'profile.yaml');
    await editor.open(file, `${base}  /invo`);
    const line = base.split('\n').length - 1;
    const { items } = await editor.request<CompletionList>('textDocument/completion', {
      textDocument: { uri: pathToFileURL(file).href },
      position: { line, character: 7 },
    });
    const proposal = items.find(({ label }) => label === '/invoices/list');
    expect(proposal?.textEdit).toMatchObject({
      range: { start: { line, character: 2 }, end: { line, character: 7 } },
      newText: expect.stringMatching(/^\/invoices\/list:\n {4}[\s\S]*SELECT your_column AS erpInvoiceId/),
    });
  });
});

describe('formatting', () => {
  it('changes white space of a profile, and nothing of a text that is no YAML or no profile', async () => {
    const path = folderFor({ 'profile.yaml': base });
    const file = join(path, 'profile.yaml');
    const given = { textDocument: { uri: pathToFileURL(file).href }, options: { tabSize: 4, insertSpaces: true } };
    await editor.open(file, base.replace('    page: { key: [erpDebtorId] }', '    page:   {key: [ erpDebtorId ]}  '));
    const edits = await editor.request<readonly TextEdit[]>('textDocument/formatting', given);
    expect(edits.map(({ newText }) => newText)).toEqual([' ', ' ', '', '', ' ', '']);
    expect(edits[0]?.range).toEqual({ start: { line: 7, character: 9 }, end: { line: 7, character: 12 } });
    await editor.change(file, `${base}    order: [name\n`);
    expect(await editor.request('textDocument/formatting', given)).toBeNull();
    await editor.open(join(path, 'notes.yaml'), 'a:   1\n');
    const other = { ...given, textDocument: { uri: pathToFileURL(join(path, 'notes.yaml')).href } };
    expect(await editor.request('textDocument/formatting', other)).toBeNull();
  });
});

describe('the list of cases', () => {
  const caseText = (titles: readonly string[]): string =>
    `cases:\n${titles.map((title) => `  - case: ${title}\n    call: /debtors/list\n`).join('')}`;

  it('has the cases of an overlay and of its base, in which it may override some', async () => {
    const path = folderFor({});
    for (const [folderName, titles] of [
      ['base', ['all', 'two pages']],
      ['acme', ['none', 'all']],
    ] as const) {
      mkdirSync(join(path, folderName, 'cases'), { recursive: true });
      writeFileSync(join(path, folderName, 'cases/debtors.yaml'), caseText(titles));
    }
    writeFileSync(join(path, 'base/profile.yaml'), base);
    const overlay = join(path, 'acme/profile.yaml');
    writeFileSync(overlay, 'profile: acme-north\nextends: ../base/profile.yaml\n');
    const listed = (file: string) => editor.request('engine/cases', { uri: pathToFileURL(file).href });
    const uri = (folderName: string) => pathToFileURL(join(path, folderName, 'cases/debtors.yaml')).href;
    expect(await listed(overlay)).toEqual({
      endpoints: [
        {
          path: '/debtors/list',
          cases: [
            { title: 'none', uri: uri('acme'), line: 1 },
            { title: 'all', uri: uri('acme'), line: 3 },
            { title: 'two pages', uri: uri('base'), line: 3 },
          ],
        },
      ],
    });
    expect(await listed(join(path, 'base/profile.yaml'))).toMatchObject({
      endpoints: [{ path: '/debtors/list', line: 6, cases: [{ title: 'all' }, { title: 'two pages' }] }],
    });
    expect(await listed(join(path, 'acme/cases/debtors.yaml'))).toBeNull();
  });
});

describe('navigation', () => {
  const text = base
    .replace('endpoints:', 'parts: { open: c.open_amount <> 0 }\nendpoints:')
    .replace('customer c', 'customer c WHERE {open}');
  const declared = { line: 5, character: 9 };

  it('shows, finds and changes names', async () => {
    const file = join(folderFor({ 'profile.yaml': text }), 'profile.yaml');
    await editor.open(file, text);
    const textDocument = { uri: pathToFileURL(file).href };
    const place = { textDocument, position: declared };
    const shown = await editor.request<{ contents: { value: string } }>('textDocument/hover', place);
    expect(shown.contents.value).toContain('c.open_amount <> 0');
    const context = { includeDeclaration: false };
    const uses = await editor.request<readonly object[]>('textDocument/references', { ...place, context });
    expect(uses).toHaveLength(1);
    const [use] = uses;
    expect(use).toMatchObject({ uri: textDocument.uri, range: { start: { line: 9 } } });
    const renamed = await editor.request<{ changes: object }>('textDocument/rename', { ...place, newName: 'unpaid' });
    expect(Object.values(renamed.changes).flat()).toHaveLength(2);
    const refused = editor.request('textDocument/rename', { ...place, newName: '1 x' });
    await expect(refused).rejects.toThrow('is not a name');
  });

  it('links the files that the profile names, if they exist', async () => {
    const text = `${base.replace('{ file: acme.db }', '{ file: acme.db, create: [acme.sql, none.sql] }')}`;
    const path = folderFor({ 'base.yaml': text, 'acme.sql': '', 'acme.profile.yaml': '' });
    const links = async (name: string, content: string) => {
      await editor.open(join(path, name), content);
      return editor.request('textDocument/documentLink', {
        textDocument: { uri: pathToFileURL(join(path, name)).href },
      });
    };
    const target = (name: string): string => pathToFileURL(join(path, name)).href;
    const at = text.split('\n')[4]?.indexOf('acme.sql') ?? 0;
    expect(await links('base.yaml', text)).toEqual([
      { range: { start: { line: 4, character: at }, end: { line: 4, character: at + 8 } }, target: target('acme.sql') },
    ]);
    expect(await links('acme.profile.yaml', 'profile: north\nextends: ./base.yaml\n')).toMatchObject([
      { target: target('base.yaml') },
    ]);
  });

  it('grows a selection from the word to the whole text', async () => {
    const file = join(folderFor({ 'profile.yaml': base }), 'profile.yaml');
    await editor.open(file, base);
    interface Selection {
      readonly range: {
        readonly start: { readonly line: number; readonly character: number };
        readonly end: { readonly line: number; readonly character: number };
      };
      readonly parent?: Selection;
    }
    const position = { line: 8, character: base.split('\n')[8]?.indexOf('name AS') ?? 0 };
    const [first] = await editor.request<readonly Selection[]>('textDocument/selectionRange', {
      ...{ textDocument: { uri: pathToFileURL(file).href }, positions: [position] },
    });
    const lines = base.split('\n');
    const shown: string[] = [];
    for (let one = first; one !== undefined; one = one.parent) {
      const { start, end } = one.range;
      const [from, to] = [lines[start.line]?.slice(start.character), lines[end.line]?.slice(0, end.character)];
      shown.push(
        start.line === end.line ? (from ?? '').slice(0, end.character - start.character) : `${from} ... ${to}`,
      );
    }
    expect(shown).toEqual([
      'name',
      'SELECT c.no AS erpDebtorId, c.name AS name FROM customer c',
      'query: SELECT c.no AS erpDebtorId, c.name AS name FROM customer c',
      '/debtors/list: ...     absent: { email: this ERP keeps no e-mail addresses }',
      'endpoints: ...     absent: { email: this ERP keeps no e-mail addresses }',
      'profile: acme ... ',
    ]);
  });

  it('finds endpoints and other names in all open profiles', async () => {
    const path = folderFor({ 'profile.yaml': base });
    const file = join(path, 'profile.yaml');
    await editor.open(file, base.replace('/debtors/list', '/payments/list'));
    const symbols = await editor.request<readonly object[]>('workspace/symbol', { query: 'Payments' });
    expect(symbols).toEqual([
      {
        ...{ name: '/payments/list', kind: 6, containerName: 'endpoints' },
        location: {
          uri: pathToFileURL(file).href,
          range: { start: { line: 6, character: 2 }, end: { line: 6, character: 16 } },
        },
      },
    ]);
  });

  it('highlights a name, and shows the signature of a function', async () => {
    const file = join(folderFor({ 'profile.yaml': base }), 'profile.yaml');
    const withCall = base.replace('c.name AS name', 'replace(c.name, ');
    await editor.open(file, withCall);
    const textDocument = { uri: pathToFileURL(file).href };
    const line = withCall.split('\n')[8] ?? '';
    const at = (text: string, by = 0) => ({ textDocument, position: { line: 8, character: line.indexOf(text) + by } });
    const highlights = await editor.request<readonly object[]>('textDocument/documentHighlight', at('c.no'));
    expect(highlights).toHaveLength(3);
    expect(await editor.request('textDocument/signatureHelp', at('c.name, ', 8))).toMatchObject({
      signatures: [
        { label: 'replace(text, from, to) → text', parameters: [{ label: [8, 12] }, { label: [14, 18] }, {}] },
      ],
      activeParameter: 1,
    });
  });

  it('offers quick fixes with their findings', async () => {
    const broken = base.replace('page:', 'paeg:');
    const file = join(folderFor({ 'profile.yaml': broken }), 'profile.yaml');
    await editor.open(file, broken);
    const actions = await editor.request<readonly object[]>('textDocument/codeAction', {
      textDocument: { uri: pathToFileURL(file).href },
      range: { start: { line: 7, character: 4 }, end: { line: 7, character: 4 } },
      context: { diagnostics: [] },
    });
    expect(actions[0]).toMatchObject({ title: 'Replace paeg with page', diagnostics: [{ code: 'MAP101' }] });
  });
});
