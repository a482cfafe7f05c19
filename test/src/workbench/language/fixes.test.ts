/** Quick fixes: replaced names, missing keys and answered questions. */
import { describe, expect, it } from 'vitest';
import { file, head, marked, opened } from './service-here.ts';

describe('quick fixes', () => {
  const broken = (text: string) => marked(`${head}${text}`);
  it.each([
    ['a key', broken('endpoints:\n  /debtors/list:\n    §serach: { text: query }\n'), 'search'],
    ['an endpoint', broken('endpoints:\n  §/debtor/list: { unavailable: no }\n'), '/debtors/list'],
    ['a word of the grammar', marked(head.replace('postgres', '§postgers')), 'postgres'],
    [
      'a value in SQL',
      broken('endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name WHERE x = §:settings.brnch\n'),
      ':settings.branch',
    ],
    [
      'a part in SQL',
      broken('endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name FROM §{open_invoce}\n'),
      '{open_invoice}',
    ],
    [
      'a part in an expression',
      broken('endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name\n    fields: { email: "§{acount}" }\n'),
      '{account}',
    ],
    [
      'a function',
      broken('endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name\n    fields: { email: "§$lowrcase(name)" }\n'),
      '$lowercase',
    ],
    [
      'a fact',
      broken('endpoints:\n  /debtors/list: { unavailable: { when: §not has_term, reason: old } }\n'),
      'not has_terms',
    ],
    [
      'a word of the contract',
      broken('endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name\n    §fields: { emial: name }\n'),
      'email',
    ],
    [
      'quotes',
      broken(
        'endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name\n    fields: { email: §$substring(name, 1) }\n',
      ),
      '"$substring(name, 1)"',
    ],
  ])('replace %s, and the finding is gone', async (_what, { text, position }, replacement) => {
    const service = await opened(text);
    const fix = service
      .fixes(file, { start: position, end: position })
      .find(({ edits }) => edits[0]?.text === replacement);
    const edit = fix?.edits[0];
    if (edit === undefined || fix === undefined) throw new Error('There is no such fix.');
    const lines = text.split('\n');
    const line = lines[edit.range.start.line] ?? '';
    const cured = line.slice(0, edit.range.start.character) + edit.text + line.slice(edit.range.end.character);
    const after = await opened(lines.with(edit.range.start.line, cured).join('\n'));
    const rest = await after.check(file);
    expect(rest.filter(({ code, message }) => code === fix.finding.code && message === fix.finding.message)).toEqual(
      [],
    );
  });

  it.each([
    [
      'keys',
      'title: x\ncontract: "1"\nsources:\n  erp:\n    sql: sqlite\nendpoints: {}\n',
      'Add connection',
      '    connection: \n',
    ],
    [
      'endpoints',
      `${head}endpoints:\n  /debtors/list: { unavailable: no }\n`,
      'Add 16 missing endpoints as unavailable',
      '  /invoices/push: { unavailable: not decided yet }\n',
    ],
    [
      'endpoints in empty braces',
      `${head}endpoints: {}\n`,
      'Add 17 missing endpoints as unavailable',
      '\n  /catalog/customers/search: { unavailable: not decided yet }\n',
    ],
    [
      'reasons of absent fields',
      `${head}endpoints:\n  /debtors/list:\n    page: { key: [erpDebtorId] }\n    query: SELECT c.no AS erpDebtorId, c.name AS name FROM customer c\n`,
      'Declare email absent',
      '    absent: { email: this ERP does not have it }\n',
    ],
  ])('add missing %s', async (_what, text, title, inserted) => {
    const service = await opened(text);
    const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const fixes = service.fixes(file, all);
    expect(fixes.map((one) => one.title)).toContain(title);
    expect(fixes.find((one) => one.title === title)?.edits[0]?.text).toContain(inserted);
  });

  const invoices = (decide: string): string => `${head}endpoints:\n  /debtors/list:\n    decide${decide}`;
  const query = '    page: { key: [erpDebtorId] }\n';
  it.each([
    [
      'one of several questions',
      invoices(`:\n      email: "§Which one?"\n      name: "Really?"\n${query}`),
      invoices(`:\n      name: "Really?"\n${query}`),
    ],
    [
      'the last question',
      invoices(`:\n      email: "§Which\n        one?"\n${query}`),
      `${invoices('')}`.replace('    decide', query),
    ],
    [
      'an endpoint that is only a question',
      invoices(': "§Which table?"\n'),
      invoices('').replace('decide', 'unavailable: not decided yet\n'),
    ],
  ])('answer %s', async (_what, given, expected) => {
    const { text, position } = marked(given);
    const service = await opened(text);
    const [edit] = service.fixes(file, { start: position, end: position })[0]?.edits ?? [];
    if (edit === undefined) throw new Error('There is no such fix.');
    const offset = (one: { readonly line: number; readonly character: number }): number =>
      text.split('\n').slice(0, one.line).join('\n').length + (one.line === 0 ? 0 : 1) + one.character;
    const after = text.slice(0, offset(edit.range.start)) + edit.text + text.slice(offset(edit.range.end));
    expect(after).toBe(expected);
  });
});

