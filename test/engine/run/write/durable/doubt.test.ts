/**
 * Writes with an unknown outcome: never sent again without proof, looked up, and completed by any later request or
 * pass.
 */
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../../engine/base/problem.ts';
import type { LookupOutcome } from '../../../../../engine/run/write/durable/durable-work.ts';
import { SourceError } from '../../../../../engine/sources/source.ts';
import { doneBy, half, lost, none, openClaimAdmin, timing, whole } from './world/claim-admin.ts';

const problem = (answer: string | ProblemError) => (answer instanceof ProblemError ? answer.problem : answer);
const never = (): never => {
  throw new Error('There is no claim');
};
const sends = (asked: readonly string[]) => asked.filter((name) => name === 'create' || name === 'post');

describe('a lost answer', () => {
  it('is looked up after the settling time, and the same request returns the document', async () => {
    const admin = openClaimAdmin();
    const times: number[] = [];
    const find = async (): Promise<LookupOutcome> => {
      times.push(admin.time.now());
      return times.length === 1 ? none : whole;
    };
    expect(await admin.write({ create: async () => lost, find })).toBe('"saleId":"7"');
    expect(sends(admin.asked)).toEqual(['create']);
    // The first poll at or after three seconds from the time at which the claim was first seen as unknown.
    expect(times).toEqual([0, timing.settleMs]);
  });

  it('is not sent again by the same request, even if two lookups find nothing; the repeat sends it in the next epoch', async () => {
    const admin = openClaimAdmin();
    const times: number[] = [];
    const find = async (): Promise<LookupOutcome> => {
      times.push(admin.time.now());
      return none;
    };
    const first = await admin.write({ create: async () => lost, find });
    expect(problem(first)).toMatchObject({ kind: 'unreachable', retryAfter: 2 });
    expect(times).toEqual([0, 3000, 5000]);
    expect(sends(admin.asked)).toEqual(['create']);
    expect(await admin.write()).toBe('"saleId":"7"');
    expect([sends(admin.asked), admin.claim()?.epoch]).toEqual([['create', 'create', 'post'], 2]);
  });

  it('is reported with a time to retry while the outcome is unknown', async () => {
    const admin = openClaimAdmin();
    const away = () => Promise.reject(new SourceError('timeout', 'the ERP is slow'));
    let looks = 0;
    const find = async (): Promise<LookupOutcome> => {
      looks += 1;
      return looks === 1 ? none : away();
    };
    const answer = problem(await admin.write({ create: async () => lost, find }));
    expect(answer).toMatchObject({ kind: 'unreachable', retryAfter: 2 });
    expect(problem(await admin.write({ find: away }))).toMatchObject({ kind: 'unreachable' });
    expect(sends(admin.asked)).toEqual(['create']);
  });

  it('is reported at once if the lookup is later than the caller waits', async () => {
    const admin = openClaimAdmin({ settleMs: 10_000, maxWaitMs: 8_000 });
    const answer = problem(await admin.write({ create: async () => lost }));
    expect(answer).toMatchObject({ kind: 'unreachable', retryAfter: 10 });
    expect([admin.time.now(), admin.claim()?.state.kind]).toEqual([0, 'unknown']);
  });

  it('holds the claim if the ERP has no lookup', async () => {
    const admin = openClaimAdmin();
    expect(problem(await admin.write({ create: async () => lost, find: undefined }))).toMatchObject({ kind: 'broken' });
    expect([admin.claim()?.state.kind, admin.time.now()]).toEqual(['held', 0]);
    expect(admin.events.at(-1)).toMatchObject({ level: 'error', event: 'write_held', key: 'PO-1' });
    const create = () => Promise.reject(new SourceError('unreachable', 'The connection was lost.'));
    const other = openClaimAdmin();
    await other.write({ create, find: undefined });
    const message = 'What became of the step "create" is not known: The connection was lost.';
    expect(other.events).toContainEqual(expect.objectContaining({ event: 'write_in_doubt', message }));
    expect(problem(await admin.write({ find: undefined }))).toMatchObject({ kind: 'broken' });
    expect(sends(admin.asked)).toEqual(['create']);
  });

  it('of the second step: the document continues at that step with its first content', async () => {
    const admin = openClaimAdmin();
    let looks = 0;
    const find = async (): Promise<LookupOutcome> => {
      looks += 1;
      return looks === 1 ? none : half;
    };
    expect(problem(await admin.write({ post: async () => lost, find }))).toMatchObject({ kind: 'unreachable' });
    const shown = async (): Promise<LookupOutcome> => (sends(admin.asked).length < 3 ? half : whole);
    expect(await admin.write({ payload: 'p2', find: shown })).toBe('"saleId":"7"');
    expect(sends(admin.asked)).toEqual(['create', 'post', 'post']);
    expect(admin.claim()).toMatchObject({ payload: 'p1', steps: '{"create":{"id":7}}' });
  });

  it('of a step after one without a result: the lookup need not show a confirmed step', async () => {
    const admin = openClaimAdmin();
    expect(problem(await admin.write({ create: doneBy(undefined), post: async () => lost }))).toMatchObject({
      kind: 'unreachable',
    });
    expect(await admin.write()).toBe('"saleId":"7"');
    expect(sends(admin.asked)).toEqual(['create', 'post', 'post']);
  });

  it('of the last step, confirmed but never shown: an operator decides', async () => {
    const admin = openClaimAdmin();
    expect(problem(await admin.write({ answer: () => undefined }))).toMatchObject({ kind: 'broken' });
    expect(admin.claim()?.state.kind).toBe('held');
    expect(sends(admin.asked)).toEqual(['create', 'post']);
  });

  it('of the last step, confirmed while the document is shown without it: no request is answered, an operator decides', async () => {
    const admin = openClaimAdmin();
    const find = async (): Promise<LookupOutcome> => (sends(admin.asked).length < 2 ? none : half);
    expect(problem(await admin.write({ find }))).toMatchObject({ kind: 'broken' });
    expect(admin.claim()?.state.kind).toBe('held');
    expect(problem(await admin.write({ find }))).toMatchObject({ kind: 'broken' });
    expect(sends(admin.asked)).toEqual(['create', 'post']);
  });

  it('of the last step, confirmed and shown later: the request is answered then', async () => {
    const admin = openClaimAdmin();
    let looks = 0;
    const find = async (): Promise<LookupOutcome> => {
      looks += 1;
      return looks === 1 ? none : looks === 2 ? half : whole;
    };
    expect(await admin.write({ find })).toBe('"saleId":"7"');
    expect(sends(admin.asked)).toEqual(['create', 'post']);
  });

  it('with a part that a lookup showed and no longer shows: an operator decides', async () => {
    const admin = openClaimAdmin();
    let looks = 0;
    const find = async (): Promise<LookupOutcome> => {
      looks += 1;
      return looks === 1 ? none : half;
    };
    await admin.write({ create: async () => lost, find });
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2, steps: '{"create":null}' });
    expect(problem(await admin.write())).toMatchObject({ kind: 'broken' });
    expect(sends(admin.asked)).toEqual(['create']);
  });

  it('that arrives after the lease counts if it is definite', async () => {
    const admin = openClaimAdmin();
    const late = async () => {
      await admin.time.sleep(timing.leaseMs + 2000);
      return { kind: 'done', result: { id: 7 } } as const;
    };
    const [answer] = await Promise.all([admin.write({ post: late, deadlineMs: 60_000 }), admin.complete(12_000)]);
    expect(answer).toBe('"saleId":"7"');
    expect(admin.claim()).toMatchObject({ state: { kind: 'done' }, epoch: 1 });
  });

  it('of a middle step that arrives after the lease is stored for the repeat', async () => {
    const admin = openClaimAdmin();
    const late = async () => {
      await admin.time.sleep(timing.leaseMs + 2000);
      return { kind: 'done', result: { id: 7 } } as const;
    };
    const [answer] = await Promise.all([admin.write({ create: late, deadlineMs: 60_000 }), admin.complete(12_000)]);
    expect(problem(answer)).toBe('"saleId":"7"');
    expect(sends(admin.asked)).toEqual(['create', 'post']);
    expect(admin.claim()).toMatchObject({ epoch: 2, steps: '{"create":{"id":7}}' });
  });
});

