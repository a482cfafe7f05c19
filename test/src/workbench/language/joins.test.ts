/** Joins that completion proposes: by foreign keys in both directions, and by names of columns where there are none. The mark | is the cursor. */
import { describe, expect, it } from 'vitest';
import { type DatabaseTable, databaseTables } from '../../../../src/workbench/language/index.ts';
import { file, head, marked, serviceWith } from './service-here.ts';

const table = (
  name: string,
  key: readonly string[],
  columns: readonly string[],
  foreignKeys?: DatabaseTable['foreignKeys'],
): DatabaseTable => ({
  name,
  key,
  columns: columns.map((column) => ({ name: column, type: 'integer', required: true })),
  foreignKeys,
});

/** `column, column -> table (column, column)` */
function references(text: string): NonNullable<DatabaseTable['foreignKeys']> {
  return text.split('; ').map((one) => {
    const [own = '', target = '', others = ''] = one.split(/ -> | \(|\)/);
    return { columns: own.split(', '), table: target, references: others.split(', ') };
  });
}

const withKeys = [
  table('customer', ['no'], ['no', 'name']),
  table('address', ['id'], ['id', 'city']),
  table(
    'invoice',
    ['id'],
    ['id', 'customer_no', 'billing', 'shipping'],
    references('customer_no -> customer (no); billing -> address (id); shipping -> address (id)'),
  ),
  table('invoice_line', ['invoice_id', 'pos'], ['invoice_id', 'pos'], references('invoice_id -> invoice (id)')),
  table('branch', ['company', 'no'], ['company', 'no']),
  table('stock', ['id'], ['id', 'company', 'place'], references('company, place -> branch (company, no)')),
  table('employee', ['id'], ['id', 'boss_id'], references('boss_id -> employee (id)')),
  table('Beleg', ['Nr'], ['Nr', 'KundenNr'], references('KundenNr -> customer (no)')),
];

/** The joins that are proposed at the mark, with what they follow from. */
function joins(statement: string, tables: readonly DatabaseTable[], parts = ''): readonly string[] {
  const query = statement.replace('|', '§');
  const text = `${head.replace('parts:\n', `parts:\n${parts}`)}endpoints:\n  /debtors/list:\n    query: >\n      ${query}\n`;
  const { text: now, position } = marked(text);
  const service = serviceWith(new Map([['erp', databaseTables(tables)]]));
  service.open(file, now);
  const { items } = service.complete(file, position);
  return items.flatMap(({ insert, detail }) =>
    /^(?:by foreign key|a guess|both are of)/.test(detail ?? '') ? [insert] : [],
  );
}

describe('after JOIN, the tables with a foreign key', () => {
  it.each([
    [
      'to the table of the query',
      'SELECT 1 FROM customer c JOIN |',
      ['invoice i ON i.customer_no = c.no', '"Beleg" b ON b."KundenNr" = c.no'],
    ],
    [
      'from and to the table of the query, also two to one table',
      'SELECT 1 FROM invoice i JOIN |',
      [
        'customer c ON c.no = i.customer_no',
        'address a ON a.id = i.billing',
        'address a ON a.id = i.shipping',
        'invoice_line il ON il.invoice_id = i.id',
      ],
    ],
    [
      'of several columns',
      'SELECT 1 FROM stock s LEFT JOIN |',
      ['branch b ON b.company = s.company AND b.no = s.place'],
    ],
    [
      'of several columns, from the other side',
      'SELECT 1 FROM branch b JOIN |',
      ['stock s ON s.company = b.company AND s.place = b.no'],
    ],
    [
      'to itself',
      'SELECT 1 FROM employee e JOIN |',
      ['employee e2 ON e2.id = e.boss_id', 'employee e2 ON e2.boss_id = e.id'],
    ],
    [
      'with an alias that no other table has',
      'SELECT 1 FROM customer i JOIN |',
      ['invoice i2 ON i2.customer_no = i.no', '"Beleg" b ON b."KundenNr" = i.no'],
    ],
    [
      'without an alias where the query has none',
      'SELECT 1 FROM stock JOIN |',
      ['branch ON branch.company = stock.company AND branch.no = stock.place'],
    ],
    [
      'to the last table first',
      'SELECT 1 FROM stock s JOIN invoice_line l ON true JOIN |',
      ['invoice i ON i.id = l.invoice_id', 'branch b ON b.company = s.company AND b.no = s.place'],
    ],
    [
      'whose names fit the letters',
      'SELECT 1 FROM invoice i JOIN addr|',
      ['address a ON a.id = i.billing', 'address a ON a.id = i.shipping'],
    ],
    [
      'to the tables of a query inside',
      'SELECT 1 FROM customer c WHERE EXISTS (SELECT 1 FROM invoice_line l JOIN | WHERE true)',
      ['invoice i ON i.id = l.invoice_id'],
    ],
    [
      'with an alias that the query around does not have, either',
      'SELECT 1 FROM customer c WHERE EXISTS (SELECT 1 FROM invoice x JOIN cust|)',
      ['customer c2 ON c2.no = x.customer_no'],
    ],
    [
      'with the quotes of the table of the query',
      'SELECT 1 FROM "Beleg" JOIN cus|',
      ['customer ON customer.no = "Beleg"."KundenNr"'],
    ],
    [
      'and a named query that repeats the referring column',
      'WITH o AS (SELECT customer_no AS who, count(*) AS n FROM invoice GROUP BY 1) SELECT 1 FROM customer c JOIN |',
      ['o ON o.who = c.no', 'invoice i ON i.customer_no = c.no', '"Beleg" b ON b."KundenNr" = c.no'],
    ],
    [
      'to a named query',
      'WITH o AS (SELECT i.customer_no AS who FROM invoice i) SELECT 1 FROM o JOIN |',
      ['customer ON customer.no = o.who'],
    ],
    [
      'to a query among the tables, which repeats a named query',
      'WITH o AS (SELECT customer_no FROM invoice) SELECT 1 FROM (SELECT customer_no AS c FROM o) t JOIN |',
      ['o ON o.customer_no = t.c', 'customer ON customer.no = t.c'],
    ],
    ['but none where a condition follows', 'SELECT 1 FROM customer c JOIN | i ON i.customer_no = c.no', []],
    ['but none after CROSS JOIN', 'SELECT 1 FROM customer c CROSS JOIN |', []],
    ['but none after FROM', 'SELECT 1 FROM |', []],
  ])('%s', (_what, statement, expected) => {
    expect(joins(statement, withKeys)).toEqual(expected);
  });

  it('has the braces of a table whose name the profile builds', () => {
    const tables = [
      table('llx_societe', ['rowid'], ['rowid']),
      table('llx_facture', ['rowid'], ['rowid', 'fk_soc'], references('fk_soc -> llx_societe (rowid)')),
    ];
    expect(joins('SELECT 1 FROM {facture} f JOIN |', tables, '  "*": { table: "llx_*" }\n')).toEqual([
      '{societe} ls ON ls.rowid = f.fk_soc',
    ]);
    expect(joins('SELECT 1 FROM {facture} JOIN |', tables, '  "*": { table: "llx_*" }\n')).toEqual([
      '{societe} ls ON ls.rowid = {facture}.fk_soc',
    ]);
    expect(joins('SELECT 1 FROM {societe} JOIN {facture} ON |', tables, '  "*": { table: "llx_*" }\n')).toEqual([
      '{facture}.fk_soc = {societe}.rowid',
    ]);
  });
});

