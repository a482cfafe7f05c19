/** Writes whose outcome nobody knows: never sent again on a guess, looked up, and brought to an end by whoever comes by. */
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../../engine/base/problem.ts';
import type { Found } from '../../../../../engine/run/write/durable/durable-work.ts';
import { SourceError } from '../../../../../engine/sources/source.ts';
import { doneBy, half, lost, none, openDesk, timing, whole } from './world/desk.ts';

const problem = (answer: string | ProblemError) => (answer instanceof ProblemError ? answer.problem : answer);
const never = (): never => {
  throw new Error('There is no claim');
};
const sends = (asked: readonly string[]) => asked.filter((name) => name === 'create' || name === 'post');

describe('an answer that is lost', () => {
  it('is looked up when the ERP has settled, and the same request gets the document', async () => {
    const desk = openDesk();
    const times: number[] = [];
    const find = async (): Promise<Found> => {
      times.push(desk.time.now());
      return times.length === 1 ? none : whole;
    };
    expect(await desk.write({ create: async () => lost, find })).toBe('"saleId":"7"');
    expect(sends(desk.asked)).toEqual(['create']);
    // The first poll at or after three seconds from the time at which the claim was first seen as unknown.
    expect(times).toEqual([0, timing.settleMs]);
  });

  it('is not sent again by the same request, though two looks agree; the repeat sends it, in the next epoch', async () => {
    const desk = openDesk();
    const times: number[] = [];
    const find = async (): Promise<Found> => {
      times.push(desk.time.now());
      return none;
    };
    const first = await desk.write({ create: async () => lost, find });
    expect(problem(first)).toMatchObject({ kind: 'unreachable', retryAfter: 2 });
    expect(times).toEqual([0, 3000, 5250]);
    expect(sends(desk.asked)).toEqual(['create']);
    expect(await desk.write()).toBe('"saleId":"7"');
    expect([sends(desk.asked), desk.claim()?.epoch]).toEqual([['create', 'create', 'post'], 2]);
  });

  it('is told with a time to come again, while nobody knows', async () => {
    const desk = openDesk();
    const away = () => Promise.reject(new SourceError('timeout', 'the ERP is slow'));
    let looks = 0;
    const find = async (): Promise<Found> => {
      looks += 1;
      return looks === 1 ? none : away();
    };
    const answer = problem(await desk.write({ create: async () => lost, find }));
    expect(answer).toMatchObject({ kind: 'unreachable', retryAfter: 2 });
    expect(problem(await desk.write({ find: away }))).toMatchObject({ kind: 'unreachable' });
    expect(sends(desk.asked)).toEqual(['create']);
  });

  it('is held where the ERP has no look-up', async () => {
    const desk = openDesk();
    expect(problem(await desk.write({ create: async () => lost, find: undefined }))).toMatchObject({ kind: 'broken' });
    expect([desk.claim()?.state.kind, desk.time.now()]).toEqual(['held', 0]);
    expect(desk.events.at(-1)).toMatchObject({ level: 'error', event: 'write_held', key: 'PO-1' });
    const create = () => Promise.reject(new SourceError('unreachable', 'The connection was lost.'));
    const other = openDesk();
    await other.write({ create, find: undefined });
    const message = 'What became of the step "create" is not known: The connection was lost.';
    expect(other.events).toContainEqual(expect.objectContaining({ event: 'write_in_doubt', message }));
    expect(problem(await desk.write({ find: undefined }))).toMatchObject({ kind: 'broken' });
    expect(sends(desk.asked)).toEqual(['create']);
  });

  it('of the second step: the document goes on where it was, as what it was', async () => {
    const desk = openDesk();
    let looks = 0;
    const find = async (): Promise<Found> => {
      looks += 1;
      return looks === 1 ? none : half;
    };
    expect(problem(await desk.write({ post: async () => lost, find }))).toMatchObject({ kind: 'unreachable' });
    const shown = async (): Promise<Found> => (sends(desk.asked).length < 3 ? half : whole);
    expect(await desk.write({ payload: 'p2', find: shown })).toBe('"saleId":"7"');
    expect(sends(desk.asked)).toEqual(['create', 'post', 'post']);
    expect(desk.claim()).toMatchObject({ payload: 'p1', steps: '{"create":{"id":7}}' });
  });

  it('of a step after one without a result: what the ERP confirmed need not be shown', async () => {
    const desk = openDesk();
    expect(problem(await desk.write({ create: doneBy(undefined), post: async () => lost }))).toMatchObject({
      kind: 'unreachable',
    });
    expect(await desk.write()).toBe('"saleId":"7"');
    expect(sends(desk.asked)).toEqual(['create', 'post', 'post']);
  });

  it('of the last step, confirmed but never shown: a person decides', async () => {
    const desk = openDesk();
    expect(problem(await desk.write({ answer: () => undefined }))).toMatchObject({ kind: 'broken' });
    expect(desk.claim()?.state.kind).toBe('held');
    expect(sends(desk.asked)).toEqual(['create', 'post']);
  });

  it('of the last step, confirmed while the document is shown without it: nobody is answered, a person decides', async () => {
    const desk = openDesk();
    const find = async (): Promise<Found> => (sends(desk.asked).length < 2 ? none : half);
    expect(problem(await desk.write({ find }))).toMatchObject({ kind: 'broken' });
    expect(desk.claim()?.state.kind).toBe('held');
    expect(problem(await desk.write({ find }))).toMatchObject({ kind: 'broken' });
    expect(sends(desk.asked)).toEqual(['create', 'post']);
  });

  it('of the last step, confirmed and shown later: it is answered then', async () => {
    const desk = openDesk();
    let looks = 0;
    const find = async (): Promise<Found> => {
      looks += 1;
      return looks === 1 ? none : looks === 2 ? half : whole;
    };
    expect(await desk.write({ find })).toBe('"saleId":"7"');
    expect(sends(desk.asked)).toEqual(['create', 'post']);
  });

  it('with a part that a look-up showed, and does not show any more: a person decides', async () => {
    const desk = openDesk();
    let looks = 0;
    const find = async (): Promise<Found> => {
      looks += 1;
      return looks === 1 ? none : half;
    };
    await desk.write({ create: async () => lost, find });
    expect(desk.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2, steps: '{"create":null}' });
    expect(problem(await desk.write())).toMatchObject({ kind: 'broken' });
    expect(sends(desk.asked)).toEqual(['create']);
  });

  it('that comes after the lease, and is definite, counts', async () => {
    const desk = openDesk();
    const late = async () => {
      await desk.time.sleep(timing.leaseMs + 2000);
      return { kind: 'done', result: { id: 7 } } as const;
    };
    const [answer] = await Promise.all([desk.write({ post: late, deadlineMs: 60_000 }), desk.complete(12_000)]);
    expect(answer).toBe('"saleId":"7"');
    expect(desk.claim()).toMatchObject({ state: { kind: 'done' }, epoch: 1 });
  });

  it('that comes after the lease, for a step in the middle, is kept for the repeat', async () => {
    const desk = openDesk();
    const late = async () => {
      await desk.time.sleep(timing.leaseMs + 2000);
      return { kind: 'done', result: { id: 7 } } as const;
    };
    const [answer] = await Promise.all([desk.write({ create: late, deadlineMs: 60_000 }), desk.complete(12_000)]);
    expect(problem(answer)).toBe('"saleId":"7"');
    expect(sends(desk.asked)).toEqual(['create', 'post']);
    expect(desk.claim()).toMatchObject({ epoch: 2, steps: '{"create":{"id":7}}' });
  });
});

