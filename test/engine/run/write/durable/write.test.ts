/** A durable write, step by step: the requests to the ERP, the states of the claim, and the answer to the caller. */
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../../../engine/base/problem.ts';
import type { DurableClaims } from '../../../../../engine/run/write/durable/claims.ts';
import { SourceError } from '../../../../../engine/sources/source.ts';
import {
  type ClaimAdmin,
  doneBy,
  half,
  none,
  openClaimAdmin,
  type Request,
  timing,
  whole,
} from './world/claim-admin.ts';

const problem = (answer: string | ProblemError) => (answer instanceof ProblemError ? answer.problem : answer);
const away = (): Promise<never> => Promise.reject(new SourceError('unreachable', 'the store is away'));

/** The claims with a failure at the change to a state. `lost`: the change is stored nevertheless. */
function failingAt(admin: ClaimAdmin, kind: string, lost = false): DurableClaims {
  return {
    ...admin.claims,
    change: async (id, revision, change) => {
      const happened = (change.state.kind !== kind || lost) && (await admin.claims.change(id, revision, change));
      return change.state.kind === kind ? away() : happened;
    },
  };
}

describe('a write', () => {
  it('looks up, prepares and sends, and stores each step before its first byte', async () => {
    const admin = openClaimAdmin();
    const seen: unknown[] = [];
    const look = (result: unknown) => async () => {
      seen.push({ state: admin.claim()?.state, steps: admin.claim()?.steps });
      return { kind: 'done', result } as const;
    };
    expect(await admin.write({ create: look({ id: 7 }), post: look(undefined) })).toBe('"saleId":"7"');
    expect(admin.asked).toEqual(['find', 'prepare', 'create', 'post', 'find']);
    expect(seen).toEqual([
      { state: { kind: 'sent', step: 'create', leaseUntil: timing.leaseMs }, steps: '{}' },
      { state: { kind: 'sent', step: 'post', leaseUntil: timing.leaseMs }, steps: '{"create":{"id":7}}' },
    ]);
    expect(admin.claim()).toMatchObject({ state: { kind: 'done', result: '"saleId":"7"' }, epoch: 1 });
  });

  it('has sent nothing while a step waits for a connection, and keeps its claim and the results of earlier steps', async () => {
    const admin = openClaimAdmin({ claimMs: 2000 });
    const seen: unknown[] = [];
    const look = () => seen.push([admin.claim()?.state.kind, admin.claim()?.steps, admin.claim()?.epoch]);
    const connect =
      (result: unknown): Request['create'] =>
      async (beforeFirstByte) => {
        await admin.time.sleep(4000);
        look();
        await beforeFirstByte();
        look();
        return { kind: 'done', result };
      };
    const slow = admin.write({ create: connect({ id: 7 }), post: connect({}) });
    expect(await Promise.all([slow, admin.write({ at: 100 })])).toEqual(['"saleId":"7"', '"saleId":"7"']);
    expect(seen).toEqual([
      ['claimed', '{}', 1],
      ['sent', '{}', 1],
      ['claimed', '{"create":{"id":7}}', 1],
      ['sent', '{"create":{"id":7}}', 1],
    ]);
  });

  it('is always answered with its first document, and logs a repeat with other content', async () => {
    const admin = openClaimAdmin();
    await admin.write();
    expect(await admin.write({ payload: 'p2', answer: () => '"saleId":"8"' })).toBe('"saleId":"7"');
    expect(admin.asked.filter((name) => name === 'create')).toHaveLength(1);
    expect(admin.events.at(-1)).toMatchObject({ level: 'warn', event: 'write_repeated', changed: true });
  });

  it('adopts an existing document, and prepares nothing', async () => {
    const admin = openClaimAdmin();
    expect(await admin.write({ find: async () => whole })).toBe('"saleId":"7"');
    expect(admin.asked).toEqual(['find']);
  });

  it('continues a document that is partly written', async () => {
    const admin = openClaimAdmin();
    const find = async () => (admin.asked.includes('post') ? whole : half);
    expect(await admin.write({ find })).toBe('"saleId":"7"');
    expect(admin.asked).toEqual(['find', 'prepare', 'post', 'find']);
  });

  it('holds its claim if the ERP shows several documents, and sends nothing', async () => {
    const admin = openClaimAdmin();
    const answer = await admin.write({ find: async () => ({ kind: 'several', detail: 'PO-1 and po-1' }) });
    expect(problem(answer)).toMatchObject({ kind: 'broken' });
    expect(admin.claim()?.state).toEqual({ kind: 'held', reason: 'PO-1 and po-1' });
    const message = 'An operator has to decide whether the document exists. PO-1 and po-1';
    expect(admin.events.at(-1)).toMatchObject({ level: 'error', event: 'write_held', message });
    expect(problem(await admin.write())).toMatchObject({ kind: 'broken' });
    expect(admin.asked).toEqual(['find']);
  });

  it('that is refused before or by a step frees its key for the corrected request', async () => {
    const admin = openClaimAdmin();
    const refusal = { kind: 'invalid', message: 'Unknown SKU X', fields: [] } as const;
    expect(problem(await admin.write({ prepare: () => Promise.reject(new ProblemError(refusal)) }))).toEqual(refusal);
    expect(admin.claim()?.state).toEqual({ kind: 'absent' });
    const fields = [{ field: 'currency', message: 'is not known', rule: 'refused' }];
    const refused = { kind: 'refused', message: 'No orders in pounds', fields } as const;
    expect(problem(await admin.write({ create: async () => refused }))).toEqual({
      kind: 'invalid',
      message: 'No orders in pounds',
      fields,
    });
    expect(await admin.write({ payload: 'p2' })).toBe('"saleId":"7"');
    expect(admin.claim()).toMatchObject({ payload: 'p2', epoch: 1 });
    expect(admin.asked.filter((name) => name === 'create')).toHaveLength(2);
  });

  it('is sent again if the ERP has not processed it, after the pause that the ERP requests', async () => {
    const admin = openClaimAdmin();
    const times: number[] = [];
    const create = async () => {
      times.push(admin.time.now());
      return times.length < 3
        ? ({ kind: 'not processed', detail: '429', retryAfterSeconds: 2, throttled: true } as const)
        : ({ kind: 'done', result: { id: 7 } } as const);
    };
    expect(await admin.write({ create })).toBe('"saleId":"7"');
    expect(times).toEqual([0, 2000, 4000]);
    expect(admin.claim()).toMatchObject({ epoch: 1 });
  });

  it.each([
    { throttled: true, kind: 'throttled' },
    { throttled: false, kind: 'unreachable' },
  ])('passes on the requested pause if that exceeds its time ($kind), and its key is free', async (given) => {
    const admin = openClaimAdmin();
    const { throttled } = given;
    const create = async () => ({ kind: 'not processed', detail: '', retryAfterSeconds: 40, throttled }) as const;
    expect(problem(await admin.write({ create }))).toMatchObject({ kind: given.kind, retryAfter: 40 });
    expect(admin.claim()?.state).toEqual({ kind: 'absent' });
    expect(admin.asked).toEqual(['find', 'prepare', 'create']);
  });

  it('sends nothing after its deadline', async () => {
    const admin = openClaimAdmin();
    const answer = await admin.write({ deadlineMs: 1000, prepare: () => admin.time.sleep(1000) });
    expect(problem(answer)).toMatchObject({ kind: 'timeout' });
    expect([admin.asked, admin.claim()?.state.kind]).toEqual([['find', 'prepare'], 'absent']);
  });

  it('ignores the documents that its key was released from', async () => {
    const admin = openClaimAdmin();
    await admin.write();
    const { revision = 0 } = admin.claim() ?? {};
    const released = [{ result: '"saleId":"7"', createdAt: '', releasedAt: '' }];
    await admin.claims.change('c1', revision, { state: { kind: 'absent' }, steps: '{}', released });
    let given: unknown;
    const find = async (answers: unknown) => {
      given = answers;
      return none;
    };
    expect(await admin.write({ find, answer: () => '"saleId":"8"' })).toBe('"saleId":"8"');
    expect(given).toEqual(released);
  });
});

