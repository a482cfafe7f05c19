/** A refused step whose document is removed again: which process sends the undo, what proves it, and when an operator has to decide. */
import { describe, expect, it } from 'vitest';
import type { LookupOutcome, SendResult } from '../../../../../engine/run/write/durable/durable-work.ts';
import { stepToUndo } from '../../../../../engine/run/write/durable/undo-steps.ts';
import {
  type ClaimAdmin,
  doneBy,
  half,
  lost,
  none,
  openClaimAdmin,
  timeoutMs,
  timing,
  whole,
} from './world/claim-admin.ts';

const refused: SendResult = { kind: 'refused', message: 'The period is closed.', fields: [] };
const refusal = { problem: { kind: 'invalid', message: 'The period is closed.' } };

/** An ERP with one document, which `create` makes and the undo removes, unless the test says otherwise. */
function erpOf(admin: ClaimAdmin) {
  let exists = false;
  const erp = {
    sent: 0,
    /** What becomes of each undo: the answer, and whether it has an effect. */
    undos: [] as (readonly [SendResult, 'effect' | 'no effect'])[],
    find: async (): Promise<LookupOutcome> => (exists ? half : none),
    create: async (): Promise<SendResult> => {
      exists = true;
      return { kind: 'done', result: { id: 7 } };
    },
    post: async (): Promise<SendResult> => refused,
    undo: (repeatable: boolean) => ({
      timeoutMs,
      repeatable,
      async send(done: Readonly<Record<string, unknown>>): Promise<SendResult> {
        expect(done).toEqual({ create: { id: 7 } });
        expect(admin.claim()?.state).toMatchObject({ kind: 'undoing', step: 'create' });
        admin.asked.push('undo');
        const [answer, effect] = erp.undos[erp.sent] ?? [{ kind: 'done', result: {} }, 'effect'];
        erp.sent += 1;
        if (effect === 'effect') exists = false;
        return answer;
      },
    }),
    exists: () => exists,
  };
  return erp;
}

function open(repeatable = true) {
  const admin = openClaimAdmin();
  const erp = erpOf(admin);
  const undo = erp.undo(repeatable);
  const { find, create, post } = erp;
  return {
    admin,
    erp,
    write: (more: Parameters<ClaimAdmin['write']>[0] = {}) => admin.write({ find, create, post, undo, ...more }),
    /** Until everything is over. */
    complete: () => admin.complete(6 * (timing.leaseMs + timing.settleMs + 3 * timing.apartMs), find, undo),
  };
}

const inDoubt: SendResult = { kind: 'unknown', detail: 'reset' };

describe('a document whose posting is refused', () => {
  it('is removed before the caller gets the refusal, and its key is free', async () => {
    const { admin, erp, write } = open();
    expect(await write()).toMatchObject(refusal);
    expect(admin.asked).toEqual(['find', 'prepare', 'create', 'post', 'undo', 'find']);
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, steps: '{}', epoch: 2 });
    expect(erp.exists()).toBe(false);
    expect(admin.events).toContainEqual(
      expect.objectContaining({ level: 'info', event: 'write_undone', key: 'PO-1', endpoint: '/sale-draft' }),
    );
  });

  it('is written again by the corrected request', async () => {
    const { erp, write } = open();
    await write();
    const find = async () => (erp.exists() ? whole : none);
    expect(await write({ find, post: doneBy({}), payload: 'p2' })).toBe('"saleId":"7"');
  });

  it('is not removed if only a lookup has shown it: another user may have entered it', async () => {
    const { admin, write } = open();
    expect(await write({ find: async () => half })).toMatchObject(refusal);
    expect(admin.asked).not.toContain('undo');
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, steps: '{"create":null}' });
  });

  it('stays where the outcome of the posting is unknown', async () => {
    const { admin, write } = open();
    await write({ post: async () => lost, deadlineMs: 100 });
    expect(admin.asked).not.toContain('undo');
    expect(admin.claim()?.state).toMatchObject({ kind: 'unknown', step: 'post' });
  });

  it('is removed when the ERP had confirmed it to an earlier request', async () => {
    const { admin, erp, write } = open();
    await write({ post: async () => ({ kind: 'not processed', detail: '429' }) });
    expect(admin.claim()?.steps).toBe('{"create":{"id":7}}');
    expect(await write()).toMatchObject(refusal);
    expect(erp.exists()).toBe(false);
  });
});