describe('after ON, the condition', () => {
  it.each([
    ['of the joined table', 'SELECT 1 FROM customer c JOIN invoice x ON |', ['x.customer_no = c.no']],
    [
      'of the last table with the one that it is linked to',
      'SELECT 1 FROM customer c JOIN invoice i ON i.customer_no = c.no JOIN invoice_line l ON |',
      ['l.invoice_id = i.id'],
    ],
    ['of several columns', 'SELECT 1 FROM branch b JOIN stock s ON |', ['s.company = b.company AND s.place = b.no']],
    [
      'of a query with the table that one of its columns refers to',
      'SELECT 1 FROM customer c JOIN (SELECT customer_no, count(*) AS n FROM invoice GROUP BY 1) o ON |',
      ['o.customer_no = c.no'],
    ],
    [
      'of two queries that repeat one column',
      'SELECT 1 FROM (SELECT customer_no FROM invoice) a JOIN (SELECT customer_no AS c FROM invoice) b ON |',
      ['b.c = a.customer_no'],
    ],
    [
      'of a query with its own table by the key',
      'SELECT 1 FROM invoice i JOIN (SELECT id FROM invoice) t ON |',
      ['t.id = i.id'],
    ],
    ['and none of computed columns', 'SELECT 1 FROM customer c JOIN (SELECT no + 1 AS no FROM customer) t ON |', []],
    ['and none of tables without a link', 'SELECT 1 FROM customer c JOIN stock s ON |', []],
  ])('%s', (_what, statement, expected) => {
    expect(joins(statement, withKeys)).toEqual(expected);
  });
});

describe('without foreign keys, equal names of key columns', () => {
  const named = [
    table('customer', ['customer_no'], ['customer_no', 'name']),
    table('invoice', ['id'], ['id', 'customer_no']),
    table('limits', ['customer_no'], ['customer_no', 'amount']),
  ];
  const numbered = [
    table('customers', ['id'], ['id', 'name']),
    table('orders', ['id'], ['id', 'customer_id', 'name']),
    table('items', ['id'], ['id', 'orderId']),
  ];

  it.each([
    [
      'are a guess in both directions',
      'SELECT 1 FROM customer c JOIN |',
      named,
      ['invoice i ON i.customer_no = c.customer_no', 'limits l ON l.customer_no = c.customer_no'],
    ],
    [
      'also behind the name of the table',
      'SELECT 1 FROM orders o JOIN |',
      numbered,
      ['customers c ON c.id = o.customer_id', 'items i ON i."orderId" = o.id'],
    ],
    [
      'but not a key that all tables have',
      'SELECT 1 FROM customers c JOIN |',
      numbered,
      ['orders o ON o.customer_id = c.id'],
    ],
    ['and give the condition', 'SELECT 1 FROM customers c JOIN orders o ON |', numbered, ['o.customer_id = c.id']],
  ])('%s', (_what, statement, tables, expected) => {
    expect(joins(statement, tables)).toEqual(expected);
  });

  it('are marked as a guess, and are none where the database has foreign keys', () => {
    const text = 'SELECT 1 FROM customers c JOIN §';
    const { text: now, position } = marked(`${head}endpoints:\n  /debtors/list:\n    query: ${text}\n`);
    const service = serviceWith(new Map([['erp', databaseTables(numbered)]]));
    service.open(file, now);
    expect(service.complete(file, position).items[0]?.detail).toBe('a guess: equal names of key columns');
    expect(joins('SELECT 1 FROM orders o JOIN |', [...numbered, ...withKeys])).toEqual([]);
  });
});
