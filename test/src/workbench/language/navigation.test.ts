/** Hover, definitions, references and changes of names. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLanguageService, type FileRange } from '../../../../src/workbench/language/index.ts';
import { file, head, marked, opened, portsHere, serviceWith, tables } from './service-here.ts';

const endpoints = `endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: |
      SELECT c.no AS erpDebtorId, upper(c.name) AS name
      FROM customer c JOIN {open_invoice} ON true
      WHERE c.branch = :settings.branch
    fields: { email: "$lowercase({account})" }
  /sale-draft:
    find: { query: 'SELECT id AS erpSaleId, ref AS "key" FROM orders WHERE ref = :key' }
    write:
      - order: { exec: "INSERT INTO orders (ref) VALUES (:key) RETURNING id AS id" }
      - mark: { exec: "UPDATE orders SET x = 1 WHERE id = :order.id" }
`;

/** The profile with the mark § before the first occurrence of `word` after `from`. */
function at(word: string, from = ''): ReturnType<typeof marked> {
  const text = head + endpoints;
  const place = text.indexOf(word, text.indexOf(from));
  if (place < 0) throw new Error(`There is no "${word}".`);
  return marked(`${text.slice(0, place)}§${text.slice(place)}`);
}

const linesOf = (places: readonly FileRange[], text: string): readonly string[] =>
  places.map(({ range }) =>
    (text.split('\n')[range.start.line] ?? '').slice(range.start.character, range.end.character),
  );

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
    expect(service.hover(file, position)?.text).toContain('MAP101: unknown key');
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
      const own = renamed.edits.filter((one) => one.file === ofCases);
      expect(linesOf(own, cases).every((name) => word.startsWith(name))).toBe(true);
      return own.map(({ range }) => (cases.split('\n')[range.start.line] ?? '').trim());
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

describe('steps', () => {
  const parts = '  of_order: id = :order.id\nsources:';
  const text = (head + endpoints)
    .replace('sources:', parts)
    .replace('WHERE id = :order.id', 'WHERE {of_order} AND id = :order.id');
  const overlayOf = (steps: string): string =>
    `profile: north\nextends: ./base.yaml\nendpoints:\n  /sale-draft:\n    write:\n${steps}`;
  const added = `      $after order:
        - note: { exec: "INSERT INTO notes (id) VALUES (:order.id) RETURNING id AS id" }
      mark: { exec: "UPDATE orders SET x = 2 WHERE id = :order.id" }
`;

  function family(overlays: Readonly<Record<string, string>>, base = text) {
    const folder = mkdtempSync(join(tmpdir(), 'engine-language-'));
    const service = serviceWith(tables, folder);
    writeFileSync(join(folder, 'base.yaml'), base);
    const texts = new Map(Object.entries({ 'base.yaml': base, ...overlays }));
    for (const [name, own] of texts) service.open(join(folder, name), own);
    const check = async (): Promise<void> => {
      for (const name of texts.keys()) await service.check(join(folder, name));
    };
    const at = (name: string, word: string) => {
      const own = texts.get(name) ?? '';
      return marked(`${own.slice(0, own.indexOf(word))}§${own.slice(own.indexOf(word))}`).position;
    };
    const wordsOf = (places: readonly FileRange[]): readonly string[] =>
      places.map(({ file: path, range }) => {
        const name = path.slice(folder.length + 1);
        return `${name}: ${linesOf([{ file: path, range }], texts.get(name) ?? '').join()}`;
      });
    return { service, check, at, wordsOf, path: (name: string) => join(folder, name) };
  }

  it('are found and changed in parts, in directives and in entries of an overlay', async () => {
    const { service, check, at, wordsOf, path } = family({ 'profile.yaml': overlayOf(added) });
    await check();
    const renamed = service.rename(path('base.yaml'), at('base.yaml', 'order: {'), 'document');
    if (!renamed.ok) throw new Error(renamed.reason);
    // Declaration, statement and part of the base; directive, added step and changed step of the overlay.
    expect([...wordsOf(renamed.edits)].sort()).toEqual([
      ...['base.yaml: order', 'base.yaml: order', 'base.yaml: order'],
      ...['profile.yaml: order', 'profile.yaml: order', 'profile.yaml: order'],
    ]);
    const mark = service.references(path('base.yaml'), at('base.yaml', 'mark: {'), true);
    expect([...wordsOf(mark)].sort()).toEqual(['base.yaml: mark', 'profile.yaml: mark']);
  });

  it('are found in the other overlays of the base that declares them, and only in these', async () => {
    const { service, check, at, wordsOf, path } = family({
      'profile.yaml': overlayOf(added),
      'south.profile.yaml': overlayOf('      $without: [mark]\n'),
    });
    await check();
    const mark = service.references(path('profile.yaml'), at('profile.yaml', 'mark: {'), true);
    expect([...wordsOf(mark)].sort()).toEqual(['base.yaml: mark', 'profile.yaml: mark', 'south.profile.yaml: mark']);
    const note = service.references(path('profile.yaml'), at('profile.yaml', 'note: {'), true);
    expect(wordsOf(note)).toEqual(['profile.yaml: note']);
  });

  it('do not change to a reserved name, or where a part names steps of several endpoints', async () => {
    const shared = `${text}  /customer-draft:
    find: { query: SELECT no AS erpCustomerId FROM customer WHERE no = :key }
    write:
      - order: { exec: "INSERT INTO customer (no) VALUES (:key) RETURNING no AS id" }
      - mark: { exec: "UPDATE customer SET x = 1 WHERE {of_order}" }
`;
    const { service, check, at, path } = family({}, shared);
    await check();
    const step = at('base.yaml', 'order: {');
    expect(service.rename(path('base.yaml'), step, 'key')).toEqual({ ok: false, reason: '"key" is a reserved name.' });
    expect(service.rename(path('base.yaml'), step, 'poNumber')).toMatchObject({ ok: false });
    expect(service.rename(path('base.yaml'), step, 'document')).toEqual({
      ok: false,
      reason: 'A part uses this name, and so do other endpoints.',
    });
  });

  it('of the base are completed in the entries of an overlay', async () => {
    const { service, check, path } = family({ 'profile.yaml': overlayOf(added) });
    await check();
    const { text: typed, position } = marked(overlayOf(added.replace('id = :order.id', 'id = :§order.id')));
    service.open(path('profile.yaml'), typed);
    expect(service.complete(path('profile.yaml'), position).items.map(({ label }) => label)).toEqual(
      expect.arrayContaining([':key', ':order.id', ':note.id']),
    );
  });
});