describe('an undo with an unknown outcome', () => {
  it('that was executed frees the key after two lookups, apart; the waiting caller gets the refusal', async () => {
    const { admin, erp, write } = open(false);
    erp.undos.push([inDoubt, 'effect']);
    expect(await write()).toMatchObject(refusal);
    expect(admin.asked.filter((what) => what === 'find')).toHaveLength(3);
    // From the lost answer to the second lookup.
    expect(admin.time.now()).toBeGreaterThanOrEqual(timing.settleMs + 2 * timing.apartMs);
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, steps: '{}' });
  });

  it('is completed without a caller, whose repeat gets 503 until then', async () => {
    const { admin, erp, write, complete } = open(false);
    erp.undos.push([inDoubt, 'effect']);
    expect(await write({ deadlineMs: 100 })).toMatchObject({ problem: { kind: 'unreachable', retryAfter: 5 } });
    expect(await write({ deadlineMs: 100 })).toMatchObject({ problem: { kind: 'unreachable' } });
    await complete();
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, steps: '{}' });
    expect(erp.sent).toBe(1);
  });

  it('that was not executed is held, if it may not be sent again', async () => {
    const { admin, erp, write, complete } = open(false);
    erp.undos.push([inDoubt, 'no effect']);
    await write({ deadlineMs: 100 });
    await complete();
    expect(erp.sent).toBe(1);
    expect(admin.claim()?.state).toEqual({
      kind: 'held',
      reason:
        'The ERP refused a later step (The period is closed), and "create" could not be undone: it is still there after 1 of these requests. Remove it in the ERP, then resolve with --not-written.',
    });
    expect(await write()).toMatchObject({ problem: { kind: 'broken' } });
  });

  it('that was not executed is sent again by the background, if it may be', async () => {
    const { admin, erp, write, complete } = open();
    erp.undos.push([inDoubt, 'no effect'], [{ kind: 'not processed', detail: '429' }, 'no effect']);
    await write({ deadlineMs: 100 });
    await complete();
    expect(erp.sent).toBe(3);
    expect(erp.exists()).toBe(false);
    expect(admin.claim()).toMatchObject({ state: { kind: 'absent' }, steps: '{}' });
  });

  it('keeps a document that a user has completed since, and answers with it', async () => {
    const { admin, erp, write } = open();
    erp.undos.push([inDoubt, 'no effect']);
    await write({ deadlineMs: 100 });
    await admin.complete(60_000, async () => whole, erp.undo(true));
    expect(erp.sent).toBe(1);
    expect(admin.claim()?.state).toEqual({ kind: 'done', result: '"saleId":"7"' });
  });

  it('is held after three requests without effect', async () => {
    const { admin, erp, write, complete } = open();
    erp.undos.push([inDoubt, 'no effect'], [inDoubt, 'no effect'], [inDoubt, 'no effect']);
    await write({ deadlineMs: 100 });
    await complete();
    expect(erp.sent).toBe(3);
    expect(admin.claim()?.state).toMatchObject({ kind: 'held', reason: expect.stringContaining('after 3') });
  });

  it('counts as unknown where the ERP confirms it, and still shows the document', async () => {
    const { admin, erp, write, complete } = open(false);
    erp.undos.push([{ kind: 'done', result: {} }, 'no effect']);
    await write({ deadlineMs: 100 });
    expect(admin.claim()?.state).toMatchObject({ kind: 'undo lost' });
    await complete();
    expect(admin.claim()?.state.kind).toBe('held');
  });
});

describe('an undo that the ERP refuses', () => {
  it('holds the write at once, with both reasons', async () => {
    const { admin, erp, write } = open();
    erp.undos.push([{ kind: 'refused', message: 'It was sent to the customer.', fields: [] }, 'no effect']);
    expect(await write()).toMatchObject({ problem: { kind: 'broken' } });
    expect(erp.sent).toBe(1);
    expect(admin.events.at(-1)).toMatchObject({
      level: 'error',
      event: 'write_held',
      message: expect.stringMatching(/The period is closed.*It was sent to the customer/),
    });
  });
});

describe('the undo of several steps', () => {
  it('runs from the last one to the first, and keeps the steps before the first undo', () => {
    const undo = { timeoutMs, repeatable: true, send: doneBy({}) };
    const steps = [{ name: 'wizard' }, { name: 'create', undo }, { name: 'lines' }, { name: 'charge', undo }];
    const done = { wizard: { id: 1 }, create: { id: 7 }, lines: {}, charge: { id: 9 } };
    const first = stepToUndo(steps, done);
    expect(first).toMatchObject({ name: 'charge', before: { wizard: { id: 1 }, create: { id: 7 }, lines: {} } });
    const second = stepToUndo(steps, first?.before ?? {});
    // The document is gone, and its lines with it: the next request has to send them again.
    expect(second).toMatchObject({ name: 'create', before: { wizard: { id: 1 } } });
    expect(Object.keys(second?.before ?? {})).toEqual(['wizard']);
    expect(stepToUndo(steps, second?.before ?? {})).toBeUndefined();
  });
});
