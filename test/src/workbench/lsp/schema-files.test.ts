/** Files with cases and engine.yaml in the language server: findings, completion, hover, quick fixes and navigation. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeAction, CompletionList, Hover, Location, WorkspaceEdit } from 'vscode-languageserver-types';
import { marked } from '../language/service-here.ts';
import { startEditor } from './editor.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-lsp-cases-'));
const editor = await startEditor(folder);
afterAll(async () => {
  expect(await editor.end()).toBe(0);
});

const profile = `profile: acme
title: Acme 9
contract: "1"
settings:
  branch: { env: ACME_BRANCH, description: Branch of the company }
facts:
  has_terms: { table: terms }
sources:
  erp: { sql: sqlite, connection: { file: acme.db } }
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.no AS erpDebtorId, c.name AS name FROM customer c WHERE c.branch = :settings.branch
    absent: { email: this ERP keeps no e-mail addresses }
`;
const profileFile = join(folder, 'profile.yaml');
const casesFile = join(folder, 'cases/debtors.yaml');
const engineYaml = join(folder, 'engine.yaml');
mkdirSync(join(folder, 'cases'));
writeFileSync(profileFile, profile);

const correct = `settings: { branch: "7" }
facts: { has_terms: true }
cases:
  - case: all debtors
    call: /debtors/list
    request: { page: 1, limit: 20 }
    part:
      debtors:
        - { erpDebtorId: "1", name: Anna }
`;

/** What the protocol needs to ask about a place. */
const at = (file: string, position: object) => ({ textDocument: { uri: pathToFileURL(file).href }, position });

/** Opens a text with a mark, and asks for completions at the mark. */
async function labelsAt(file: string, text: string): Promise<readonly string[]> {
  const { text: whole, position } = marked(text);
  await editor.open(file, whole);
  const { items } = await editor.request<CompletionList>('textDocument/completion', at(file, position));
  return items.map(({ label }) => label);
}

async function hoverAt(file: string, text: string): Promise<string> {
  const { text: whole, position } = marked(text);
  await editor.open(file, whole);
  const hover = await editor.request<Hover | null>('textDocument/hover', at(file, position));
  return JSON.stringify(hover?.contents ?? '');
}

/** The text after the only preferred fix of the text's only finding. */
async function fixed(file: string, text: string): Promise<string> {
  const [finding] = await editor.open(file, text);
  if (finding === undefined) throw new Error('no finding');
  const actions = await editor.request<readonly CodeAction[]>('textDocument/codeAction', {
    ...at(file, finding.range.start),
    range: finding.range,
    context: { diagnostics: [] },
  });
  const [edit] = Object.values(actions.find(({ isPreferred }) => isPreferred)?.edit?.changes ?? {})[0] ?? [];
  if (edit === undefined) throw new Error('no fix');
  const lines = text.split('\n');
  const line = lines[edit.range.start.line] ?? '';
  const changed = line.slice(0, edit.range.start.character) + edit.newText + line.slice(edit.range.end.character);
  return lines.with(edit.range.start.line, changed).join('\n');
}

