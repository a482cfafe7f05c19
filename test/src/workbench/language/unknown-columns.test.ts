/** Columns that the known tables do not have: all of a statement, each with its fix. */
import { expect, it } from 'vitest';
import { createLanguageService, databaseTables } from '../../../../src/workbench/language/index.ts';
import { file, head, portsHere } from './service-here.ts';

const column = (name: string) => ({ name, type: 'text', required: true });
const tables = new Map([
  [
    'erp',
    databaseTables([
      { name: 'customer', key: ['no'], columns: ['no', 'name', 'city', 'Größe'].map(column) },
      { name: 'invoice', key: ['id'], columns: ['id', 'customer_no', 'total'].map(column) },
    ]),
  ],
]);

/** The warnings about columns in a query of debtors: what is written there, and what would cure it. */
async function unknownIn(query: string, findsColumns = true) {
  const text = `${head}endpoints:\n  /debtors/list:\n    query: ${query}\n`;
  const service = createLanguageService({ ...portsHere(tables), findsColumns });
  service.open(file, text);
  const findings = await service.check(file);
  const lines = text.split('\n');
  return findings
    .filter(({ code, severity }) => code === 'SQL406' && severity === 'warning')
    .map(({ range: { start, end }, replacement }) => [
      lines[start.line]?.slice(start.character, end.character),
      replacement,
    ]);
}

it('reports all of a statement, with the nearest column', async () => {
  const query =
    'SELECT c.nmae AS name, c.no AS erpDebtorId, i.totl AS t FROM customer c JOIN invoice i ON i.customer_nr = c.no';
  expect(await unknownIn(query)).toEqual([
    ['nmae', 'name'],
    ['totl', 'total'],
    ['customer_nr', 'customer_no'],
  ]);
});

it.each([
  ['other cases of letters, quotes, and all columns', 'SELECT C.NAME AS name, c."Größe" AS g, c.* FROM customer C'],
  ['a table without an alias', 'SELECT customer.no AS erpDebtorId FROM customer'],
  [
    'the table of a query around it',
    'SELECT c.no FROM customer c WHERE EXISTS (SELECT 1 FROM invoice i WHERE c.no = i.customer_no)',
  ],
  [
    'a query with a name, also one of a table',
    'WITH customer AS (SELECT 1 AS x) SELECT c.x AS erpDebtorId FROM customer c',
  ],
  ['a query among the tables', 'SELECT q.x AS erpDebtorId FROM (SELECT 1 AS x) q'],
  ['columns that the statement names', 'SELECT c.a AS erpDebtorId FROM customer AS c (a, b, d, e)'],
  ['tables that are not known, or in another schema', 'SELECT x.a, y.b FROM ledger x JOIN other.customer y ON 1 = 1'],
  ['columns that the database has itself', 'SELECT c.ctid, c.xmin FROM customer c'],
  ['functions, and texts', "SELECT c.no, 'c.nmae' AS name FROM customer c /* c.nmae */"],
])('accepts %s', async (_what, query) => {
  expect(await unknownIn(query)).toEqual([]);
});

it('reports none where only databases do', async () => {
  expect(await unknownIn('SELECT c.nmae AS name FROM customer c', false)).toEqual([]);
});