describe('a request with the key of a running one', () => {
  it('returns the answer of the other one', async () => {
    const admin = openClaimAdmin();
    const slow = async () => {
      await admin.time.sleep(3000);
      return { kind: 'done', result: { id: 7 } } as const;
    };
    const [first, second] = await Promise.all([admin.write({ create: slow }), admin.write({ at: 100 })]);
    expect([first, second]).toEqual(['"saleId":"7"', '"saleId":"7"']);
    expect(admin.asked).toEqual(['find', 'prepare', 'create', 'post', 'find']);
  });

  it('waits for eight seconds, and gets a time to retry', async () => {
    const admin = openClaimAdmin();
    await admin.claims.insert({ ...blank, owner: 'somebody' }, 60_000);
    expect(problem(await admin.write())).toMatchObject({ kind: 'unreachable', retryAfter: 2 });
    expect([admin.time.now(), admin.asked]).toEqual([8000, []]);
  });

  it('waits no longer than its deadline', async () => {
    const admin = openClaimAdmin();
    await admin.claims.insert({ ...blank, owner: 'somebody' }, 60_000);
    expect(problem(await admin.write({ deadlineMs: 1500 }))).toMatchObject({ kind: 'unreachable' });
    expect(admin.time.now()).toBe(1500);
  });

  it('takes over, in the next epoch, from one that stopped before it sent anything', async () => {
    const admin = openClaimAdmin();
    await admin.claims.insert({ ...blank, owner: 'somebody' }, 5000);
    expect(await admin.write()).toBe('"saleId":"7"');
    expect(admin.claim()).toMatchObject({ epoch: 2, owner: 'owner 1', payload: 'p1' });
  });
});

