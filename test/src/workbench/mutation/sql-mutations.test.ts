/** Mutations of SQL, and the data that shows each of them. Each expected text is written by hand. */
import { describe, expect, it } from 'vitest';
import { sqliteKind } from '../../../../engine/host/index.ts';
import { edited } from '../../../../src/workbench/mutation/edit.ts';
import { missingDatum } from '../../../../src/workbench/mutation/missing-datum.ts';
import { sqlMutations } from '../../../../src/workbench/mutation/sql-mutations.ts';

const { lexicon } = sqliteKind.dialect;
const bySql = (sql: string): readonly string[] => sqlMutations(sql, lexicon).map((edit) => edited(sql, edit));

it('SQL mutations change the arguments of a part, and keep a condition with one whole', () => {
  const mutated = bySql('SELECT 1 FROM o WHERE o.price = {price(o.customer + 1, o.item)} AND o.open = 1');
  expect(mutated).toContain('SELECT 1 FROM o WHERE o.price = {price(o.customer - 1, o.item)} AND o.open = 1');
  expect(mutated).toContain('SELECT 1 FROM o WHERE 1 < 2 AND o.open = 1');
});

describe('mutations of SQL', () => {
  it.each([
    [
      'each conjunct is lost once',
      'SELECT x FROM a WHERE a.b = :c AND d IS NOT NULL ORDER BY x',
      [
        'SELECT x FROM a WHERE 1 < 2 AND d IS NOT NULL ORDER BY x',
        'SELECT x FROM a WHERE a.b = :c AND 1 < 2 ORDER BY x',
        'SELECT x FROM a WHERE a.b = :c AND d IS NULL ORDER BY x',
      ],
    ],
    [
      'a condition with OR is one conjunct, and OR becomes AND',
      'SELECT x FROM a WHERE b OR c',
      ['SELECT x FROM a WHERE 1 < 2', 'SELECT x FROM a WHERE b AND c'],
    ],
    [
      'BETWEEN keeps its AND',
      'SELECT x FROM a WHERE b BETWEEN :c AND :d AND e',
      ['SELECT x FROM a WHERE 1 < 2 AND e', 'SELECT x FROM a WHERE b BETWEEN :c AND :d AND 1 < 2'],
    ],
    [
      'joins change sides, and lose their condition',
      'SELECT x FROM a LEFT JOIN b ON b.i = a.i JOIN c ON c.j = b.j',
      [
        'SELECT x FROM a INNER JOIN b ON b.i = a.i JOIN c ON c.j = b.j',
        'SELECT x FROM a LEFT JOIN b ON 1 < 2 JOIN c ON c.j = b.j',
        'SELECT x FROM a LEFT JOIN b ON b.i = a.i LEFT JOIN c ON c.j = b.j',
        'SELECT x FROM a LEFT JOIN b ON b.i = a.i JOIN c ON 1 < 2',
      ],
    ],
    [
      'signs, texts and numbers change, inside of CASE too',
      "SELECT CASE k WHEN 'CREDIT' THEN -x ELSE x END FROM a",
      [
        "SELECT CASE k WHEN 'CREDIT~' THEN -x ELSE x END FROM a",
        "SELECT CASE k WHEN 'CREDIT' THEN +x ELSE x END FROM a",
      ],
    ],
    [
      'a term for an optional field is lost',
      'SELECT x FROM a WHERE 1 = 1 [[ AND b = :c ]]',
      ['SELECT x FROM a WHERE 1 = 1 '],
    ],
    [
      'a condition that is always true stays',
      'SELECT x FROM a LEFT JOIN LATERAL (SELECT b.y FROM b) c ON true',
      ['SELECT x FROM a INNER JOIN LATERAL (SELECT b.y FROM b) c ON true'],
    ],
    [
      'DISTINCT, aggregates and directions change',
      'SELECT DISTINCT SUM(x) FROM a GROUP BY y ORDER BY y DESC',
      [
        'SELECT  SUM(x) FROM a GROUP BY y ORDER BY y DESC',
        'SELECT DISTINCT MAX(x) FROM a GROUP BY y ORDER BY y DESC',
        'SELECT DISTINCT SUM(x) FROM a GROUP BY y ORDER BY y ASC',
      ],
    ],
    ['stars of SELECT and COUNT stay', 'SELECT * FROM (SELECT COUNT(*) FROM a) b', []],
    [
      'conditions of a subquery end with its parenthesis',
      'SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.i = a.i) AND c',
      [
        'SELECT x FROM a WHERE 1 < 2 AND c',
        'SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.i = a.i) AND 1 < 2',
        'SELECT x FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.i = a.i) AND c',
        'SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b WHERE 1 < 2) AND c',
      ],
    ],
    [
      'a join stays inner where a later condition needs its table',
      'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 0) = 0',
      [
        'SELECT x FROM a JOIN b ON 1 < 2 JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON 1 < 2 WHERE k.d = 2 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE 1 < 2 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 3 AND COALESCE(b.e, 0) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND 1 < 2',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 1) = 0',
        'SELECT x FROM a JOIN b ON b.i = a.i JOIN c k ON k.j = b.j WHERE k.d = 2 AND COALESCE(b.e, 0) = 1',
      ],
    ],
    [
      'a join becomes outer where no condition needs its table',
      'SELECT x FROM a JOIN b ON b.i = a.i WHERE b.d IS NULL',
      [
        'SELECT x FROM a LEFT JOIN b ON b.i = a.i WHERE b.d IS NULL',
        'SELECT x FROM a JOIN b ON 1 < 2 WHERE b.d IS NULL',
        'SELECT x FROM a JOIN b ON b.i = a.i WHERE 1 < 2',
        'SELECT x FROM a JOIN b ON b.i = a.i WHERE b.d IS NOT NULL',
      ],
    ],
    [
      'the condition of an attached read stays',
      'SELECT x FROM a WHERE a.i IN (:rows.id) AND b = 1',
      ['SELECT x FROM a WHERE a.i IN (:rows.id) AND 1 < 2', 'SELECT x FROM a WHERE a.i IN (:rows.id) AND b = 2'],
    ],
    [
      'the digits of a decimal type stay, its decimals are lost',
      'SELECT CAST(x AS DECIMAL(14, 2)), CAST(y AS DECIMAL(9,0)) FROM a',
      [
        'SELECT CAST(x AS DECIMAL(14, 0)), CAST(y AS DECIMAL(9,0)) FROM a',
        'SELECT CAST(x AS DECIMAL(14, 2)), CAST(y AS DECIMAL(9,1)) FROM a',
      ],
    ],
    [
      "operators of PostgreSQL's JSON and regular expressions, and MySQL's <=>, are no comparisons",
      'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND f @> :g AND h > i',
      [
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE 1 < 2 AND d !~* :e AND f @> :g AND h > i',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND 1 < 2 AND f @> :g AND h > i',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND 1 < 2 AND h > i',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND f @> :g AND 1 < 2',
        'SELECT a.name ->> :lang, a.j->:k #>> :p FROM a WHERE b <=> c AND d !~* :e AND f @> :g AND h >= i',
      ],
    ],
    ['comments are no SQL', "SELECT x -- WHERE y = 'z'\nFROM a", []],
  ])('%s', (_, sql, expected) => {
    expect([...bySql(sql)].sort()).toEqual([...expected].sort());
  });
});

describe('the data that shows a mutant', () => {
  const needs = (sql: string): readonly string[] => sqlMutations(sql, lexicon).map(missingDatum);

  it('names the condition, the operands or the joined table', () => {
    expect(
      needs('SELECT x FROM a LEFT JOIN addr d ON d.i = a.i WHERE a.blocked = 0 AND a.until >= :day [[ AND a.y ]]'),
    ).toEqual([
      'a row that has no related row in addr d',
      'a row that only the condition d.i = a.i excludes: it meets all other conditions of the statement',
      'a row that only the condition a.blocked = 0 excludes: it meets all other conditions of the statement',
      'a row that the value in a.blocked = 0 decides about',
      'a row that only the condition a.until >= :day excludes: it meets all other conditions of the statement',
      'a row with exactly the compared value in a.until >= :day',
      'a request with, and one without, the field of [[ AND a.y ]], whose answers differ',
    ]);
  });
});