describe('an endpoint that the profile does not have', () => {
  const skeleton = `  /credit/customer:
    query: |
      SELECT \${2:your_column} AS creditLimit,
             \${3:your_column} AS creditUsed,
             \${4:your_column} AS currency
      FROM \${1:your_table}
      WHERE \${5:your_column} = :customerErpId`;

  it.each([
    [
      'behind the last one',
      'endpoints:\n  /debtors/list:\n    query: |\n      SELECT 1\n\n',
      `\n${skeleton}`,
      'SELECT 1',
    ],
    [
      'before another section',
      'endpoints:\n  /debtors/list: { unavailable: no } # why\ncurrencies: {}\n',
      `\n${skeleton}`,
      '# why',
    ],
    ['instead of empty braces', 'endpoints: {}\n', `\n${skeleton}`, 'endpoints:'],
    ['in a new section', '', `\nendpoints:\n${skeleton}`, ':id }'],
  ])('begins %s, with the table first', async (_where, endpoints, snippet, before) => {
    const text = `${head}${endpoints}`;
    const service = await opened(text);
    const begun = service.beginEndpoint(file, '/credit/customer');
    if (begun === undefined) throw new Error('Nothing is begun.');
    expect(begun.snippet).toBe(snippet);
    const { start } = begun.range;
    expect(text.split('\n')[start.line]?.slice(0, start.character)).toMatch(new RegExp(`${before}$`));
  });

  it('is not begun twice, nor in braces', async () => {
    const twice = await opened(`${head}endpoints:\n  /credit/customer: { unavailable: no }\n`);
    expect(twice.beginEndpoint(file, '/credit/customer')).toBeUndefined();
    const inBraces = await opened(`${head}endpoints: { /debtors/list: { unavailable: no } }\n`);
    expect(inBraces.beginEndpoint(file, '/credit/customer')).toBeUndefined();
  });
});

it('an open place is replaced by one of its columns', async () => {
  const query = 'SELECT c.no AS erpDebtorId, §NULL /*? c.mail or c.name */ AS name FROM customer c';
  const { text, position } = marked(
    `${head}endpoints:\n  /debtors/list:\n    page: { key: [erpDebtorId] }\n    query: ${query}\n`,
  );
  const service = await opened(text);
  const fixes = service
    .fixes(file, { start: position, end: position })
    .filter(({ finding }) => finding.code === 'MAP284');
  expect(fixes.map(({ title }) => title)).toEqual(['Write c.mail', 'Write c.name']);
  const edit = fixes[0]?.edits[0];
  const line = text.split('\n')[position.line] ?? '';
  expect(line.slice(edit?.range.start.character, edit?.range.end.character)).toBe('NULL /*? c.mail or c.name */');
  const cured = text.replace('NULL /*? c.mail or c.name */', edit?.text ?? '');
  expect((await (await opened(cured)).check(file)).map(({ code }) => code)).not.toContain('MAP284');
});
