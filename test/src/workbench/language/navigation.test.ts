/** Hover, definitions, references and changes of names. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLanguageService } from '../../../../src/workbench/language/index.ts';
import { at, endpoints, linesOf } from './navigation-text.ts';
import { file, head, marked, opened, portsHere, serviceWith, tables } from './service-here.ts';

describe('hover', () => {
  it.each([
    ['a key', at('page:', 'endpoints:'), 'page'],
    ['a field of the contract in SQL, with its origin', at('name\n', 'upper('), 'upper(c.name)'],
    ['a column', at('no AS'), '`integer`, part of the key'],
    ['a table', at('customer c'), 'table with 1 column'],
    ['a part, with its text', at('open_invoice} ON'), 'invoice i JOIN ledger l'],
    ['a named expression', at('account})'), 'bankAccountCode ?? $settings.branch'],
    ['a setting', at('branch\n', 'settings.branch'), 'Branch of the company'],
    ['a secret, without its value', at('db_password}'), 'secret'],
    ['a function', at('lowercase(', 'email'), '$lowercase(text)'],
    ['a field below `fields`', at('email:'), 'email'],
    ['an endpoint', at('/debtors/list:'), 'All debtors'],
    ['a step', at('order.id'), 'a step of /sale-draft'],
  ])('tells of %s', async (_what, { text, position }, told) => {
    const service = await opened(text);
    expect(service.hover(file, position)?.text).toContain(told);
  });

  it('explains the findings', async () => {
    const { text, position } = marked(`${head}endpoints:\n  /debtors/list:\n    §serach: { text: query }\n`);
    const service = await opened(text);
    expect(service.hover(file, position)?.text).toMatch(/^\*\*MAP101\*\*: unknown key · `engine explain MAP101`$/m);
  });
});

describe('names', () => {
  it.each([
    ['a part', at('open_invoice} ON'), 'open_invoice', 2],
    ['a setting', at('branch\n', 'settings.branch'), 'branch', 3],
    ['an expression', at('account})'), 'account', 2],
    ['a step', at('order.id'), 'order', 2],
  ])('of %s: its declaration and all its uses', async (_what, { text, position }, name, count) => {
    const service = await opened(text);
    const declared = service.definition(file, position);
    expect(linesOf(declared, text)).toEqual([name]);
    const all = service.references(file, position, true);
    expect(linesOf(all, text)).toEqual(Array.from({ length: count }, () => name));
    expect(service.references(file, position, false)).toHaveLength(count - 1);
  });

  it('change in all places', async () => {
    const { text, position } = at('branch\n', 'settings.branch');
    const service = await opened(text);
    expect(service.renamable(file, position)).toMatchObject({ ok: true, kind: 'setting', name: 'branch' });
    const renamed = service.rename(file, position, 'site');
    if (!renamed.ok) throw new Error(renamed.reason);
    const lines = text.split('\n');
    for (const { range, text: name } of [...renamed.edits].reverse()) {
      const line = lines[range.start.line] ?? '';
      lines[range.start.line] = line.slice(0, range.start.character) + name + line.slice(range.end.character);
    }
    const after = lines.join('\n');
    expect(after).toContain('site: { env: ACME_BRANCH');
    expect(after).toContain(':settings.site');
    expect(after).toContain('$settings.site');
    expect(after).not.toMatch(/settings\.branch/);
    const count = async (one: string) => (await opened(one)).check(file);
    expect((await count(after)).length).toBe((await count(text)).length);
  });

  it('do not change to a name that is taken or that is no name, and words of the contract not at all', async () => {
    const { text, position } = at('branch\n', 'settings.branch');
    const service = await opened(text);
    expect(service.rename(file, position, 'db_password')).toMatchObject({ ok: false });
    expect(service.rename(file, position, 'a b')).toMatchObject({ ok: false });
    expect(service.renamable(file, at('debtor: {').position)).toEqual({
      ok: false,
      reason: 'The contract gives the name "debtor": it is the same in every profile.',
    });
    expect(service.renamable(file, at('title: ').position)).toMatchObject({ ok: false });
  });

  it('are found and changed in the cases: settings, facts and sources', async () => {
    const cases = `settings: { branch: 3, db_password: x }
facts:
  "has_terms": true
cases:
  - case: branch 17
    call: /debtors/list
    request: { branch: 1 }
    part: { use: erp, debtors: [] }
    stored:
      - { use: erp, query: "SELECT 1 AS branch", rows: [{ branch: 1 }] }
      - use: 'erp'
        query: SELECT 1 AS erp
        rows: []
`;
    const ofCases = '/acme/cases/debtors.yaml';
    const ports = portsHere(tables);
    const service = createLanguageService({
      ...ports,
      testResults: () => ({ ...ports.testResults([]), cases: [{ file: ofCases, text: cases }] }),
    });
    const linesIn = (word: string, from = ''): readonly string[] => {
      const { text, position } = at(word, from);
      service.open(file, text);
      const renamed = service.rename(file, position, 'r17');
      if (!renamed.ok) throw new Error(renamed.reason);
      const editsOfCases = renamed.edits.filter((one) => one.file === ofCases);
      expect(linesOf(editsOfCases, cases).every((name) => word.startsWith(name))).toBe(true);
      return editsOfCases.map(({ range }) => (cases.split('\n')[range.start.line] ?? '').trim());
    };
    expect(linesIn('branch\n', 'settings.branch')).toEqual(['settings: { branch: 3, db_password: x }']);
    expect(linesIn('has_terms: {')).toEqual(['"has_terms": true']);
    expect(linesIn('erp: {')).toEqual([
      '- { use: erp, query: "SELECT 1 AS branch", rows: [{ branch: 1 }] }',
      "- use: 'erp'",
    ]);
  });

  it('of a file that may not be changed stay, and the refusal names it', async () => {
    const { text, position } = at('branch\n', 'settings.branch');
    const service = createLanguageService({
      ...portsHere(tables),
      whyFixed: (one) => (one === file ? 'belongs to somebody else' : undefined),
    });
    service.open(file, text);
    const reason = 'profile.yaml uses this name, and belongs to somebody else.';
    expect(service.renamable(file, position)).toEqual({ ok: false, reason });
    expect(service.rename(file, position, 'site')).toEqual({ ok: false, reason });
  });

  it('are found and changed across `extends`', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-language-'));
    const [base, overlay] = [join(folder, 'base.yaml'), join(folder, 'profile.yaml')];
    writeFileSync(base, head + endpoints);
    const text =
      'profile: north\nextends: ./base.yaml\nendpoints:\n  /debtors/list:\n    query: SELECT 1 AS x FROM {open_invoice}\n';
    const service = serviceWith(tables, folder);
    service.open(overlay, text);
    service.open(base, head + endpoints);
    await service.check(overlay);
    await service.check(base);
    const position = { line: 4, character: text.split('\n')[4]?.indexOf('open_invoice') ?? 0 };
    expect(service.definition(overlay, position).map((one) => one.file)).toEqual([base]);
    expect(
      service
        .references(overlay, position, true)
        .map((one) => one.file)
        .sort(),
    ).toEqual([base, base, overlay]);
    const declared = at('open_invoice:').position;
    const renamed = service.rename(base, declared, 'unpaid');
    expect(renamed.ok && renamed.edits.map((one) => one.file).sort()).toEqual([base, base, overlay]);
  });
});
