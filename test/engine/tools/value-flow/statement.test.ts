/** What a statement tells about columns: by hand, for each construction of SQL. */
import { describe, expect, it } from 'vitest';
import { columnFlow } from '../../../../engine/tools/value-flow/flow.ts';
import { statementTracer } from '../../../../engine/tools/value-flow/statement.ts';
import { type DialectName, kinds } from '../../../support/kinds.ts';

const trace = await statementTracer();
const tables: Readonly<Record<string, readonly string[]>> = {
  customer: ['id', 'name', 'city', 'kind', 'total', 'doc'],
  invoice: ['no', 'customer_id', 'amount', 'state'],
};
const columnsOf = (table: string) => tables[table.toLowerCase()];

/** The result's columns with what is in them (`=` whole, `~` computed), and the columns that are tested, with the kind of the test (`mixed`: told if only some of them are masked). */
function disclosed(sql: string, dialect: DialectName = 'sqlite') {
  const flow = trace({ sql, databaseKind: kinds[dialect], columnsOf });
  if (!flow.ok) return `not traced: ${flow.reason}`;
  const names = (columns: Iterable<{ readonly table: string; readonly column: string }>): string =>
    [...columns]
      .map(({ table, column }) => `${table}.${column}`)
      .sort()
      .join(' ');
  return {
    outputs: flow.outputs.map(({ name, flow: { columns, isComputed } }) =>
      `${name} ${isComputed ? '~' : '='} ${names(columns.values())}`.trim(),
    ),
    tests: flow.tests
      .map(
        ({ columns, reason, ofMixed }) =>
          `${ofMixed ? 'mixed' : reason === undefined ? 'given' : 'told'} ${names(columns)}`,
      )
      .sort(),
  };
}

const outputsOf = (sql: string, dialect?: DialectName) => {
  const result = disclosed(sql, dialect);
  return typeof result === 'string' ? result : result.outputs;
};
const testsOf = (sql: string, dialect?: DialectName) => {
  const result = disclosed(sql, dialect);
  return typeof result === 'string' ? result : result.tests;
};

