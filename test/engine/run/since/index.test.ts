/** The conditions of `since` can use an index on the changed column, through the parentheses around the query. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../../engine/sources/source.ts';
import { compileStatement } from '../../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import type { SinceTerm } from '../../../../engine/sources/sql/text/wrap.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { dialects } from '../../../support/kinds.ts';
import { type Bench, bench, soon } from '../../sources/sql/bench.ts';
import { createTable, insert, minute, query } from './changes.ts';

const first = Date.parse('2026-04-01T00:00:00Z');
/** An hour apart, so that the last days are a small part; the session's clock is Berlin's, and skips none of them. */
const instants = Array.from({ length: 4_900 }, (_, index) => first + index * 60 * minute);

const cases: readonly (readonly [string, SinceTerm, readonly SqlValue[]])[] = [
  ['a date and time', { columns: ['_local'], value: 'text' }, ['2026-10-15 10:00:00']],
  ['a date and a time', { columns: ['_day', '_hhmmss'], value: 'integer' }, ['2026-10-15', 100_000]],
  ['seconds since 1970', { columns: ['_unix'], value: 'integer' }, [Date.parse('2026-10-15T10:00:00Z') / 1000]],
];

/** How each tells its plan; SQL Server has no statement for it that a driver could run. */
const explain = { sqlite: 'explain query plan', postgres: 'explain', mysql: 'explain' } as const;
const explaining = testedDialects.filter((dialect) => dialect !== 'mssql');

describe.each(explaining)('an index of changes on %s', (dialect) => {
  let testBench: Bench;
  beforeAll(async () => {
    const statistics = dialect === 'mysql' ? 'analyze table changes' : 'analyze';
    const indexes = ['c_local', 'c_day', 'c_unix'].map((name) => `create index by_${name} on changes (${name})`);
    const schema = [
      createTable(dialect, 'changes'),
      ...indexes,
      insert(dialect, 'changes', instants, 'UTC'),
      statistics,
    ];
    testBench = await bench(dialect, schema.join(';\n'));
  });
  afterAll(() => testBench.end());

  it.each(cases)('serves %s', async (_name, term, since) => {
    const { template } = parseTemplate(query('changes'), dialects[dialect].lexicon);
    const statement = compileStatement(template, { since: [term] }, dialects[dialect]);
    const { sql, values } = statement.bind({ value: () => undefined, isGiven: () => false, since });
    const plan = JSON.stringify(await testBench.source.read({ sql: `${explain[dialect]} ${sql}`, values }, soon()));
    expect(plan).toMatch(/by_c_/);
    expect(plan).not.toMatch(/SCAN changes|Seq Scan|"type":"ALL"/);
  });
});