const blank = { id: 'c1', installation: 'i', endpoint: '/sale-draft', naturalKey: 'PO-1', lookUp: '', payload: '' };

describe('a store that fails', () => {
  it.each(['read', 'insert'] as const)('at %s leaves the ERP untouched', async (name) => {
    const admin = openClaimAdmin();
    expect(problem(await admin.write({ claims: { ...admin.claims, [name]: away } }))).toMatchObject({
      kind: 'unreachable',
      retryAfter: 5,
    });
    expect(admin.asked).toEqual([]);
  });

  it.each([false, true])(
    'at "sent" leaves the ERP untouched and the key free (the change was stored nevertheless: %s)',
    async (lost) => {
      const admin = openClaimAdmin();
      const answer = problem(await admin.write({ claims: failingAt(admin, 'sent', lost) }));
      expect(answer).toMatchObject({ kind: 'unreachable', retryAfter: 5 });
      expect([admin.asked, admin.claim()?.state.kind]).toEqual([['find', 'prepare'], 'absent']);
      expect(await admin.write()).toBe('"saleId":"7"');
    },
  );

  it('that loses changes: the request looks up until its deadline, and sends nothing', async () => {
    const admin = openClaimAdmin();
    const find = async () => {
      await admin.time.sleep(100);
      return whole;
    };
    const claims: DurableClaims = { ...admin.claims, insert: async () => true };
    expect(problem(await admin.write({ find, claims, deadlineMs: 2000 }))).toMatchObject({ kind: 'unreachable' });
    expect(admin.time.now()).toBe(2000);
    expect(new Set(admin.asked)).toEqual(new Set(['find']));
    // There is a pause between two lookups.
    expect(admin.asked.length).toBeLessThan(10);
  });

  it('that is so slow with "sent" that the lease would end before the step: nothing is sent', async () => {
    const admin = openClaimAdmin();
    const change: DurableClaims['change'] = async (id, revision, made) => {
      const happened = await admin.claims.change(id, revision, made);
      if (made.state.kind === 'sent') await admin.time.sleep(5001);
      return happened;
    };
    const answer = await admin.write({ claims: { ...admin.claims, change }, deadlineMs: 5000 });
    expect(problem(answer)).toMatchObject({ kind: 'unreachable' });
    expect([admin.asked, admin.claim()?.state.kind]).toEqual([['find', 'prepare'], 'absent']);
  });

  it.each([false, true])(
    'at "done" is reported to the caller, and the repeat returns the document (the change was stored: %s)',
    async (lost) => {
      const admin = openClaimAdmin();
      const answer = problem(await admin.write({ claims: failingAt(admin, 'done', lost) }));
      expect(answer).toMatchObject({ kind: 'unreachable', retryAfter: 5 });
      await admin.complete(40_000, async () => whole);
      expect(await admin.write({ create: doneBy({ id: 8 }) })).toBe('"saleId":"7"');
      expect(admin.asked).toEqual(['find', 'prepare', 'create', 'post', 'find']);
    },
  );
});