describe('the columns of a result', () => {
  it.each<[string, readonly string[]]>([
    ['SELECT c.name AS erpName, id FROM customer c', ['erpName = customer.name', 'id = customer.id']],
    [
      'SELECT * FROM invoice',
      ['no = invoice.no', 'customer_id = invoice.customer_id', 'amount = invoice.amount', 'state = invoice.state'],
    ],
    [
      "SELECT COALESCE(NULLIF(TRIM(name), ''), city) || ', ' || city AS x FROM customer",
      ['x = customer.city customer.name'],
    ],
    ['SELECT UPPER(name) AS x FROM customer', ['x = customer.name']],
    ['SELECT CAST(name AS TEXT) AS x FROM customer', ['x = customer.name']],
    ['SELECT CAST(name AS CHAR(1)) AS x FROM customer', ['x ~ customer.name']],
    ['SELECT CAST(name AS INTEGER) AS x FROM customer', ['x ~ customer.name']],
    ["SELECT substr(name, 1, 1) || '-' || substr(name, 2, 1) AS x FROM customer", ['x ~ customer.name']],
    ['SELECT unicode(substr(name, 1, 1)) AS x FROM customer', ['x ~ customer.name']],
    ['SELECT length(name) AS x FROM customer', ['x ~ customer.name']],
    ["SELECT 'list' AS source, 5 AS n, total * 2 AS t FROM customer", ['source =', 'n =', 't ~ customer.total']],
    ["SELECT CASE WHEN kind = 'A' THEN name ELSE city END AS x FROM customer", ['x = customer.city customer.name']],
    [
      'SELECT (SELECT MIN(c.name) FROM customer c WHERE c.id = i.customer_id) AS x FROM invoice i',
      ['x = customer.name'],
    ],
    ['WITH w(a) AS (SELECT hex(name) FROM customer) SELECT a AS x FROM w', ['x ~ customer.name']],
    ['SELECT d.n AS x FROM (SELECT name AS n FROM customer) d', ['x = customer.name']],
    ['SELECT name AS x FROM customer UNION ALL SELECT city FROM customer', ['x = customer.city customer.name']],
    [
      'WITH RECURSIVE r(n, rest) AS (SELECT 1, name FROM customer UNION ALL SELECT n + 1, substr(rest, 2) FROM r WHERE n < 5) SELECT rest AS x FROM r',
      ['x ~ customer.name'],
    ],
    ['SELECT COUNT(*) AS n, COUNT(name) AS m FROM customer', ['n =', 'm =']],
    ["SELECT group_concat(name, ', ') AS x FROM customer", ['x = customer.name']],
    ['SELECT json_extract(doc, ?) AS x FROM customer', ['x = customer.doc']],
    ['SELECT ? AS x FROM customer', ['x =']],
    ['SELECT other.* FROM (SELECT name FROM customer) other', ['name = customer.name']],
    ['SELECT x.secret AS a FROM unlisted x', ['a = unlisted.secret']],
    ['SELECT label(id) AS x FROM customer', ['x ~ customer.id label().result']],
    ["SELECT label('7') AS x", ['x = label().result']],
    ["SELECT hidden AS x, 'text' AS y FROM customer", ['x = unknown.hidden', 'y =']],
    ["SELECT json_extract(?, '$.a') AS x FROM customer", ['x ~']],
  ])('%s', (sql, expected) => {
    expect(outputsOf(sql)).toEqual(expected);
  });

  it('in the syntax of other databases', () => {
    expect(outputsOf('SELECT TOP 5 [c].[name] + [c].[city] AS x FROM [dbo].[customer] c', 'mssql')).toEqual([
      'x = dbo.customer.city dbo.customer.name',
    ]);
    expect(
      outputsOf('SELECT c.doc->>$1 AS x, c.name::text AS y, left(c.name, 1) AS z FROM customer c', 'postgres'),
    ).toEqual(['x = customer.doc', 'y = customer.name', 'z ~ customer.name']);
    expect(
      outputsOf(
        "SELECT c AS a, to_json(c) AS b, query_to_xml('SELECT name FROM customer', true, true, '') AS d FROM customer c",
        'postgres',
      ),
    ).toEqual([
      'a ~ customer.city customer.doc customer.id customer.kind customer.name customer.total',
      'b ~ customer.city customer.doc customer.id customer.kind customer.name customer.total',
      'd = query_to_xml().result',
    ]);
    expect(
      outputsOf(
        'SELECT ROW(c.*) AS a, c.name::char AS b, percentile_disc(0.5) WITHIN GROUP (ORDER BY c.name) AS d, COUNT(*) AS e FROM customer c',
        'postgres',
      ),
    ).toEqual([
      'a ~ customer.city customer.doc customer.id customer.kind customer.name customer.total',
      'b ~ customer.name',
      'd = customer.name',
      'e =',
    ]);
    expect(outputsOf('SELECT DATEADD(day, 14, c.total) AS x, dbo.label(c.id) AS y FROM customer c', 'mssql')).toEqual([
      'x ~ customer.total',
      'y ~ customer.id unknown.dbo',
    ]);
    expect(outputsOf("SELECT CONCAT_WS(', ', `name`, `city`) AS x, ASCII(name) AS y FROM `customer`", 'mysql')).toEqual(
      ['x = customer.city customer.name', 'y ~ customer.name'],
    );
  });
});

