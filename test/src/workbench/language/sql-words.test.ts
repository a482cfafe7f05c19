/** Keywords and functions of SQL that completion proposes, by what can follow at the cursor. The mark | is the cursor. */
import { describe, expect, it } from 'vitest';
import { databaseTables, type PlacedCompletion } from '../../../../src/workbench/language/index.ts';
import { file, head, marked, serviceWith } from './service-here.ts';

const tables = new Map([
  [
    'erp',
    databaseTables([
      {
        name: 'customer',
        key: ['no'],
        columns: ['no', 'name', 'Klasse'].map((name) => ({ name, type: 'text', required: true })),
      },
    ]),
  ],
]);

function proposed(statement: string, kind = 'postgres'): readonly PlacedCompletion[] {
  const query = statement.replace('|', '§');
  const { text, position } = marked(
    `${head.replace('sql: postgres', `sql: ${kind}`)}endpoints:\n  /debtors/list:\n    query: >\n      ${query}\n`,
  );
  const service = serviceWith(tables);
  service.open(file, text);
  return service.complete(file, position).items;
}

const ofKind = (items: readonly PlacedCompletion[], kind: PlacedCompletion['kind']): readonly string[] =>
  items.filter((one) => one.kind === kind).map(({ label }) => label);

const list = (text: string): readonly string[] => (text === '' ? [] : text.split(', '));

describe('keywords', () => {
  it.each([
    [
      'behind a table',
      'SELECT c.no FROM customer c |',
      'JOIN, LEFT JOIN, WHERE, GROUP BY, ORDER BY, LIMIT',
      'ON, AND, SET, RETURNING, FROM',
    ],
    ['behind a joined table', 'SELECT 1 FROM customer c JOIN customer d |', 'ON, USING', 'WHERE, AND'],
    ['behind a table of a cross join', 'SELECT 1 FROM customer c CROSS JOIN customer d |', 'WHERE, LEFT JOIN', 'ON'],
    [
      'behind the condition of a join',
      'SELECT 1 FROM customer c JOIN customer d ON d.no = c.no |',
      'AND, OR, LEFT JOIN, WHERE, ORDER BY',
      'SET',
    ],
    [
      'behind a value of a condition',
      'SELECT 1 FROM customer c WHERE c.no |',
      'AND, IN, NOT IN, IS NULL, LIKE, ILIKE, BETWEEN, ORDER BY',
      'JOIN, WHERE, FROM',
    ],
    [
      'where a value must follow',
      'SELECT 1 FROM customer c WHERE |',
      'NOT, EXISTS, CASE, NULL',
      'AND, IN, WHERE, SELECT',
    ],
    ['in parentheses of a condition', 'SELECT 1 FROM customer c WHERE (c.no = 1 |', 'AND, OR', 'ORDER BY, WHERE'],
    ['where a query can begin', 'SELECT 1 FROM customer c WHERE c.no IN (|', 'SELECT', 'AND, WHERE'],
    ['behind a value of the list', 'SELECT c.no |', 'AS, FROM', 'AND, WHERE'],
    ['behind GROUP BY', 'SELECT 1 FROM customer c GROUP BY c.no |', 'HAVING, ORDER BY', 'WHERE, AND'],
    [
      'behind ORDER BY',
      'SELECT 1 FROM customer c ORDER BY c.no |',
      'ASC, DESC, NULLS LAST, LIMIT',
      'WHERE, AND, HAVING',
    ],
    ['in a window', 'SELECT row_number() OVER (ORDER BY c.no |', 'DESC', 'LIMIT, WHERE'],
    ['behind CASE', 'SELECT CASE |', 'WHEN', 'FROM'],
    ['inside of CASE', 'SELECT CASE WHEN c.no = 1 |', 'WHEN, THEN, AND, END', 'FROM, WHERE'],
    ['behind CASE ... END', 'SELECT CASE WHEN c.no = 1 THEN 2 END |', 'AS, FROM', 'THEN, END'],
    ['behind a part of a date', 'SELECT extract(year FROM c.no) |', 'AS, FROM', 'WHERE'],
    ['behind named queries', 'WITH t AS (SELECT 1 AS a) |', 'SELECT', 'WHERE, AS'],
    ['behind the table of a change', 'UPDATE customer |', 'SET', 'WHERE, AND'],
    ['behind an assignment', 'UPDATE customer SET name = 1 |', 'WHERE, RETURNING', 'AND, LIMIT'],
    ['behind the columns of INSERT', 'INSERT INTO customer (no) |', 'VALUES, SELECT', 'WHERE'],
    ['behind the values of INSERT', 'INSERT INTO customer (no) VALUES (1) |', 'RETURNING, ON CONFLICT', 'WHERE, SET'],
    ['behind UNION', 'SELECT 1 UNION ALL |', 'SELECT', 'WHERE, FROM'],
    [
      'behind IS DISTINCT FROM',
      'SELECT 1 FROM customer c WHERE c.no IS DISTINCT FROM 1 |',
      'AND, ORDER BY',
      'JOIN, ON',
    ],
    ['in small letters', 'select c.no from customer c |', 'join, left join, where, order by', 'WHERE, on'],
  ])('%s', (_where, statement, expected, others) => {
    const keywords = ofKind(proposed(statement), 'keyword');
    expect(keywords).toEqual(expect.arrayContaining([...list(expected)]));
    for (const other of list(others)) expect(keywords).not.toContain(other);
  });

  it('come first behind a value, and last where a column is wanted', () => {
    expect(proposed('SELECT 1 FROM customer WHERE no |')[0]?.label).toBe('AND');
    const kinds = proposed('SELECT 1 FROM customer WHERE n|').map(({ kind }) => kind);
    expect(kinds[0]).toBe('column');
    expect(kinds.indexOf('keyword')).toBeGreaterThan(kinds.lastIndexOf('column'));
  });

  it('are none after a dot, and at the beginning of an output need a letter', () => {
    expect(ofKind(proposed('SELECT c.| FROM customer c'), 'keyword')).toEqual([]);
    expect(ofKind(proposed('SELECT | FROM customer c'), 'keyword')).toEqual([]);
    expect(ofKind(proposed('SELECT c.no, | FROM customer c'), 'keyword')).toEqual([]);
    const items = proposed('SELECT ca| FROM customer c');
    expect(ofKind(items, 'keyword')).toEqual(['CASE']);
  });

  it('behind a table let an alias be written: one letter proposes nothing, two propose what they begin', () => {
    expect(proposed('SELECT 1 FROM customer c|')).toEqual([]);
    expect(ofKind(proposed('SELECT 1 FROM customer in|'), 'keyword')).toEqual(['INNER JOIN', 'INTERSECT']);
    expect(proposed('SELECT 1 FROM customer il|')).toEqual([]);
    expect(ofKind(proposed('SELECT 1 FROM customer |'), 'column')).toEqual([]);
  });

  it.each([
    ['sqlite', 'SELECT no FROM customer |', 'LIMIT', 'TOP'],
    ['postgres', 'SELECT no FROM customer |', 'FULL JOIN', 'STRAIGHT_JOIN'],
    ['mysql', 'SELECT no FROM customer |', 'STRAIGHT_JOIN', 'FULL JOIN'],
    ['mssql', 'SELECT no FROM customer |', 'CROSS APPLY', 'LIMIT'],
    ['mssql', 'SELECT t|', 'TOP', 'LIMIT'],
    ['mysql', 'INSERT INTO customer (no) VALUES (1) |', 'ON DUPLICATE KEY UPDATE', 'ON CONFLICT'],
  ])('are those of the database: %s', (kind, statement, expected, other) => {
    const keywords = ofKind(proposed(statement, kind), 'keyword');
    expect(keywords).toContain(expected);
    expect(keywords).not.toContain(other);
  });
});

