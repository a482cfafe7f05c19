/** A read that would write is detected before the first request; a read that only mentions such words is accepted. */
import { describe, expect, it } from 'vitest';
import { findLock, findWriting } from '../../../engine/compile/sql/read-only.ts';
import { kinds } from '../../support/kinds.ts';

const reads = [
  'SELECT 1',
  '  (SELECT 1) UNION ALL (SELECT 2)',
  '-- delete from x\nSELECT 1',
  '/* insert into t */ select 1 /* update t set a = 1 */',
  "SELECT 'delete from t; insert into x' AS note",
  'SELECT "insert into" FROM t',
  'SELECT [delete from] FROM t',
  'WITH a AS (SELECT 1 AS x) SELECT x FROM a',
  'VALUES (1), (2)',
  "SELECT replace(name, 'a', 'b') FROM t",
  'SELECT updated_at, last_update, deleted, delete_flag, inserted FROM t',
  'SELECT u.update_set FROM update_log u',
  'SELECT c.call, c.exec FROM call c',
  'SELECT execute FROM plan execute',
  'SELECT t.create_date, t.drop_ship, t.alter_ego, truncate FROM t',
  'SELECT grant_no AS grant FROM grants',
  "SELECT * FROM t WHERE state = 'update' AND settled = 1",
  'SELECT "set" FROM "update" WHERE {part} AND x = :value [[ AND y = :other ]]',
  'SELECT * FROM orders ORDER BY inserted_into',
];

const writes = [
  ['DELETE FROM t', 'DELETE FROM'],
  ['  UPDATE t SET a = 1', 'UPDATE t SET'],
  ['INSERT\n  INTO t VALUES (1)', 'INSERT INTO'],
  ['REPLACE INTO t VALUES (1)', 'REPLACE INTO'],
  ['-- a comment\nDROP TABLE t', 'DROP'],
  ['CREATE TEMP TABLE t (a INTEGER)', 'CREATE'],
  ['TRUNCATE t', 'TRUNCATE'],
  ['CALL post_all()', 'CALL'],
  ['PRAGMA writable_schema = 1', 'PRAGMA'],
  ['VACUUM', 'VACUUM'],
  ["ATTACH 'x' AS y", 'ATTACH'],
  ['WITH gone AS (DELETE FROM t RETURNING id) SELECT id FROM gone', 'DELETE FROM'],
  ['WITH made AS (INSERT INTO t VALUES (1) RETURNING id) SELECT id FROM made', 'INSERT INTO'],
  ['WITH a AS (UPDATE t SET x = 1 RETURNING x) SELECT x FROM a', 'UPDATE t SET'],
  ['WITH a AS (UPDATE t AS s SET x = 1 RETURNING x) SELECT x FROM a', 'UPDATE t AS s SET'],
  ['WITH a AS (UPDATE ONLY t s SET x = 1 RETURNING x) SELECT x FROM a', 'UPDATE ONLY t s SET'],
  ['WITH a AS (SELECT 1) DELETE FROM t WHERE id IN (SELECT * FROM a)', 'DELETE FROM'],
  ['WITH a AS (MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE RETURNING 1) SELECT 1', 'MERGE INTO'],
  ['SELECT a INTO backup FROM t', 'INTO backup'],
  ['EXPLAIN SELECT 1', 'EXPLAIN'],
] as const;

describe('locks of rows', () => {
  it.each([
    ['postgres', 'SELECT a FROM t FOR UPDATE', 'FOR UPDATE'],
    ['postgres', 'SELECT a FROM t FOR NO KEY UPDATE OF t SKIP LOCKED', 'FOR NO KEY UPDATE'],
    ['postgres', 'SELECT a FROM (SELECT a FROM t FOR\n SHARE) x', 'FOR SHARE'],
    ['mysql', 'SELECT a FROM t LOCK IN SHARE MODE', 'LOCK IN SHARE MODE'],
    ['mssql', 'SELECT a FROM t WITH (ROWLOCK, UPDLOCK) WHERE b = 1', 'UPDLOCK'],
    ['mssql', 'SELECT a FROM t with (xlock)', 'xlock'],
  ] as const)('%s: %s', (dialect, sql, word) => {
    expect(findLock(sql, kinds[dialect])).toMatchObject({ word });
    expect(findWriting(sql, kinds[dialect])).toBeUndefined();
  });

  it.each([
    ['postgres', "SELECT 'FOR UPDATE' AS a, substring(a from 1 for 3) FROM t -- for update"],
    ['mssql', "SELECT [updlock] FROM t WITH (HOLDLOCK, NOLOCK) WHERE a = '(updlock' -- (updlock"],
    ['mssql', 'SELECT t.updlock FROM t'],
    ['sqlite', 'SELECT a AS xlock FROM t'],
  ] as const)('%s: %s locks nothing', (dialect, sql) => {
    expect(findLock(sql, kinds[dialect])).toBeUndefined();
  });
});

describe('sequences and functions that change something', () => {
  it.each([
    ['postgres', "SELECT nextval('s') AS a", 'nextval'],
    ['postgres', "SELECT pg_catalog.setval ('s', 1) AS a", 'pg_catalog.setval'],
    ['postgres', 'SELECT lo_unlink(1) AS a', 'lo_unlink'],
    ['mysql', 'SELECT NEXT VALUE FOR s AS a', 'NEXT VALUE FOR'],
    ['mssql', 'SELECT NEXT VALUE FOR dbo.s AS a', 'NEXT VALUE FOR'],
  ] as const)('%s: %s', (dialect, sql, word) => {
    expect(findWriting(sql, kinds[dialect])).toEqual({ word, offset: sql.indexOf(word), length: word.length });
  });

  it.each([
    ['postgres', "SELECT nextval, t.setval, 'FOR UPDATE' AS a FROM t -- for update"],
    ['postgres', "SELECT erp.nextval('s') AS a, substring(a from 1 for 3) FROM t"],
    ['sqlite', 'SELECT nextval(1) AS a FROM t'],
  ] as const)('%s: %s only reads', (dialect, sql) => {
    expect(findWriting(sql, kinds[dialect])).toBeUndefined();
  });
});

describe.each(['sqlite', 'postgres'] as const)('reads of %s', (dialect) => {
  const readsOfDialect = dialect === 'sqlite' ? reads : reads.filter((sql) => !sql.includes('[delete'));
  it.each(readsOfDialect)('%j only reads', (sql) => {
    expect(findWriting(sql, kinds[dialect])).toBeUndefined();
  });

  it.each(writes)('%j writes', (sql, word) => {
    const writing = findWriting(sql, kinds[dialect]);
    expect(writing?.word).toBe(word);
    expect(sql.slice(writing?.offset, (writing?.offset ?? 0) + (writing?.length ?? 0)).replaceAll(/\s+/g, ' ')).toBe(
      word,
    );
  });
});