describe('the columns that a result tells about', () => {
  it.each<[string, readonly string[]]>([
    ["SELECT id FROM customer WHERE name = 'Girard'", ['told customer.name']],
    ["SELECT id FROM customer WHERE name LIKE 'G%'", ['told customer.name']],
    ["SELECT id FROM customer WHERE name LIKE '____'", ['told customer.name']],
    ["SELECT id FROM customer WHERE doc LIKE '%@%'", []],
    ["SELECT id FROM customer WHERE name <> '' AND city IS NOT NULL", []],
    ['SELECT id FROM customer WHERE name = ?', ['given customer.name']],
    ["SELECT id FROM customer WHERE lower(name) LIKE '%' || ? || '%'", ['given customer.name']],
    ['SELECT id FROM customer WHERE substr(name, 1, 1) = ?', ['told customer.name']],
    ['SELECT id FROM customer WHERE name > ?', ['told customer.name']],
    ['SELECT i.no FROM invoice i JOIN customer c ON c.id = i.customer_id', ['mixed customer.id invoice.customer_id']],
    ["SELECT id FROM customer WHERE CASE WHEN name > 'G' THEN 1 ELSE 0 END", ['told customer.name']],
    ['SELECT id FROM customer WHERE name', ['told customer.name']],
    ['SELECT NOT name AS x FROM customer', ['told customer.name']],
    ['SELECT name IS TRUE AS x FROM customer', ['told customer.name']],
    ['SELECT name = TRUE AS x FROM customer', ['told customer.name']],
    ['SELECT c.id FROM customer c JOIN invoice i ON c.name = char(i.rowid)', ['told customer.name']],
    ['SELECT id FROM customer WHERE name = (SELECT char(COUNT(*)) FROM invoice)', ['told customer.name']],
    [
      "SELECT c.id FROM customer c JOIN invoice i ON c.name LIKE i.state || '%'",
      ['mixed customer.name invoice.state', 'told customer.name invoice.state'],
    ],
    ["SELECT id FROM customer WHERE name LIKE ? ESCAPE 'x'", ['told customer.name']],
    ["SELECT id FROM customer WHERE name LIKE ? ESCAPE '\\\\'", ['given customer.name']],
    ['SELECT name FROM customer UNION ALL SELECT ? ORDER BY 1', ['told customer.name']],
    ['SELECT c.id FROM customer c JOIN (SELECT ? AS g) x ON x.g = c.name', ['given customer.name']],
    ["SELECT c.id FROM customer c JOIN (SELECT 'Girard' AS g) x ON x.g = c.name", ['told customer.name']],
    ["SELECT c.id FROM customer c JOIN (SELECT 'Girard' AS name) x USING (name)", ['told customer.name']],
    ["SELECT name FROM customer INTERSECT SELECT 'Girard'", ['told customer.name']],
    ["SELECT name FROM customer UNION SELECT 'Girard'", ['told customer.name']],
    ["SELECT name FROM customer UNION ALL SELECT 'Girard' ORDER BY 1", ['told customer.name']],
    ['SELECT id FROM customer ORDER BY name', []],
    ['SELECT id FROM customer ORDER BY length(name)', ['told customer.name']],
    ["SELECT id FROM customer ORDER BY CASE WHEN name < 'M' THEN 0 ELSE 1 END", ['told customer.name']],
    ['SELECT COUNT(*) AS n FROM customer GROUP BY name', []],
    ['SELECT COUNT(*) AS n FROM customer GROUP BY substr(name, 1, 1)', ['told customer.name']],
    ["SELECT SUM(CASE WHEN name GLOB 'G*' THEN 1 ELSE 0 END) AS n FROM customer", ['told customer.name']],
    ["SELECT CASE name WHEN 'Girard' THEN 1 END AS n FROM customer", ['told customer.name']],
    ["SELECT NULLIF(name, 'Girard') AS x FROM customer", ['told customer.name']],
    ["SELECT COUNT(*) FILTER (WHERE name > 'M') AS n FROM customer", ['told customer.name']],
    ["SELECT id FROM customer WHERE EXISTS (SELECT 1 FROM customer o WHERE o.name = 'Girard')", ['told customer.name']],
    ["SELECT id FROM customer WHERE name IN ('Girard', 'Berg')", ['told customer.name']],
    ["SELECT id FROM customer WHERE 'Girard' IN (SELECT name FROM customer)", ['told customer.name']],
    ["SELECT id FROM customer WHERE name BETWEEN 'G' AND 'H'", ['told customer.name']],
    ["SELECT id FROM customer WHERE instr(name, 'ira') > 0", ['told customer.name']],
    ['SELECT id FROM customer LIMIT (SELECT length(name) FROM customer LIMIT 1)', ['told customer.name']],
    ['SELECT row_number() OVER (ORDER BY length(name)) AS n FROM customer', ['told customer.name']],
    ["SELECT MAX(x) AS m FROM (SELECT name AS x FROM customer UNION ALL SELECT 'M') t", ['told customer.name']],
    ["SELECT (name = 'Girard') AS n FROM customer", ['told customer.name']],
    ["SELECT id FROM customer WHERE kind = 'A' AND total > 5", ['told customer.kind', 'told customer.total']],
    ["SELECT e.value FROM customer c, json_each('[\"' || c.name || '\"]') e", ['told customer.name']],
  ])('%s', (sql, expected) => {
    expect(testsOf(sql)).toEqual(expected);
  });

  it('a change tells what it writes, and what its conditions test', () => {
    const flow = trace({
      sql: 'INSERT INTO invoice (no, state) SELECT id, hex(name) FROM customer',
      databaseKind: kinds.sqlite,
      columnsOf,
    });
    expect(
      flow.ok &&
        flow.written.map(({ table, column, flow: one }) => [table, column, [...one.columns.keys()], one.isComputed]),
    ).toEqual([
      ['invoice', 'no', ['customer.id'], false],
      ['invoice', 'state', ['customer.name'], true],
    ]);
    expect(testsOf("UPDATE customer SET total = 1 WHERE name = 'Girard'")).toEqual(['told customer.name']);
    expect(testsOf("DELETE FROM customer WHERE name LIKE 'G%'")).toEqual(['told customer.name']);
  });

  it.each<[DialectName, string, string | readonly string[]]>([
    ['postgres', "SELECT any_value(1) FILTER (WHERE name LIKE 'G%') AS x FROM customer", ['told customer.name']],
    ['postgres', "SELECT rank('G') WITHIN GROUP (ORDER BY name) AS x FROM customer", ['told customer.name']],
    [
      'postgres',
      'SELECT sum(1) OVER (ORDER BY id ROWS BETWEEN (SELECT ascii(name) FROM customer) PRECEDING AND CURRENT ROW) AS x FROM customer',
      'not traced',
    ],
    ['postgres', 'SELECT id FROM customer TABLESAMPLE BERNOULLI ((SELECT ascii(name) FROM customer))', 'not traced'],
    ['mysql', 'SELECT id, id /*! && ascii(name) */ AS x FROM customer', 'not traced'],
    ['mysql', 'SELECT id, 5 /*M!100000 + ascii(name) */ AS x FROM customer', 'not traced'],
    ['mysql', 'SELECT GROUP_CONCAT(DISTINCT 1 ORDER BY substr(name, 2)) AS x FROM customer', ['told customer.name']],
  ])('on %s: %s', (dialect, sql, expected) => {
    const result = disclosed(sql, dialect);
    if (typeof expected === 'string') expect(result).toContain(expected);
    else expect(typeof result === 'string' ? result : result.tests).toEqual(expected);
  });

  it('a part that the parser reads otherwise than the database is no comment and no text', () => {
    expect(outputsOf('SELECT 5 --ascii(name)\n AS x FROM customer', 'mysql')).toEqual(['x ~ customer.name']);
    expect(outputsOf("SELECT 'a\\'' AS y, ascii(name) AS x, 'b' AS z FROM customer", 'mysql')).toEqual([
      'y =',
      'x ~ customer.name',
      'z =',
    ]);
    expect(outputsOf("SELECT E'a\\'', ascii(name) AS x, $q$'$q$ AS y FROM customer", 'postgres')).toEqual([
      '* =',
      'x ~ customer.name',
      'y =',
    ]);
    expect(outputsOf('SELECT /* /* */ ascii(name) */ id AS x FROM customer', 'postgres')).toEqual(['x = customer.id']);
  });

  it('a value is traced where the syntax hides it', () => {
    expect(outputsOf('SELECT k.a AS x FROM customer AS k(a, b)', 'postgres')).toEqual(['x = customer.id']);
    expect(outputsOf('SELECT k.id AS x FROM customer AS k(name, id)', 'postgres')).toEqual(['x = customer.name']);
    expect(outputsOf("SELECT DATE_ADD('2020-01-01', INTERVAL ascii(name) DAY) AS x FROM customer", 'mysql')).toEqual([
      'x ~ customer.name',
    ]);
    expect(outputsOf('SELECT INTERVAL(ascii(name), 50, 70) AS x FROM customer', 'mysql')).toEqual([
      '* ~ customer.name',
    ]);
    expect(
      outputsOf(`SELECT JSON_EXTRACT('{"G":1}', CONCAT('$.', left(name, 1))) AS x FROM customer`, 'mysql'),
    ).toEqual(['x ~ customer.name']);
    expect(outputsOf(`SELECT json_extract('{"G":1}', name) AS x FROM customer`)).toEqual(['x ~ customer.name']);
  });

  it('a placeholder has the values of the earlier statement that it comes from', () => {
    const rowFlow = (position: number) => (position === 2 ? columnFlow('customer', 'name') : undefined);
    for (const [dialect, sql] of [
      ['sqlite', 'SELECT ? AS a, unicode(?) AS b'],
      ['mysql', 'SELECT ? AS a, ASCII(?) AS b'],
      ['postgres', 'SELECT $1 AS a, ascii($2) AS b'],
      ['mssql', 'SELECT @p1 AS a, ASCII(@p2) AS b'],
    ] as const) {
      const flow = trace({ sql, databaseKind: kinds[dialect], columnsOf, rowFlow });
      expect(flow.ok && flow.outputs.map(({ flow: one }) => [[...one.columns.keys()], one.isComputed])).toEqual([
        [[], false],
        [['customer.name'], true],
      ]);
    }
  });

  it('what it does not know is not traced', () => {
    expect(disclosed('SELECT * FROM customer NATURAL JOIN invoice')).toBe(
      'not traced: a natural join names no columns',
    );
    expect(disclosed('SELECT nothing.name FROM customer')).toBe(
      'not traced: no table of the statement has "nothing.name"',
    );
    expect(disclosed('this is no SQL')).toMatch(/^not traced: /);
  });
});