describe('parameters of parts', () => {
  const profile = `${head.replace('  account:', '  balance: { with: [debtor, kind], sql: "(SELECT SUM(l.open_amount) FROM ledger l WHERE l.debtor = {debtor} AND l.kind = {kind})" }\n  account:')}endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.no AS erpDebtorId, {balance(c.no, :settings.branch)} AS name FROM customer c
`;
  const here = (word: string, from = '') => {
    const place = profile.indexOf(word, profile.indexOf(from));
    return marked(`${profile.slice(0, place)}§${profile.slice(place)}`);
  };
  it.each([
    ['a parameter, from its use', here('debtor} AND'), 'debtor', 2],
    ['a parameter, from its declaration', here('kind], '), 'kind', 2],
    ['a part with arguments', here('balance(c.no'), 'balance', 2],
    ['a setting in an argument', here('branch)}'), 'branch', 3],
  ])('%s: its declaration and all its uses', async (_what, { text, position }, name, count) => {
    const service = await opened(text);
    expect(linesOf(service.definition(file, position), text)).toEqual([name]);
    expect(linesOf(service.references(file, position, true), text)).toEqual(Array.from({ length: count }, () => name));
  });

  it('change their names in the part alone', async () => {
    const { text, position } = here('debtor} AND');
    const renamed = (await opened(text)).rename(file, position, 'account_no');
    if (!renamed.ok) throw new Error(renamed.reason);
    expect(linesOf(renamed.edits, text)).toEqual(['debtor', 'debtor']);
    expect(renamed.edits.every(({ range }) => range.start.line === renamed.edits[0]?.range.start.line)).toBe(true);
  });

  it('are shown by hover, with the part', async () => {
    const use = here('balance(c.no');
    const service = await opened(use.text);
    expect(service.hover(file, use.position)?.text).toContain('**{balance(debtor, kind)}** is');
    expect(service.hover(file, here('debtor} AND').position)?.text).toBe(
      '**{debtor}**: a parameter of the part balance',
    );
  });

  it('are proposed in the part, and a use of the part with all of its arguments', async () => {
    const inside = marked(profile.replace('{kind})"', '{§})"'));
    const service = await opened(inside.text);
    const names = service.complete(file, inside.position).items.map(({ label }) => label);
    expect(names).toEqual(expect.arrayContaining(['debtor', 'kind', 'open_invoice']));
    const use = marked(profile.replace('{balance(c.no, :settings.branch)}', '{bal§'));
    const [item] = (await opened(use.text)).complete(file, use.position).items;
    expect([item?.label, item?.insert, item?.snippet]).toEqual(['balance', 'balance(${1:debtor}, ${2:kind})\\}', true]);
  });

  it('names in arguments are those of the statement around the part', async () => {
    const { text, position } = marked(profile.replace('{balance(c.no,', '{balance(c.§,'));
    const names = (await opened(text)).complete(file, position).items.map(({ label }) => label);
    expect(names).toContain('no');
  });
});