describe('completion in the background', () => {
  const abandoned = async () => {
    const admin = openClaimAdmin();
    const claim = {
      id: 'c1',
      installation: 'i',
      endpoint: '/sale-draft',
      naturalKey: 'PO-1',
      lookUp: 'l',
      payload: 'p1',
    };
    await admin.claims.insert({ ...claim, owner: 'dead' }, timing.leaseMs);
    await admin.claims.change('c1', 1, { state: { kind: 'sent', step: 'create', leaseMs: timing.leaseMs } });
    return admin;
  };

  it('finds the document of a process that ended, and answers the repeat with it', async () => {
    const admin = await abandoned();
    await admin.complete(40_000, async () => whole);
    expect(admin.claim()?.state).toEqual({ kind: 'done', result: '"saleId":"7"' });
    expect([await admin.write(), admin.asked]).toEqual(['"saleId":"7"', []]);
  });

  it('frees the key when two lookups find nothing, and never sends', async () => {
    const admin = await abandoned();
    const times: number[] = [];
    await admin.complete(60_000, async () => {
      times.push(admin.time.now());
      return none;
    });
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
    expect([times.length, admin.asked]).toEqual([2, []]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(timing.apartMs);
    // The lease, the time to settle, and the span between two looks; the passes are a second apart, and three of them act.
    expect(times[0]).toBeGreaterThanOrEqual(timing.leaseMs + timing.settleMs);
    expect(times[1]).toBeLessThanOrEqual(timing.leaseMs + timing.settleMs + timing.apartMs + 3000);
  });

  it('by two processes at the same time has the same result', async () => {
    const admin = await abandoned();
    const passes = await Promise.all([admin.complete(60_000), admin.complete(60_000)]);
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
    expect(passes.flat().reduce((sum, { absent }) => sum + absent, 0)).toBe(1);
  });

  it('waits for an unreachable ERP, and does not look up every claim there', async () => {
    const admin = await abandoned();
    for (const id of ['c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']) {
      await admin.claims.insert({ ...(admin.claim() ?? never()), id, owner: 'dead' }, 0);
      await admin.claims.change(id, 1, { state: { kind: 'sent', step: 'create', leaseMs: 0 } });
    }
    let looks = 0;
    const passes = await admin.complete(60_000, () => {
      looks += 1;
      return Promise.reject(new SourceError('unreachable', 'down'));
    });
    expect(passes.at(-1)).toMatchObject({ absent: 0, held: 0, done: 0 });
    expect(admin.claim()?.state).toMatchObject({ kind: 'unknown', empty: 0 });
    // Four are looked up concurrently.
    expect(looks).toBeLessThanOrEqual(4 * passes.length);
  });

  it.each([
    ['the source', () => new SourceError('value', 'the ERP does not take this key')],
    ['the shape of what was found', () => new ProblemError({ kind: 'broken', message: 'the ERP breaks the contract' })],
  ])('looks up other claims although the lookup of some always fails, by %s', async (_, failure) => {
    const admin = await abandoned();
    const row = admin.claim() ?? never();
    for (const id of ['bad1', 'bad2', 'bad3', 'bad4', 'bad5']) {
      await admin.claims.insert({ ...row, id, lookUp: '{"payload":"bad"}', owner: 'dead' }, 0);
      await admin.claims.change(id, 1, {
        state: { kind: 'unknown', step: 'create', lookInMs: -timing.leaseMs, empty: 0 },
      });
    }
    await admin.complete(60_000, async (lookUp) => {
      if (lookUp.includes('bad')) throw failure();
      return whole;
    });
    expect(admin.claim()?.state).toMatchObject({ kind: 'done' });
    expect(admin.store.rows.get('bad1')?.state).toMatchObject({ kind: 'unknown', empty: 0 });
  });

  it('holds a claim for which the ERP shows several documents', async () => {
    const admin = await abandoned();
    await admin.complete(60_000, async () => ({ kind: 'several', detail: '2 documents' }));
    expect(admin.claim()?.state).toEqual({ kind: 'held', reason: '2 documents' });
    expect(admin.events.at(-1)).toMatchObject({
      level: 'error',
      event: 'write_held',
      message: expect.stringMatching(/ 2 documents$/),
    });
  });
});
