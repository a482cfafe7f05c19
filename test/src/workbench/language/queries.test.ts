/** Columns of named queries, of queries among the tables, and of outputs: what completion proposes and hover shows. */
import { describe, expect, it } from 'vitest';
import { databaseTables, type ErpTables } from '../../../../src/workbench/language/index.ts';
import { file, head, marked, serviceWith } from './service-here.ts';

const column = (name: string, type: string, required = true) => ({ name, type, required });
const tables: ErpTables = new Map([
  [
    'erp',
    databaseTables([
      { name: 'customer', key: ['no'], columns: [column('no', 'integer'), column('name', 'text', false)] },
      {
        name: 'invoice',
        key: ['id'],
        columns: [column('id', 'integer'), column('customer_no', 'integer'), column('total', 'numeric(12,3)')],
      },
    ]),
  ],
]);

function opened(query: string) {
  const lines = query.split('\n').join('\n      ');
  const { text, position } = marked(
    `${head}endpoints:\n  /debtors/list:\n    page: { key: [erpDebtorId] }\n    query: |\n      ${lines}\n`,
  );
  const service = serviceWith(tables);
  service.open(file, text);
  return { service, position };
}

/** Names and details of the columns, queries and tables that are proposed at §. */
function proposed(query: string): readonly string[] {
  const { service, position } = opened(query);
  return service
    .complete(file, position)
    .items.filter(({ kind }) => kind === 'column' || kind === 'table')
    .map(({ label, detail }) => `${label}: ${detail}`);
}

const hovered = (query: string): string | undefined => {
  const { service, position } = opened(query);
  return service.hover(file, position)?.text;
};

const totals = 'WITH totals AS (SELECT i.customer_no, sum(i.total) AS total FROM invoice i GROUP BY 1)';
const ofTotals = ['customer_no: integer', 'total: sum(i.total)'];

describe('completion of columns', () => {
  it.each([
    ['of a named query', `${totals}\nSELECT t.§ FROM totals t`, ofTotals],
    [
      'of a named query that is not closed',
      'WITH t AS (SELECT id, total AS amount FROM invoice) SELECT t.§ FROM t JOIN (SELECT',
      ['id: integer', 'amount: numeric(12,3)'],
    ],
    [
      'in a call that is not closed',
      'SELECT upper(c.§ FROM customer c',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'in calls inside of each other that are not closed',
      'SELECT coalesce(upper(c.§ FROM customer c WHERE (c.no = 1)',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'in a call of a query inside that is not closed',
      'SELECT c.no, (SELECT max(i.§ FROM invoice i WHERE i.id = 1) FROM customer c',
      ['id: integer, key', 'customer_no: integer', 'total: numeric(12,3)'],
    ],
    [
      'behind a FROM among arguments',
      'SELECT extract(year FROM c.name), max(c.§ FROM customer c',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'with names of their own',
      'WITH t (a, b) AS (SELECT no, upper(name) FROM customer) SELECT t.§ FROM t',
      ['a: integer', 'b: upper(name)'],
    ],
    [
      'of a query that repeats another',
      `${totals}, big AS (SELECT * FROM totals WHERE total > 7.125)\nSELECT b.§ FROM big b`,
      ofTotals,
    ],
    [
      'of a query that names itself',
      'WITH RECURSIVE up AS (SELECT no, 1 AS level FROM customer UNION ALL SELECT u.no, u.level + 1 FROM up u WHERE u.§) SELECT 1',
      ['no: integer', 'level: 1'],
    ],
    [
      'of a query among the tables',
      'SELECT d.§ FROM customer c JOIN (SELECT customer_no AS no, max(total) most FROM invoice GROUP BY customer_no) AS d ON d.no = c.no',
      ['no: integer', 'most: max(total)'],
    ],
    [
      'of a star',
      'SELECT d.§ FROM (SELECT c.*, 1 AS one FROM customer c, invoice) d',
      ['no: integer', 'name: text', 'one: 1'],
    ],
    [
      'of a table behind a query',
      'SELECT i.§ FROM (SELECT no FROM customer) c JOIN invoice i ON i.customer_no = c.no',
      ['id: integer, key', 'customer_no: integer', 'total: numeric(12,3)'],
    ],
    [
      'of the query around',
      'SELECT c.no FROM customer c WHERE EXISTS (SELECT 1 FROM invoice i WHERE i.customer_no = c.§)',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'but none of the query around among the tables',
      'SELECT 1 FROM customer c JOIN (SELECT id FROM invoice WHERE customer_no = c.§) i ON true',
      [],
    ],
    [
      'in such a query with LATERAL',
      'SELECT 1 FROM customer c JOIN LATERAL (SELECT id FROM invoice WHERE customer_no = c.§) i ON true',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'of the nearest table of the same alias',
      'SELECT 1 FROM customer x WHERE x.no IN (SELECT x.§ FROM invoice x)',
      ['id: integer, key', 'customer_no: integer', 'total: numeric(12,3)'],
    ],
    [
      'of the second part of a UNION',
      'SELECT c.no FROM customer c UNION ALL SELECT c.§ FROM invoice c',
      ['id: integer, key', 'customer_no: integer', 'total: numeric(12,3)'],
    ],
    [
      'only of the tables of the inner query',
      'SELECT 1 FROM customer WHERE no = (SELECT max(§) FROM invoice)',
      [
        'invoice.id: integer, key',
        'invoice.customer_no: integer',
        'invoice.total: numeric(12,3)',
        'customer.no: integer, key',
        'customer.name: text, may be NULL',
      ],
    ],
    [
      'in an optional block',
      'SELECT c.no FROM customer c WHERE true [[ AND c.§ = :search ]] ORDER BY 1',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'of a table that follows a lock',
      'SELECT c.§ FROM customer c FOR UPDATE OF c',
      ['no: integer, key', 'name: text, may be NULL'],
    ],
    [
      'and names of outputs in ORDER BY',
      'SELECT upper(name) AS label FROM customer ORDER BY lab§',
      ['label: upper(name)'],
    ],
    ['of all sources', `${totals}\nSELECT § FROM totals`, ofTotals],
  ])('%s', (_what, query, expected) => {
    expect(proposed(query)).toEqual(expected);
  });

  it('named queries are proposed after FROM, before the tables', () => {
    expect(proposed(`${totals} SELECT 1 FROM §`)).toEqual([
      'totals: query with 2 columns',
      'customer: 2 columns',
      'invoice: 3 columns',
    ]);
  });
});

describe('hover', () => {
  it.each([
    ['a computed column of a named query', `${totals} SELECT t.§total FROM totals t`, ['**t.total**', 'sum(i.total)']],
    [
      'a column that a query repeats',
      `${totals} SELECT t.§customer_no FROM totals t`,
      ['**invoice.customer_no**: `integer`', 'through the query `totals`'],
    ],
    [
      'a named query',
      `${totals} SELECT 1 FROM §totals t`,
      ['**totals**: query with 2 columns', 'customer_no integer', 'total sum(i.total)'],
    ],
    ['the alias of a query', 'SELECT §d.no FROM (SELECT no FROM customer) d', ['**customer.no**: `integer`']],
    [
      'a column by its table',
      'SELECT 1 FROM customer c JOIN invoice i ON i.§customer_no = c.no',
      ['**invoice.customer_no**: `integer`'],
    ],
    [
      'an output in ORDER BY',
      'SELECT upper(name) AS label FROM customer ORDER BY §label',
      ['**label**: column of this query', 'upper(name)'],
    ],
  ])('shows %s', (_what, query, expected) => {
    const text = hovered(query);
    for (const one of expected) expect(text).toContain(one);
  });
});