describe('completion in the background', () => {
  const abandoned = async () => {
    const desk = openDesk();
    const claim = {
      id: 'c1',
      installation: 'i',
      endpoint: '/sale-draft',
      naturalKey: 'PO-1',
      lookUp: 'l',
      payload: 'p1',
    };
    await desk.claims.insert({ ...claim, owner: 'dead' }, timing.leaseMs);
    await desk.claims.change('c1', 1, { state: { kind: 'sent', step: 'create', leaseMs: timing.leaseMs } });
    return desk;
  };

  it('finds the document of a process that died, and answers the repeat with it', async () => {
    const desk = await abandoned();
    await desk.complete(40_000, async () => whole);
    expect(desk.claim()?.state).toEqual({ kind: 'done', result: '"saleId":"7"' });
    expect([await desk.write(), desk.asked]).toEqual(['"saleId":"7"', []]);
  });

  it('frees the key when two looks find nothing, and never sends', async () => {
    const desk = await abandoned();
    const times: number[] = [];
    await desk.complete(60_000, async () => {
      times.push(desk.time.now());
      return none;
    });
    expect(desk.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
    expect([times.length, desk.asked]).toEqual([2, []]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(timing.apartMs);
    // The lease, the time to settle, and the span between two looks; the passes are a second apart, and three of them act.
    expect(times[0]).toBeGreaterThanOrEqual(timing.leaseMs + timing.settleMs);
    expect(times[1]).toBeLessThanOrEqual(timing.leaseMs + timing.settleMs + timing.apartMs + 3000);
  });

  it('by two processes at once comes to the same end', async () => {
    const desk = await abandoned();
    const passes = await Promise.all([desk.complete(60_000), desk.complete(60_000)]);
    expect(desk.claim()).toMatchObject({ state: { kind: 'absent' }, epoch: 2 });
    expect(passes.flat().reduce((sum, { absent }) => sum + absent, 0)).toBe(1);
  });

  it('waits for an ERP that cannot be asked, and does not ask it about every claim', async () => {
    const desk = await abandoned();
    for (const id of ['c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']) {
      await desk.claims.insert({ ...(desk.claim() ?? never()), id, owner: 'dead' }, 0);
      await desk.claims.change(id, 1, { state: { kind: 'sent', step: 'create', leaseMs: 0 } });
    }
    let looks = 0;
    const passes = await desk.complete(60_000, () => {
      looks += 1;
      return Promise.reject(new SourceError('unreachable', 'down'));
    });
    expect(passes.at(-1)).toMatchObject({ absent: 0, held: 0, done: 0 });
    expect(desk.claim()?.state).toMatchObject({ kind: 'unknown', empty: 0 });
    // Four are looked at side by side.
    expect(looks).toBeLessThanOrEqual(4 * passes.length);
  });

  it.each([
    ['the source', () => new SourceError('value', 'the ERP does not take this key')],
    ['the shape of what was found', () => new ProblemError({ kind: 'broken', message: 'the ERP breaks the contract' })],
  ])('looks others up beside those whose look-up always fails, by %s', async (_, failure) => {
    const desk = await abandoned();
    const row = desk.claim() ?? never();
    for (const id of ['bad1', 'bad2', 'bad3', 'bad4', 'bad5']) {
      await desk.claims.insert({ ...row, id, lookUp: '{"payload":"bad"}', owner: 'dead' }, 0);
      await desk.claims.change(id, 1, {
        state: { kind: 'unknown', step: 'create', lookInMs: -timing.leaseMs, empty: 0 },
      });
    }
    await desk.complete(60_000, async (lookUp) => {
      if (lookUp.includes('bad')) throw failure();
      return whole;
    });
    expect(desk.claim()?.state).toMatchObject({ kind: 'done' });
    expect(desk.store.rows.get('bad1')?.state).toMatchObject({ kind: 'unknown', empty: 0 });
  });

  it('holds what the ERP shows several times', async () => {
    const desk = await abandoned();
    await desk.complete(60_000, async () => ({ kind: 'several', detail: '2 documents' }));
    expect(desk.claim()?.state).toEqual({ kind: 'held', reason: '2 documents' });
    expect(desk.events.at(-1)).toMatchObject({
      level: 'error',
      event: 'write_held',
      message: expect.stringMatching(/ 2 documents$/),
    });
  });
});
