/** The profile for Sage 200: all of its SQL is T-SQL, its cases cover all of it, and it detects other products with the same name. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { isDeep } from '../support/depth.ts';
import { providedUrl } from '../support/provided.ts';
import { holdCases } from './figures.ts';

const env = {
  SAGE200_DB_NAME: 'Wexford',
  SAGE200_API_CLIENT: 'client',
  SAGE200_API_SITE: 'site',
  SAGE200_API_COMPANY: '1',
  SAGE200_DRAFT_CUSTOMER: '1020',
};

/** Where the fixture is made: the run's own PostgreSQL stands in for a SQL Server, unless there is one. */
const scratch = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl'), ENGINE_TEST_MSSQL: process.env.MSSQL_URL ?? '' };

it('has no findings: every statement of it is T-SQL', async () => {
  const { status, out, err } = await runHere(['check', 'sage-200'], { env, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain('no findings');
});

it('is granted the tables that it names, and no others', () => {
  const room = join(root, 'profiles', 'sage-200');
  const named = (file: string, pattern: RegExp): readonly string[] => {
    const tables = [...readFileSync(join(room, file), 'utf8').matchAll(pattern)].map(([, table = '']) => table);
    return [...new Set(tables)].sort();
  };
  const read = named('profile.yaml', /\b(?:FROM |JOIN |table: )([A-Z]\w*)/g);
  expect(named('grants.sql', /^GRANT SELECT ON dbo\.(\w+) TO middleware;/gm)).toEqual(read);
});

// They take a minute.
if (isDeep)
  it('holds its cases, which reach all of it', async () => {
    const { status, out } = await runHere(
      ['test', 'sage-200', '--strict', '--coverage', '--coverage-threshold', '100'],
      {
        env: scratch,
        cwd: root,
      },
    );
    expect(out).not.toContain('FAIL');
    expect(status).toBe(0);
    holdCases('sage-200', out);
  });

/** Runs cases of its own on the fixture after a script. `cases` are lines of YAML, whose sentences begin with "trap". */
function runOn(script: string, cases: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['fixture', 'cases']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'profile.yaml'), 'profile: other\nextends: sage-200\n');
  writeFileSync(join(folder, 'fixture', 'other.sql'), script);
  const settings = 'settings: { db_name: x, api_client: c, api_site: s, api_company: c, draft_customer: "1" }';
  const listed = cases.map((one, index) => `  - { case: trap ${index}, ${one} }`);
  writeFileSync(join(folder, 'cases', 'trap.yaml'), [settings, 'cases:', ...listed, ''].join('\n'));
  return runHere(['test', '--filter', 'trap', join(folder, 'profile.yaml')], { env: scratch, cwd: root });
}

const withTable = (table: string): string => `CREATE TABLE dbo.${table} (Id int NOT NULL);`;
const withoutOrders = ['SOPStandardItemLink', 'SOPCancelledLine', 'SOPOrderReturnLine', 'SOPOrderReturn']
  .map((table) => `DROP TABLE dbo.${table};`)
  .join('\n');

it.each([
  ['of Spain', withTable('CabeceraPedidoCliente'), 'the Sage 200 of Spain'],
  ['of Evolution', withTable('_btblInvoiceLines'), 'Sage 200 Evolution'],
  ['of Evolution, by its receivables', withTable('PostAR'), 'Sage 200 Evolution'],
  ['without orders', withoutOrders, 'it sees no table SOPOrderReturn'],
])('does not start on a database %s', async (_, script, reason) => {
  const search = 'call: /catalog/customers/search, request: { query: abbey }, response: { hits: [] }';
  const { status, out, err } = await runOn(script, [search]);
  expect(status).toBe(1);
  expect(out + err).toContain(reason);
});

it('leaves out what is switched off in the settings of the price book', async () => {
  const off = ['UseLimitedPriceBands', 'UseStockItemDiscounts', 'UseProductGroupDiscounts'];
  const priced = (customer: number, item: number, price: number, band: string): string =>
    `call: /pricing/resolve, request: { customerErpId: "${customer}", productErpId: "${item}" }, ` +
    `response: { systemUnitPrice: ${price}, source: price band ${band} }`;
  // A limited band, a discount of an item and one of a product group.
  const { status, out } = await runOn(
    `UPDATE dbo.PriceBookSetting SET ${off.map((name) => `${name} = 0`).join(', ')};`,
    [priced(1015, 2004, 119.5, 'Trade'), priced(1002, 2007, 30, 'Standard'), priced(1002, 2006, 25, 'Standard')],
  );
  expect(out).not.toContain('FAIL');
  expect(status).toBe(0);
});