describe('functions', () => {
  it.each([
    ['sqlite', 'group_concat, strftime, coalesce', 'string_split, date_format'],
    ['postgres', 'string_agg, date_trunc, coalesce', 'group_concat, getdate'],
    ['mysql', 'group_concat, date_format, coalesce', 'string_agg, getdate'],
    ['mssql', 'string_agg, getdate, coalesce', 'group_concat, length'],
  ])('are those of the database: %s', (kind, expected, others) => {
    const functions = ofKind(proposed('SELECT | FROM customer', kind), 'function');
    expect(functions).toEqual(expect.arrayContaining([...list(expected)]));
    for (const other of list(others)) expect(functions).not.toContain(other);
  });

  it('have signatures and meanings, and follow the columns', () => {
    const items = proposed('SELECT | FROM customer');
    expect(items.find(({ label }) => label === 'split_part')).toMatchObject({
      detail: '(text, separator, number) → text',
      documentation: 'The part with a number, from 1, between separators.',
      insert: 'split_part(',
    });
    const kinds = items.map(({ kind }) => kind);
    expect(kinds.indexOf('function')).toBeGreaterThan(kinds.lastIndexOf('column'));
  });

  it('are called: with an end if they take nothing, and not twice', () => {
    const inserted = (statement: string, name: string): string | undefined =>
      proposed(statement).find(({ label }) => label === name)?.insert;
    expect(inserted('SELECT no| FROM customer', 'now')).toBe('now()');
    expect(inserted('SELECT upp|(name) FROM customer', 'upper')).toBe('upper');
  });

  it('are none where no value can follow', () => {
    expect(ofKind(proposed('SELECT 1 FROM customer WHERE no |'), 'function')).toEqual([]);
    expect(ofKind(proposed('SELECT 1 FROM |'), 'function')).toEqual([]);
  });

  it('are explained where the mouse rests', () => {
    const { text, position } = marked(
      `${head}endpoints:\n  /debtors/list:\n    query: SELECT upp§er(name) FROM customer\n`,
    );
    const service = serviceWith(tables);
    service.open(file, text);
    expect(service.hover(file, position)?.text).toBe('```sql\nupper(text) → text\n```\nThe text in upper case.');
  });
});

it('a column is written with its quotes, also behind no alias', () => {
  const insert = proposed('SELECT | FROM customer').find(({ label }) => label === 'Klasse')?.insert;
  expect(insert).toBe('"Klasse"');
});
