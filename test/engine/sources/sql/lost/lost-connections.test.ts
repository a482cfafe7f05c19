/** A connection whose state is unknown is never used again, as the ids of connections show. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlSession } from '../../../../../engine/sources/source.ts';
import { hasMysql } from '../../../../support/dialects.ts';
import { soon } from '../bench.ts';
import { hasProcesses } from '../sqlite-file.ts';
import { onMysql, onPostgres, onSqlite, onTdsDouble, type Rig, type RigKind } from './rigs.ts';

const rigs: readonly (readonly [string, RigKind])[] = [
  ['postgres', onPostgres],
  ...(hasMysql ? [['mysql', onMysql] as const] : []),
  ['mssql', onTdsDouble],
  ...(hasProcesses ? [['sqlite', onSqlite] as const] : []),
];

/** The server may take its time to see the end of a connection, or to run a statement. */
const patience = { interval: 20 };

describe.each(rigs)('a connection to %s', (_, { faults, open }) => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await open();
  });
  afterEach(() => rig.end());

  const inSession = (session: SqlSession) =>
    rig.connectionOf(async (statement) => (await session.execute(statement)).rows);
  const reader = () => rig.connectionOf((statement) => rig.source.read(statement, soon()));
  const writer = () => rig.source.transaction(soon(), inSession);

  it('is used again after a read and after a transaction', async () => {
    expect(await reader()).toBe(await reader());
    expect(await writer()).toBe(await writer());
  });

  it('whose statement was given up at the deadline is not', async () => {
    const first = await reader();
    const slow = rig.source.read(rig.slow, { deadline: Date.now() + 1_000 });
    await expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    expect(await reader()).not.toBe(first);
  });

  it('whose statement was given up by its caller is not', async () => {
    const first = await reader();
    const caller = new AbortController();
    const slow = rig.source.read(rig.slow, { ...soon(), signal: caller.signal });
    const given = expect(slow).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    await expect.poll(() => rig.isSlow(first), patience).toBe(true);
    caller.abort();
    await given;
    expect(await reader()).not.toBe(first);
  });

  it('that was killed amid a statement is not', async () => {
    const first = await reader();
    const slow = rig.source.snapshot(soon(), (session) => session.execute(rig.slow));
    const lost = expect(slow).rejects.toMatchObject({ kind: 'unreachable', connectionLost: true });
    await expect.poll(() => rig.isSlow(first), patience).toBe(true);
    await rig.kill(first);
    await lost;
    expect(await reader()).not.toBe(first);
  });

  it.each([
    ['fails', false],
    ['does not see the error', true],
  ])('that was killed amid a transaction is not, where its work %s', async (__, swallows) => {
    const before = await rig.count();
    let first = '';
    const cut = rig.source.transaction(soon(), async (session) => {
      first = await inSession(session);
      await session.execute(rig.insert);
      await rig.kill(first);
      // It may take a moment until the connection is gone.
      const more = async () => {
        for (;;) await session.execute(rig.insert);
      };
      await (swallows ? more().catch(() => undefined) : more());
    });
    await expect(cut).rejects.toMatchObject({ connectionLost: true });
    expect(await writer()).not.toBe(first);
    expect(await rig.count()).toBe(before);
  });

  it.each(faults)('that failed at its commit (%s) is not', async (fault, committed) => {
    const before = await rig.count();
    let first = '';
    const cut = rig.source.transaction({ deadline: Date.now() + 1_000 }, async (session) => {
      first = await inSession(session);
      await session.execute(rig.insert);
      rig.failNextCommit(fault);
    });
    await expect(cut).rejects.toMatchObject({
      kind: fault === 'silent' ? 'timeout' : 'unreachable',
      connectionLost: true,
    });
    expect(await writer()).not.toBe(first);
    await expect.poll(rig.count, patience).toBe(before + committed);
  });
});