describe('a file with cases', () => {
  it('has no findings if it is right', async () => {
    expect(await editor.open(casesFile, correct)).toEqual([]);
  });

  it.each([
    ['an unknown key', 'case: all', 'caes: all', 'MAP101', 3],
    ['an endpoint that the contract does not have', '/debtors/list', '/debtors/lists', 'MAP106', 4],
    ['an unknown field of the request', 'limit:', 'limmit:', 'MAP101', 5],
    ['an unknown field of the answer', 'name: Anna', 'nmae: Anna', 'MAP101', 8],
    ['a setting that the profile does not have', 'branch:', 'brnach:', 'CFG501', 0],
    ['a fact that the profile does not have', 'has_terms:', 'has_term:', 'CFG501', 1],
  ])('reports %s at its place, and corrects it', async (_what, right, wrong, code, line) => {
    const text = correct.replace(right, wrong);
    const findings = await editor.open(casesFile, text);
    expect(findings.map((one) => [one.code, one.range.start.line])).toContainEqual([code, line]);
    if (wrong !== 'caes: all') expect(await fixed(casesFile, text)).toBe(correct);
  });

  it('reports a wrong type', async () => {
    const findings = await editor.open(casesFile, correct.replace('request: { page: 1, limit: 20 }', 'request: 20'));
    expect(findings.map(({ code, range }) => [code, range.start])).toEqual([['MAP103', { line: 5, character: 13 }]]);
  });

  it('is checked again when its profile has changed in the editor', async () => {
    await editor.open(profileFile, profile);
    await editor.open(casesFile, correct);
    await editor.change(profileFile, profile.replaceAll('branch', 'place'));
    // The cases are published once for each check of one of the two files.
    const codes = () => editor.findings(casesFile)?.map(({ code }) => code);
    while (codes()?.includes('CFG501') !== true) await editor.next(casesFile);
    expect(codes()).toEqual(['CFG501']);
    await editor.close(profileFile);
    while (editor.findings(casesFile)?.length !== 0) await editor.next(casesFile);
  });

  it.each([
    ['keys of a case', correct.replace('    part:', '    §\n    part:'), ['response', 'http', 'stored']],
    [
      'endpoints where nothing is written yet',
      correct.replace('/debtors/list', '§'),
      ['/payments/list', '/sale-draft'],
    ],
    ['endpoints', correct.replace('/debtors/list', '/pay§'), ['/payments/list', '/payments/push']],
    ['fields of the request', correct.replace('page: 1, limit: 20', '§'), ['page', 'limit']],
    ['fields of the answer', correct.replace('name: Anna', '§'), ['name', 'email']],
    ['members of the answer', correct.replace('debtors:', '§:'), ['debtors', 'hasMore']],
    ['settings of the profile', correct.replace('branch: "7"', '§'), ['branch']],
    ['facts of the profile', correct.replace('has_terms: true', '§'), ['has_terms']],
    ['values of a fact', correct.replace('has_terms: true', 'has_terms: §'), ['true', 'false']],
  ])('completes %s', async (_what, text, labels) => {
    expect(await labelsAt(casesFile, text)).toEqual(expect.arrayContaining(labels));
  });

  it('completes only the fields of the endpoint that the case calls', async () => {
    const text = correct.replace('page: 1, limit: 20', '§').replace('/debtors/list', '/pricing/resolve');
    expect(await labelsAt(casesFile, text)).toEqual(['customerErpId', 'productErpId']);
  });

  it('completes words of the contract as values', async () => {
    const text =
      'cases:\n  - case: a\n    call: /catalog/customers/addresses\n    request: { customerId: "1", kind: § }\n';
    expect(await labelsAt(casesFile, text)).toEqual(expect.arrayContaining(['shipping', 'billing']));
  });

  it('shows what the contract says of a field, of an endpoint, and the meaning of a key and a setting', async () => {
    expect(await hoverAt(casesFile, correct.replace('limit:', 'li§mit:'))).toMatch(
      /\*\*limit\*\*: integer.*At least 1/,
    );
    expect(await hoverAt(casesFile, correct.replace('erpDebtorId', 'erp§DebtorId'))).toContain('The id of a debtor');
    expect(await hoverAt(casesFile, correct.replace('/debtors', '/deb§tors'))).toContain('Request: page, limit');
    expect(await hoverAt(casesFile, correct.replace('part:', 'pa§rt:'))).toContain('Members that the answer must have');
    expect(await hoverAt(casesFile, correct.replace('branch:', 'bra§nch:'))).toContain('Branch of the company');
  });

  it('leads from the call to the endpoint, and renames a setting in the profile', async () => {
    const { text, position } = marked(correct.replace('/debtors', '/deb§tors'));
    await editor.open(casesFile, text);
    const places = await editor.request<readonly Location[]>('textDocument/definition', at(casesFile, position));
    const start = { line: 10, character: 2 };
    expect(places).toMatchObject([{ uri: pathToFileURL(profileFile).href, range: { start } }]);
    const setting = marked(correct.replace('branch:', 'bra§nch:')).position;
    const renamed = await editor.request<WorkspaceEdit>('textDocument/rename', {
      ...at(casesFile, setting),
      newName: 'place',
    });
    const lines = Object.fromEntries(
      Object.entries(renamed.changes ?? {}).map(([uri, edits]) => [uri, edits.map(({ range }) => range.start.line)]),
    );
    expect(lines).toEqual({ [pathToFileURL(profileFile).href]: [4, 12], [pathToFileURL(casesFile).href]: [0] });
  });
});

describe('engine.yaml', () => {
  const right = 'profile: ./profile.yaml\nport: 8080\n';

  it('has no findings if it is right', async () => {
    expect(await editor.open(engineYaml, right)).toEqual([]);
  });

  it('reports an unknown setting and a wrong value at their places, and corrects the name', async () => {
    const findings = await editor.open(engineYaml, right.replace('port', 'prot'));
    expect(findings.map(({ code, range }) => [code, range.start.line])).toEqual([['CFG501', 1]]);
    expect(await fixed(engineYaml, right.replace('port', 'prot'))).toBe(right);
    const values = await editor.open(engineYaml, right.replace('8080', 'yes'));
    expect(values.map(({ code, range }) => [code, range.start])).toEqual([['CFG502', { line: 1, character: 6 }]]);
  });

  it('completes settings, those of a service, values, and the shipped profiles', async () => {
    expect(await labelsAt(engineYaml, `${right}§`)).toEqual(expect.arrayContaining(['host', 'keys', 'services']));
    const service = `${right}services:\n  nord:\n    §\n`;
    expect(await labelsAt(engineYaml, service)).toEqual(expect.arrayContaining(['path', 'hostname', 'envFile']));
    expect(await labelsAt(engineYaml, `${right}keys:\n  - { name: a, app: § }\n`)).toEqual(
      expect.arrayContaining(['ordering', 'receivables', 'both']),
    );
    expect(await labelsAt(engineYaml, 'profile: do§\n')).toContain('dolibarr');
  });

  it('shows the meaning of a setting', async () => {
    expect(await hoverAt(engineYaml, right.replace('port', 'po§rt'))).toContain('Port to listen on');
  });
});

it('another YAML file gets no answer', async () => {
  const file = join(folder, 'other.yaml');
  expect(await editor.open(file, 'cases: 7\n')).toEqual([]);
  expect(await editor.request('textDocument/completion', at(file, { line: 0, character: 0 }))).toBeNull();
});
