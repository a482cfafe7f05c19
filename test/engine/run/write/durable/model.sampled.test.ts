/**
 * The protocol of durable writes, explored under a virtual clock. A failure prints its seed and
 * the shrunk schedule.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventSentences } from '../../../../../engine/run/write/durable/claim-events.ts';
import type { SendResult } from '../../../../../engine/run/write/durable/durable-work.ts';
import { byDepth, isDeep } from '../../../../support/depth.ts';
import { seed } from '../../../../support/seed.ts';
import type { NativeKey } from './world/erp.ts';
import { timing } from './world/fate.ts';
import type { Planted } from './world/replica.ts';
import { type Schedule, violations } from './world/schedule.ts';

const runs = byDepth({ sample: 3_000, deep: 15_000, all: 100_000 });

const schedules: fc.Arbitrary<Schedule> = fc.record({
  native: fc.constantFrom<NativeKey[]>('none', 'none', 'same', 'refused'),
  isUndone: fc.boolean(),
  standing: fc.nat(15).map((value) => value === 15),
  replicas: fc.integer({ min: 1, max: 3 }),
  isOneMachine: fc.boolean(),
  callers: fc.array(fc.record({ at: fc.nat(1500), replica: fc.nat(2), payload: fc.constantFrom('first', 'second') }), {
    minLength: 1,
    maxLength: 4,
  }),
  jumps: fc.array(fc.record({ at: fc.nat(3000), by: fc.constantFrom(-2000, 300, 1000, 5000) }), { maxLength: 4 }),
  fates: fc.array(fc.nat(255), { maxLength: 120, size: 'max' }),
});

/** All moves that replicas make by themselves in this ERP, but for the one of a lookup that fails: it is rare here. */
const moves = [
  'absent: claim',
  'claimed: take over',
  'claimed: wait on',
  'claimed: send',
  'claimed: whole',
  'claimed: given up',
  'claimed: abandoned',
  'claimed: not processed',
  'sent: confirmed',
  'sent: whole',
  'sent: not processed',
  'sent: refused',
  'sent: undo',
  'undoing: undone',
  'undoing: undo in doubt',
  'undoing: undo failed',
  'undoing: lease over',
  'undo lost: nothing',
  'undo lost: undone',
  'undo lost: undo',
  'undo lost: undo failed',
  'sent: given up',
  'sent: part',
  'sent: lost',
  'sent: lease over',
  'sent: nothing',
  'unknown: whole',
  'unknown: not processed',
  'unknown: refused',
  'unknown: undo',
  'unknown: part',
  'unknown: nothing',
];

const namesOfEvents = new Map(Object.entries(eventSentences).map(([name, sentence]) => [sentence, name]));

describe('the model of durable writes', () => {
  it(`finds one whole document and one answer in ${runs} schedules`, {
    timeout: 1_800_000,
  }, async () => {
    const seen = new Set<string>();
    const property = fc.asyncProperty(schedules, async (schedule) => {
      const faults = await violations(schedule, {}, (event) => {
        if (event.event === 'claim_state_changed') seen.add(`${event.from}: ${namesOfEvents.get(event.message)}`);
      });
      expect(faults).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: runs });
    // A model that never reaches this could not find a fault either.
    for (const state of ['sent', 'unknown', 'undo lost']) seen.delete(`${state}: not looked`);
    if (isDeep) expect([...seen].sort()).toEqual([...moves].sort());
    else expect(seen.size).toBeGreaterThan(moves.length / 2);
  });

  const asTimeOut = (sent: SendResult): SendResult =>
    sent.kind === 'unknown' ? { kind: 'not processed', detail: 'planted' } : sent;
  const bugs: Readonly<Record<string, Planted>> = {
    'a claim that is not kept': { claims: (claims) => ({ ...claims, insert: async () => true }) },
    'a state "sent" that is not kept': {
      claims: (claims) => ({
        ...claims,
        change: async (id, revision, change) => change.state.kind === 'sent' || claims.change(id, revision, change),
      }),
    },
    'a step that is sent without its state': {
      work: (work) => ({
        ...work,
        steps: work.steps.map((step) => ({ ...step, send: (done) => step.send(done, async () => undefined) })),
      }),
    },
    'a process that counts every step of the one before as not sent': {
      claims: (claims) => ({
        ...claims,
        read: async (id) => {
          const { claim, now } = await claims.read(id);
          if (claim?.state.kind !== 'sent' || !claim.isAbandoned) return { claim, now };
          return { claim: { ...claim, state: { kind: 'claimed', leaseUntil: claim.state.leaseUntil } }, now };
        },
      }),
    },
    'a compare-and-set that compares nothing': {
      claims: (claims) => ({
        ...claims,
        change: async (id, _revision, change) =>
          claims.change(id, (await claims.read(id)).claim?.revision ?? 0, change),
      }),
    },
    'a time-out that is taken for not processed': {
      work: (work) => ({
        ...work,
        steps: work.steps.map((step) => ({ ...step, send: async (...given) => asTimeOut(await step.send(...given)) })),
      }),
    },
    'a lookup that is left out': { work: (work) => ({ ...work, find: async () => ({ kind: 'none' }) }) },
  };
  for (const [name, planted] of Object.entries(bugs)) {
    it(`notices ${name}, within 2,000 schedules`, { timeout: 300_000 }, async () => {
      const property = fc.asyncProperty(schedules, async (schedule) => {
        expect(await violations(schedule, planted)).toEqual([]);
      });
      const { failed, numRuns } = await fc.check(property, { seed, numRuns: 2000, endOnFailure: true });
      expect({ failed, numRuns }).toMatchObject({ failed: true });
    });
  }
});

/** A process that is paused once before its first byte: before its connection is made, or after it has stored `sent`. */
function stopped(place: 'before sent' | 'after sent', ms: number): Planted {
  let isOver = false;
  return {
    work: (work, time) => {
      const pause = async (): Promise<void> => {
        if (isOver) return;
        isOver = true;
        await time.sleep(ms);
      };
      return {
        ...work,
        steps: work.steps.map((step) => ({
          ...step,
          async send(done, check) {
            if (place === 'before sent') await pause();
            return step.send(done, async () => {
              await check();
              await pause();
            });
          },
        })),
      };
    },
  };
}

describe('a process that is paused before its first byte', () => {
  const callers = [
    { at: 0, replica: 0, payload: 'first' },
    { at: 50, replica: 1, payload: 'first' },
  ];
  const scheduled = (native: NativeKey): Schedule => ({
    native,
    standing: false,
    replicas: 2,
    callers,
    jumps: [],
    fates: [],
  });
  // Past the lease, the settling time and both lookups of the other replica.
  const long = 2 * timing.leaseMs + timing.settleMs + timing.apartMs + 2000;

  it('sends nothing if it continues before it stores "sent" on its connection', async () => {
    expect(await violations(scheduled('none'), stopped('before sent', long))).toEqual([]);
  });

  it('creates a second document if it continues between "sent" and the byte, after all waiting times', async () => {
    expect(await violations(scheduled('none'), stopped('after sent', long))).toEqual(['the ERP holds 2 documents']);
  });

  it.each<NativeKey>(['same', 'refused'])('makes none where the ERP has a key of its own (%s)', async (native) => {
    expect(await violations(scheduled(native), stopped('after sent', long))).toEqual([]);
  });

  it('creates none if it continues within its lease and the settling time', async () => {
    const short = timing.leaseMs + timing.settleMs - 50;
    expect(await violations(scheduled('none'), stopped('after sent', short))).toEqual([]);
  });
});
