/**
 * A process that is paused after it has stored `sent`, for longer than its lease, while another one continues its write.
 */
import { describe, expect, it } from 'vitest';
import type { DurableClaim } from '../../../../../engine/run/write/durable/claims.ts';
import type { LookupOutcome } from '../../../../../engine/run/write/durable/durable-work.ts';
import { SourceError } from '../../../../../engine/sources/source.ts';
import { type ClaimAdmin, newLockState, none, openClaimAdmin, type Request, timing } from './world/claim-admin.ts';

const both: LookupOutcome = { kind: 'several', detail: '2 documents of the ERP carry the key PO-1: 55013, 55014.' };
const first: LookupOutcome = { kind: 'one', done: ['create', 'post'], result: '"saleId":"55013"' };
/** The other process has sent by then: lease, settling time and two lookups are over, and its caller has repeated the request. */
const taken = timing.leaseMs + timing.settleMs + timing.apartMs + 15_000;

/**
 * Two processes with one key. The first one is paused in its step `create`; the second one looks up in the background, and repeats the request
 * until it is answered.
 */
async function race(
  admin: ClaimAdmin,
  paused: Partial<Request>,
  repeat: Partial<Request> & { readonly find?: () => Promise<LookupOutcome> },
): Promise<void> {
  const again = async (): Promise<void> => {
    const lockState = newLockState(admin.time);
    for (let at = 1000; typeof (await admin.write({ ...repeat, lockState, at })) !== 'string'; at = 1000);
  };
  const background = admin.complete(taken, repeat.find);
  await Promise.all([admin.write({ ...paused, deadlineMs: 60_000 }), again(), background]);
}

const overtaken = ({ events }: ClaimAdmin) => events.filter(({ event }) => event === 'write_overtaken');

describe('a paused process', () => {
  it('sends nothing when it continues before its first byte, and both callers get the one document', async () => {
    const admin = openClaimAdmin();
    const sent: string[] = [];
    const create: Request['create'] = async (beforeFirstByte) => {
      await admin.time.sleep(taken);
      try {
        await beforeFirstByte();
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return { kind: 'not processed', detail: error.message };
      }
      sent.push('55014');
      return { kind: 'done', result: { id: '55014' } };
    };
    const other: Request['create'] = async () => {
      sent.push('55013');
      return { kind: 'done', result: { id: '55013' } };
    };
    await race(admin, { create }, { create: other, answer: () => '"saleId":"55013"' });
    expect(sent).toEqual(['55013']);
    expect(admin.claim()?.state).toEqual({ kind: 'done', result: '"saleId":"55013"' });
    expect(overtaken(admin)).toEqual([]);
  });

  it('does not send after the time of its step, even if nobody has taken the claim and its lease lasts', async () => {
    const admin = openClaimAdmin();
    const seen: string[] = [];
    const create: Request['create'] = async (beforeFirstByte) => {
      if (seen.length === 0) await admin.time.sleep(timing.leaseMs - 1000);
      seen.push(await beforeFirstByte().then(() => 'sent', String));
      return seen.length === 1
        ? { kind: 'not processed', detail: 'too late' }
        : { kind: 'done', result: { id: '55013' } };
    };
    await admin.write({ create, answer: () => '"saleId":"55013"' });
    expect(seen).toEqual([expect.stringContaining('The time of this request was over'), 'sent']);
  });

  // The monotonic clock of a virtual machine stands still while it is suspended.
  it.each([
    ['another process has taken the claim', (claim: DurableClaim) => ({ ...claim, owner: 'other' })],
    ['another write has taken its lock', (claim: DurableClaim) => ({ ...claim, state: { kind: 'absent' } as const })],
  ])('sends nothing if its own clock stood still, and %s', async (_, meanwhile) => {
    const admin = openClaimAdmin();
    const seen: string[] = [];
    const create: Request['create'] = async (beforeFirstByte) => {
      const claim = admin.claim();
      if (claim !== undefined && seen.length === 0)
        admin.store.rows.set(claim.id, { ...meanwhile(claim), revision: claim.revision + 1, epoch: claim.epoch + 1 });
      seen.push(await beforeFirstByte().then(() => 'sent', String));
      return { kind: seen.length === 1 ? 'not processed' : 'unknown', detail: 'stop here' };
    };
    await admin.write({ create, find: undefined });
    const ended = 'The claim of this request ended before the first byte was sent.';
    expect(seen[0]).toContain(ended);
  });

  it.each([
    ['has its answer', { kind: 'done', result: { id: '55014' } }, '{"create":{"id":"55014"}}'],
    ['does not know its outcome', { kind: 'unknown', detail: 'reset' }, '{}, and "create" with an unknown outcome'],
  ] as const)('that has sent and %s reports an error that names both documents', async (_, outcome, ownAttempt) => {
    const admin = openClaimAdmin();
    let lookupOutcome: LookupOutcome = none;
    const create: Request['create'] = async () => {
      await admin.time.sleep(taken);
      lookupOutcome = both;
      return outcome;
    };
    const other: Request['create'] = async () => {
      lookupOutcome = first;
      return { kind: 'done', result: { id: '55013' } };
    };
    const find = async (): Promise<LookupOutcome> => lookupOutcome;
    await race(admin, { create, find }, { create: other, find });
    const [event, ...more] = overtaken(admin);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ level: 'error', endpoint: '/sale-draft', key: 'PO-1' });
    expect(event?.message).toContain(`Sent by this process: ${ownAttempt}. The key has: "saleId":"55013".`);
    expect(event?.message).toContain('The lookup shows 2 documents of the ERP carry the key PO-1: 55013, 55014.');
  });

  it.each([
    ['at once', 1],
    ['late, when another process has taken the claim', 2],
  ])('that has sent reports a warning if the ERP shows one document, %s', async (_, epoch) => {
    const admin = openClaimAdmin();
    let isSent = false;
    const create: Request['create'] = async () => {
      isSent = true;
      await admin.time.sleep(taken);
      return { kind: 'done', result: { id: '55013' } };
    };
    const find = async () => (isSent && (admin.claim()?.epoch ?? 0) >= epoch ? first : none);
    await race(admin, { create, find }, { create, find });
    expect(overtaken(admin).map(({ level }) => level)).toEqual(['warn']);
  });
});
