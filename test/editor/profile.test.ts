/** The YAML language server with the schema of profiles, as an editor that follows docs/editors.md has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/contract/index.ts';
import { startEditor } from './server.ts';

const root = join(import.meta.dirname, '../..');
const editor = startEditor({ '/acme/*.yaml': join(root, 'engine/profile.schema.json') });
afterAll(() => editor.close());

let files = 0;
const open = (text: string) => {
  files += 1;
  return editor.open(`/acme/${files}.yaml`, text);
};
const labels = async (text: string) => (await (await open(text)).completions()).map(({ label }) => label);

const head = 'profile: acme\ncontract: "1"\n';
const inSources = (text: string) => `${head}endpoints: {}\nsources:\n  erp:\n${text}`;
const inEndpoint = (path: string, text: string) => `${head}endpoints:\n  ${path}:\n${text}`;
const mapped = contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);

describe('the files of the project', () => {
  it.each(['profiles/demo/profile.yaml', 'examples/first-profile/shop.yaml', 'examples/customer-variant/wexford.yaml'])(
    '%s is opened by its own first line, without a finding',
    async (file) => {
      const { diagnostics } = await editor.open(join(root, file), readFileSync(join(root, file), 'utf8'));
      expect(diagnostics).toEqual([]);
    },
  );
});

describe('completion', () => {
  it.each([
    ['the top', `${head}§`, ['settings', 'facts', 'parts', 'ids', 'sources', 'endpoints']],
    ['a source', inSources('    §'), ['sql', 'http', 'clock', 'probe', 'auth']],
    ['a source of PostgreSQL', inSources('    sql: postgres\n    connection:\n      §'), ['host', 'database', 'ssl']],
    [
      'an authentication',
      inSources('    http: https://erp.example.com\n    auth:\n      §'),
      ['basic', 'session', 'oauth1'],
    ],
    ['an endpoint', inEndpoint('/debtors/list', '    §'), ['query', 'search', 'page', 'attach', 'unavailable']],
    ['a read', inEndpoint('/debtors/list', '    first:\n      - §'), ['query', 'when', 'fields']],
    ['a search', inEndpoint('/debtors/list', '    search:\n      text: query\n      §'), ['in', 'match']],
    [
      'the fields of an endpoint',
      inEndpoint('/debtors/list', '    fields:\n      §'),
      ['erpDebtorId', 'name', 'email'],
    ],
    ['the words for match', inEndpoint('/debtors/list', '    search:\n      match: §'), ['words', 'prefix', 'exact']],
    ['the kinds of databases', inSources('    sql: §'), ['sqlite', 'postgres', 'mysql', 'mssql']],
    ['an endpoint of an overlay', 'extends: demo\nendpoints:\n  /debtors/list:\n    §', ['query', '$without']],
  ])('knows the keys of %s', async (_place, text, keys) => {
    expect(await labels(text)).toEqual(expect.arrayContaining(keys));
  });

  it('knows the paths of the contract', async () => {
    expect(await labels(`${head}endpoints:\n  §`)).toEqual(expect.arrayContaining(mapped));
    expect(await labels('extends: demo\nendpoints:\n  §')).toEqual(expect.arrayContaining(mapped));
  });
});

describe('hover', () => {
  it.each([
    ['a key', inEndpoint('/debtors/list', '    or§der: [name]'), 'a leading - sorts descending'],
    ['a path', inEndpoint('/deb§tors/list', '    query: SELECT 1'), 'Debtor import: All debtors'],
    ['SQL', inEndpoint('/debtors/list', '    que§ry: SELECT 1'), 'Columns: `erpDebtorId`, `name`. Optional: `email`'],
    [
      'SQL',
      inEndpoint('/pricing/resolve', '    first:\n      - que§ry: SELECT 1'),
      'Values: `:customerErpId`, `:productErpId`',
    ],
    ['SQL of a list', inEndpoint('/invoices/list', '    attach: { lines: { que§ry: SELECT 1 } }'), '`unitPrice`'],
    ['an expression', inEndpoint('/debtors/list', '    fields: { em§ail: mail }'), 'JSONata over a row'],
    ['a fact', `${head}facts: { v9: { ta§ble: Branch } }`, 'True if this table or view exists'],
    ['an overlay', 'extends: demo\nendpoints:\n  /debtors/list:\n    que§ry: SELECT 1', 'Columns: `erpDebtorId`'],
  ])('tells of %s', async (_what, text, told) => {
    expect(await (await open(text)).hover()).toContain(told);
  });
});

describe('a diagnostic', () => {
  it.each([
    ['a wrong key', inEndpoint('/debtors/list', '    serach: { text: query }'), 4, 4, 'serach'],
    ['a wrong path', `${head}endpoints:\n  /debtor/list: { query: SELECT 1 }`, 3, 2, '/debtor/list'],
    ['a wrong word', inSources('    sql: postgresql'), 5, 9, 'sqlite'],
    ['a wrong type', inEndpoint('/debtors/list', '    order: name'), 4, 11, 'array'],
    ['a wrong key of an overlay', 'extends: demo\nendpoints:\n  /debtors/list:\n    serach: 1', 3, 4, 'serach'],
  ])('stands at %s', async (_what, text, line, character, told) => {
    const { diagnostics } = await open(text);
    const there = diagnostics.filter(({ range }) => range.start.line === line && range.start.character === character);
    expect(there.map(({ message }) => message).join('\n')).toContain(told);
  });

  it('requires no keys of an overlay, and names the missing keys of a profile', async () => {
    expect((await open('extends: demo\ntitle: Another one')).diagnostics).toEqual([]);
    const { diagnostics } = await open('profile: acme\n');
    expect(diagnostics.map(({ message }) => message)).toContain('Missing property "sources".');
  });
});
