/** The conformance checks that only read, with `--live` on a real Tryton: none fails, and no row of its tables changes. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { holdLive } from '../../profiles/figures.ts';
import { root, runHere } from '../../src/cli/here.ts';
import type { RealErp } from '../erp.ts';
import { hasTryton, provideTryton } from './provided.ts';

/** A digest of all rows of each table. */
async function rowsOf({ environment: { TRYTON_DB_HOST, TRYTON_DB_PORT, TRYTON_DB_USER, TRYTON_DB } }: RealErp) {
  const address = `postgres://${TRYTON_DB_USER}@${TRYTON_DB_HOST}:${TRYTON_DB_PORT}/${TRYTON_DB}`;
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
    );
    const digests = new Map<string, string | null>();
    for (const { name } of rows) {
      const digest = `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${client.escapeIdentifier(name)} t`;
      const [row] = (await client.query<{ readonly digest: string | null }>(digest)).rows;
      digests.set(name, row?.digest ?? null);
    }
    return digests;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasTryton)('the checks that only read, on a real Tryton', () => {
  it('pass, and leave every row as it was', async () => {
    await using end = new AsyncDisposableStack();
    const erp = await provideTryton(end);
    const before = await rowsOf(erp);
    const env = erp.environment;
    const { status, out, err } = await runHere(['test', '--conformance', '--live', 'tryton'], { env, cwd: root });
    expect(out).not.toContain('FAIL');
    expect(err).toContain('Only the sample draft of the connection test was sent');
    expect(status).toBe(0);
    holdLive('tryton', out);
    expect(before.size).toBeGreaterThan(100);
    expect(await rowsOf(erp)).toEqual(before);
  });
});
