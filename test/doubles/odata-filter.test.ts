/** The double's own `$filter`: expectations are worked out from OData's URL conventions. */
import { describe, expect, it } from 'vitest';
import { filterToSql } from '../../doubles/odata/filter.ts';
import { startKontorApi } from '../support/kontor-api/server.ts';

const columns = { name: 'string', no: 'number', on: 'date', at: 'datetime', active: 'boolean' } as const;

describe('$filter', () => {
  it.for<[string, string, readonly (string | number)[]]>([
    ["name eq 'O''Brien'", 'name IS ?', ["O'Brien"]],
    ['no ge 2.5 and active eq true', 'no >= ? AND active IS ?', [2.5, 1]],
    [
      "not contains(tolower(name),'a') or name in ('a','b')",
      'NOT instr(fold(name), ?) > 0 OR name IN (?, ?)',
      ['a', 'a', 'b'],
    ],
    ["(name eq 'a' or name eq null) and no lt 3", '(name IS ? OR name IS NULL) AND no < ?', ['a', 3]],
    ['at gt 2026-01-01T01:00:00+01:00', 'at > ?', ['2026-01-01T00:00:00.000Z']],
    ['on le 2026-01-31', 'on <= ?', ['2026-01-31']],
  ])('%s', ([text, sql, values]) => {
    expect(filterToSql(text, columns)).toEqual({ sql, values });
  });

  it.for([
    "name eq 'O'Brien'",
    'name eq O',
    'nmae eq 1',
    'no eq 1 or',
    'name eq 1',
    "at gt '2026-01-01'",
    "name eq 'a' or '1' eq '1",
    'no eq 1; drop table x',
    '',
  ])('refuses %s', (text) => {
    expect(() => filterToSql(text, columns)).toThrow();
  });

  it('brings all rows over next links, once each', async () => {
    const api = await startKontorApi({ pageSize: 7 });
    const ids: unknown[] = [];
    let next: string | undefined = `${api.url}/Customers?$orderby=name`;
    while (next !== undefined) {
      const reply = await fetch(next, { headers: { authorization: `Bearer ${api.token}` } });
      const page: { value: { id: string }[]; '@odata.nextLink'?: string } = JSON.parse(await reply.text());
      ids.push(...page.value.map(({ id }) => id));
      next = page['@odata.nextLink'];
    }
    const expected = api.database.prepare('SELECT account_no FROM customer').pluck().all();
    expect([...ids].sort()).toEqual([...expected].sort());
    await api.close();
  });
});
