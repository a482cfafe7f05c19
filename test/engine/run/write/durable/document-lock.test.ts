/** Writes with the lock of one document: one after the other, also if the first one stops, is in doubt or is held. */
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../../engine/base/problem.ts';
import {
  type ClaimAdmin,
  doneBy,
  lost,
  newLockState,
  none,
  openClaimAdmin,
  timing,
  whole,
} from './world/claim-admin.ts';

const lock = 'invoice 4711';
const problem = (answer: string | ProblemError) => (answer instanceof ProblemError ? answer.problem : answer);

/** A claim of another process that has the lock. */
async function holding(admin: ClaimAdmin, leaseMs: number): Promise<void> {
  const claim = { id: 'c9', installation: 'i', endpoint: '/sale-draft', naturalKey: 'PO-9', lookUp: '', payload: '' };
  await admin.claims.insert({ ...claim, owner: 'somebody' }, leaseMs);
  await admin.claims.locks.take(lock, undefined, { claim: 'c9', owner: 'somebody' });
}

describe('writes with one lock', () => {
  it.each(['one process', 'several processes'])('run one after the other in %s, reads included', async (where) => {
    const admin = openClaimAdmin();
    const spans: (readonly [number, number])[] = [];
    const write = (document: number) => {
      let began = 0;
      return admin.write({
        document,
        lock,
        deadlineMs: 60_000,
        ...(where === 'one process' ? {} : { lockState: newLockState(admin.time) }),
        prepare: async () => {
          began = admin.time.now();
          await admin.time.sleep(100);
        },
        post: async () => {
          await admin.time.sleep(500);
          spans.push([began, admin.time.now()]);
          return { kind: 'done', result: {} };
        },
      });
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => write(index + 1)));
    expect(new Set(answers)).toEqual(new Set(['"saleId":"7"']));
    expect(spans).toHaveLength(20);
    const overlaps = spans.filter(([began], index) => began < (spans[index - 1]?.[1] ?? 0));
    expect(overlaps).toEqual([]);
    // Within a process there is no pause between two writes.
    if (where === 'one process') expect(spans.at(-1)?.[1]).toBe(20 * 600);
  });

  it('are each written or refused in the order in which they came, while their deadline lasts', async () => {
    const admin = openClaimAdmin();
    let open = 15;
    const pay = (document: number) =>
      admin.write({
        document,
        lock,
        at: document,
        deadlineMs: 30_000,
        prepare: async () => {
          const refusal = { kind: 'invalid', message: 'More than is open', fields: [] } as const;
          if (open === 0) throw new ProblemError(refusal);
        },
        post: async () => {
          await admin.time.sleep(1900);
          open -= 1;
          return { kind: 'done', result: {} };
        },
      });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(index + 1)));
    const kinds = answers.map((answer) => (answer instanceof ProblemError ? answer.problem.kind : 'written'));
    expect(kinds).toEqual([...Array(15).fill('written'), ...Array(5).fill('invalid')]);
  });

  it('of different documents do not wait for each other', async () => {
    const admin = openClaimAdmin();
    const slow = async () => {
      await admin.time.sleep(1000);
      return { kind: 'done', result: {} } as const;
    };
    const writes = [1, 2, 3].map((document) => admin.write({ document, lock: `invoice ${document}`, post: slow }));
    await Promise.all(writes);
    expect(admin.time.now()).toBe(1000);
  });

  it('get 503 with a time to retry when their deadline passes; nothing was sent and the key is free', async () => {
    const admin = openClaimAdmin();
    await holding(admin, 60_000);
    const answer = problem(await admin.write({ lock, deadlineMs: 20_000 }));
    expect(answer).toMatchObject({ kind: 'unreachable', retryAfter: 2, message: expect.stringContaining(lock) });
    expect([admin.time.now(), admin.asked]).toEqual([20_000, []]);
    expect(admin.claim()?.state).toEqual({ kind: 'absent' });
  });

  it('keep their own claim while they wait longer than its lease', async () => {
    const admin = openClaimAdmin();
    await holding(admin, 3 * timing.leaseMs);
    const answer = await admin.write({ lock, deadlineMs: 4 * timing.leaseMs });
    expect([answer, admin.claim()?.epoch]).toEqual(['"saleId":"7"', 1]);
  });
});

