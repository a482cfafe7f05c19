/** Correct profiles that look wrong: `engine check` reports nothing. */
import { afterAll, describe, expect, it } from 'vitest';
import { completed } from '../support/check-profile.ts';
import type { DialectName } from '../support/kinds.ts';
import { demoProfile, kontorProfile, openBench } from './check.ts';
import { smallProfile } from './dialects.ts';

const bench = openBench();
afterAll(() => bench.close());

const dialects: readonly DialectName[] = ['sqlite', 'postgres', 'mysql', 'mssql'];

describe('an unchanged profile', () => {
  it.each<readonly [string, string]>([
    ['the demo', demoProfile],
    ['the demo by HTTP', kontorProfile],
    ...dialects.map((dialect) => [dialect, completed(smallProfile(dialect))] as const),
  ])('%s', async (_name, text) => {
    expect(await bench.check(text)).toEqual([]);
  });
});

describe('an edit that is none', () => {
  it.each<[string, DialectName, string, string]>([
    [
      'a call in a slice of an array',
      'postgres',
      'c.name AS erpName',
      "(ARRAY[c.name])[1:length('a')]::text AS erpName",
    ],
    ['a lower bound that is called', 'postgres', 'c.name AS erpName', '(ARRAY[c.name])[f(1):f (2)]::text AS erpName'],
    ['a setting for a truth value', 'postgres', 'ssl: true', 'ssl: "false"'],
    ['a word for a truth value', 'postgres', 'ssl: true', 'ssl: yes'],
    ['brackets around a name', 'mssql', 'c.name AS erpName', 'c.[name] AS erpName'],
    ['backticks', 'mysql', 'c.name AS erpName', 'c.`name` AS erpName'],
    ['Norway, and words of YAML 1.1', 'sqlite', 'endpoints:\n', 'endpoints:\n  # NO: on, yes: off\n'],
    [
      'codes that look like numbers and truth values',
      'sqlite',
      'query: SELECT c.code',
      'codes: { name: { 001: NO, 1e5: on, NO: yes, y: "1" } }\n    query: SELECT c.code',
    ],
    ['a tab within a line', 'sqlite', 'FROM customer c\n', 'FROM\tcustomer c\t-- all\n'],
    ['quotes of both kinds', 'sqlite', "COALESCE(c.town, '')", `COALESCE(c."town", 'it''s "none"')`],
  ])('%s on %s', async (_name, dialect, from, to) => {
    const text = completed(smallProfile(dialect));
    expect(text).toContain(from);
    expect(await bench.check(text.replace(from, () => to))).toEqual([]);
  });
});
