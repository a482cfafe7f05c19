/** Transactions that take a named lock: they run one after the other, and a lock ends with the connection of its holder. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseAccess, SqlSession } from '../../../../engine/sources/source.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type Bench, bench, soon, sql } from './bench.ts';

/** A statement that would take half a minute. */
const slow: Readonly<Record<string, string>> = { postgres: 'select pg_sleep(30)', mysql: 'select sleep(30)' };

/** How a session ends its own connection, on databases where a statement can. */
const suicides: Readonly<Record<string, string>> = {
  postgres: 'select pg_terminate_backend(pg_backend_pid())',
  mysql: 'kill connection_id()',
};

describe.each(testedDialects)('locks of names on %s', (dialect) => {
  let testBench: Bench;
  beforeAll(async () => {
    testBench = await bench(dialect, 'create table turn (number integer not null)');
  });
  afterAll(() => testBench.end());

  const count = async (session: SqlSession): Promise<number> => {
    const { rows } = await session.execute(sql('select count(*) as taken from turn'));
    return Number(rows[0]?.taken);
  };
  /** Adds the number of rows that it sees: two that do so at once add the same one. */
  async function turn(session: SqlSession): Promise<number> {
    const number = await count(session);
    await session.execute(sql(`insert into turn (number) values (${number})`));
    return number;
  }
  const take = (source: DatabaseAccess, lock: string) => source.transaction({ ...soon(), lock }, turn);

  it('give each of fifty its turn, who sees all that was done before', async () => {
    const numbers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => take(index % 2 ? testBench.source : testBench.rival, 'fifty')),
    );
    const expected = Array.from({ length: 50 }, (_, index) => index);
    expect(numbers.sort((a, b) => a - b)).toEqual(expected);
  });

  it('are free after a transaction that failed', async () => {
    const failing = testBench.source.transaction({ ...soon(), lock: 'failed' }, () =>
      Promise.reject(new Error('refused')),
    );
    await expect(failing).rejects.toThrow('refused');
    const wrong = testBench.source.transaction({ ...soon(), lock: 'failed' }, (session) =>
      session.execute(sql('select nothing')),
    );
    await expect(wrong).rejects.toMatchObject({ kind: 'statement' });
    expect(await take(testBench.rival, 'failed')).toBeGreaterThan(0);
    expect(await take(testBench.source, 'failed')).toBeGreaterThan(0);
  });

  it('that are held for too long are a conflict, and free when their holder is done', async () => {
    const conflict = await testBench.source.transaction({ ...soon(), lock: 'long' }, (session) =>
      turn(session).then(() => take(testBench.rival, 'long').catch((error: unknown) => error)),
    );
    expect(conflict).toMatchObject({ kind: 'conflict', connectionLost: false });
    expect(await take(testBench.rival, 'long')).toBeGreaterThan(0);
  });

  // SQLite has one writer at a time, whatever it locks.
  if (dialect !== 'sqlite')
    it('of other names do not wait; names are case-sensitive', async () => {
      const inner = await testBench.source.transaction({ ...soon(), lock: 'name' }, () =>
        take(testBench.rival, 'NAME'),
      );
      expect(inner).toBeGreaterThan(0);
    });

  const nap = slow[dialect];
  if (nap !== undefined)
    it('are free after a holder, and without one that waited, whose deadline passed', async () => {
      const late = { deadline: Date.now() + 2_000, lock: 'late' };
      const holding = testBench.source.transaction(late, (session) => session.execute(sql(nap ?? '')));
      await expect(holding).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
      await testBench.source.transaction({ ...soon(), lock: 'late' }, async () => {
        const waiting = testBench.rival.transaction({ deadline: Date.now() + 1_000, lock: 'late' }, turn);
        await expect(waiting).rejects.toMatchObject({ kind: 'timeout' });
      });
      expect(await take(testBench.source, 'late')).toBeGreaterThan(0);
      expect(await take(testBench.rival, 'late')).toBeGreaterThan(0);
    });

  if (dialect === 'mysql')
    it('that a statement gave up leave nothing of their transaction', async () => {
      const before = await testBench.rival.transaction(soon(), count);
      const bare = testBench.source.transaction({ ...soon(), lock: 'given up' }, async (session) => {
        await turn(session);
        await session.execute(sql('do release_all_locks()'));
      });
      await expect(bare).rejects.toMatchObject({ kind: 'broken', message: expect.stringContaining('was given up') });
      expect(await take(testBench.rival, 'given up')).toBe(before);
    });

  const suicide = suicides[dialect];
  if (suicide !== undefined)
    it('end with the connection of their holder, and its changes are rolled back', async () => {
      const before = await testBench.rival.transaction(soon(), count);
      const dying = testBench.source.transaction({ ...soon(), lock: 'dying' }, async (session) => {
        await turn(session);
        await session.execute(sql(suicide ?? ''));
      });
      await expect(dying).rejects.toMatchObject({ connectionLost: true });
      expect(await take(testBench.rival, 'dying')).toBe(before);
      expect(await take(testBench.source, 'dying')).toBe(before + 1);
    });
});