describe('the holder of a lock', () => {
  it('that stopped before it sent anything has it until its lease ends, and can send nothing afterwards', async () => {
    const admin = openClaimAdmin();
    // Paused: it neither reads nor renews its lease.
    let isPaused = true;
    const pause = async (): Promise<void> => {
      if (isPaused) await admin.time.sleep(15_000 - admin.time.now());
      isPaused = false;
    };
    const claims = {
      ...admin.claims,
      change: async (...given: Parameters<typeof admin.claims.change>) => {
        await pause();
        return admin.claims.change(...given);
      },
    };
    const paused = admin.write({ lock, claims, prepare: pause, deadlineMs: 20_000 });
    const other = admin.write({ document: 2, lock, at: 100, lockState: newLockState(admin.time) });
    expect(await other).toBe('"saleId":"7"');
    // The paused one begins again, after the other one.
    expect(await paused).toBe('"saleId":"7"');
    expect(admin.asked.filter((name) => name === 'create')).toHaveLength(2);
    const first = admin.asked.indexOf('create');
    expect(admin.asked.slice(0, first)).toEqual(['find', 'prepare', 'find', 'prepare']);
    expect(admin.claim()?.epoch).toBe(2);
  });

  it('with an unknown outcome has it until the outcome is known', async () => {
    const admin = openClaimAdmin();
    const first = admin.write({ lock, create: async () => lost, find: async () => none });
    const second = admin.write({
      document: 2,
      lock,
      at: 10,
      deadlineMs: 60_000,
      prepare: async () => void times.push(admin.time.now()),
    });
    const times: number[] = [];
    expect(problem(await first)).toMatchObject({ message: 'The ERP has not written this document. Send it again.' });
    expect(await second).toBe('"saleId":"7"');
    // Two lookups: when the ERP has settled, and apart from it.
    expect(times[0]).toBeGreaterThanOrEqual(timing.settleMs + timing.apartMs);
    expect(times[0]).toBeLessThan(timing.settleMs + timing.apartMs + 1000);
  });

  it('that is held has it until its last request can have no effect any more', async () => {
    const admin = openClaimAdmin();
    const first = await admin.write({ lock, create: async () => lost, find: undefined });
    expect(problem(first)).toMatchObject({ kind: 'broken' });
    const times: number[] = [];
    const prepare = async () => void times.push(admin.time.now());
    expect(problem(await admin.write({ document: 2, lock, deadlineMs: 2000, prepare }))).toMatchObject({
      kind: 'unreachable',
    });
    expect(await admin.write({ document: 2, lock, prepare })).toBe('"saleId":"7"');
    expect(times[0]).toBeGreaterThanOrEqual(timing.settleMs + timing.apartMs);
  });

  it('is free at once after a refusal', async () => {
    const admin = openClaimAdmin();
    const refused = { kind: 'refused', message: 'The invoice is paid.', fields: [] } as const;
    expect(problem(await admin.write({ lock, create: async () => refused }))).toMatchObject({ kind: 'invalid' });
    const began = admin.time.now();
    expect(
      await admin.write({ document: 2, lock, lockState: newLockState(admin.time), create: doneBy({ id: 7 }) }),
    ).toBe('"saleId":"7"');
    expect(admin.time.now()).toBe(began);
  });

  it('of a repeat that finds its document takes the lock for the lookup only', async () => {
    const admin = openClaimAdmin();
    expect(await admin.write({ lock, find: async () => whole })).toBe('"saleId":"7"');
    expect(await admin.write({ document: 2, lock })).toBe('"saleId":"7"');
  });
});
