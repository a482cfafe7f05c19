/** Writes without a claims table: only the document in the ERP shows that a key was used. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../engine/index.ts';
import { claimId } from '../../../../engine/run/write/key.ts';
import { openSqlSource, type SqlSource } from '../../../../engine/sources/sql/kind.ts';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { type DemoEngine, openDemo, writePaths } from '../../../support/demo-engine.ts';
import { isDeep } from '../../../support/depth.ts';
import { kinds } from '../../../support/kinds.ts';
import { draft, idOf, type WriteRequest, writeFaults } from './documents.ts';
import { ledgerFaults } from './ledger.ts';

describe.each(dialects)('writes without claims on %s', (dialect) => {
  let profile: DemoProfile;
  let demo: DemoEngine;
  /** Another process with the same login. */
  let rival: SqlSource;

  beforeAll(async () => {
    profile = await demoProfile({ dialect, claims: 'lock' });
    demo = await openDemo(profile.writesFile, { only: writePaths });
    rival = await openSqlSource(kinds[dialect], { connection: profile.connection, timeoutMs: 60_000, folder: '/' });
  });
  afterAll(async () => {
    await rival?.close();
    await demo?.close();
    await profile?.drop();
  });

  const send = ({ path, body }: WriteRequest): Promise<Outcome> => demo.call(path, body);
  async function answered(request: WriteRequest): Promise<string> {
    const outcome = await send(request);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    return outcome.json;
  }
  const told = (event: string, key: string) =>
    demo.events.filter((one) => one.event === event && JSON.stringify(one).includes(key));

  it('create no table', async () => {
    await answered(draft('TABLES'));
    await expect(profile.rows('SELECT * FROM engine_claims')).rejects.toThrow();
  });

  it('log a repeat without a remark about other content', async () => {
    const first = await answered(draft('REPEATED'));
    expect(told('write_repeated', 'REPEATED')).toEqual([]);
    expect(await answered(draft('REPEATED', { lines: [{ sku: 'HX-10', qty: 7 }] }))).toBe(first);
    expect(told('write_repeated', 'REPEATED')).toEqual([
      expect.objectContaining({
        level: 'info',
        message: 'Answered with the document that the ERP has under this key.',
      }),
    ]);
    expect(told('write_repeated', 'REPEATED')[0]).not.toHaveProperty('changed');
    expect(await writeFaults(profile, draft('REPEATED'), [idOf(draft('REPEATED'), first)])).toEqual([]);
  });

  it('create a document again that was deleted in the ERP, without a release', async () => {
    const request = draft('DELETED');
    const id = idOf(request, await answered(request));
    await profile.run(`DELETE FROM sales_order_line WHERE order_id = ${id}`);
    await profile.run(`DELETE FROM sales_order WHERE order_id = ${id}`);
    const other = idOf(request, await answered(request));
    expect(other).not.toBe(id);
    expect(await writeFaults(profile, request, [other])).toEqual([]);
    expect(await ledgerFaults(profile)).toEqual([]);
  });

  // Each takes 15 seconds.
  const held = isDeep || dialect === 'sqlite' ? it : () => undefined;
  held(
    'are told to come again while somebody else holds the lock of the key, and made once when it is free',
    async () => {
      const request = draft('HELD');
      const outcome = await rival.transaction(
        { deadline: Date.now() + 60_000, lock: claimId('test', '/sale-draft', 'HELD') },
        () => send(request),
      );
      expect(outcome).toMatchObject({ ok: false, problem: { kind: 'unreachable', retryAfter: 2 } });
      expect(await request.find(profile)).toEqual([]);
      const first = await answered(request);
      expect(await answered(request)).toBe(first);
      expect(await writeFaults(profile, request, [idOf(request, first)])).toEqual([]);
    },
  );
});
