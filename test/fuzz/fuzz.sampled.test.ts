/** Generated requests against the service: every answer follows the contract, and no request ends it. */
import { describe, expect, it } from 'vitest';
import { byDepth } from '../support/depth.ts';
import { hasMysql } from '../support/dialects.ts';
import { seed } from '../support/seed.ts';
import { fuzz } from './run.ts';

const databases = byDepth({
  sample: ['sqlite'] as const,
  all: ['sqlite', 'postgres', ...(hasMysql ? ['mysql' as const] : [])] as const,
});
const all = byDepth({ sample: 1_000, deep: 4_000, all: 20_000 });
const count = Math.floor(all / databases.length);

describe(`${count} generated requests (seed ${seed})`, () => {
  it.each(databases)('follow the contract on %s', { timeout: 240_000 }, async (database) => {
    const result = await fuzz({
      database,
      server: undefined,
      seed,
      first: 0,
      count,
      callers: 8,
      until: Infinity,
      pause: 0,
    });
    expect(result.violations).toEqual([]);
    expect(result.sent).toBe(count);
    // Each kind of request reaches what it aims at: successes, refusals of the ERP, of the check and of the parser.
    const statuses = new Set([...result.answers.keys()].map((label) => label.replace(/^.* /, '')));
    for (const status of ['200', '400', '401', '403', '404', '405', '413', '415', '422'])
      expect(statuses).toContain(status);
  });
});
