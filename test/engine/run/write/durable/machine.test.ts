/** Every row of the state table: the effect of each event in each state; all other events are ignored. */
import { describe, expect, it } from 'vitest';
import {
  type ClaimEvent,
  eventSentences,
  stateSentences,
} from '../../../../../engine/run/write/durable/claim-events.ts';
import type { ClaimChange } from '../../../../../engine/run/write/durable/claims.ts';
import { type ClaimStatus, next } from '../../../../../engine/run/write/durable/state-machine.ts';

const timing = {
  claimMs: 9000,
  leaseMs: 45_000,
  settleMs: 10_000,
  apartMs: 5000,
  proofMs: undefined,
  maxWaitMs: 8000,
  pollMs: 250,
};
const by = { owner: 'other', payload: 'p2', lookUp: '{"poNumber":"2"}' };
const created = '{"create":{"id":7}}';

/** One of each kind. */
const events: { readonly [K in ClaimEvent['kind']]: Extract<ClaimEvent, { readonly kind: K }> } = {
  claim: { kind: 'claim', by },
  'take over': { kind: 'take over', by },
  'wait on': { kind: 'wait on' },
  abandoned: { kind: 'abandoned' },
  send: { kind: 'send', step: 'post', steps: created },
  confirmed: { kind: 'confirmed', steps: created },
  'not processed': { kind: 'not processed', steps: created },
  refused: { kind: 'refused', steps: created },
  undo: { kind: 'undo', steps: created, step: 'create', refusal: 'closed period', attempt: 1 },
  undone: { kind: 'undone', steps: '{}' },
  'undo in doubt': { kind: 'undo in doubt', detail: 'reset' },
  'undo failed': { kind: 'undo failed', reason: 'it is still there' },
  lost: { kind: 'lost', step: 'post', steps: created },
  'given up': { kind: 'given up', steps: created },
  'lease over': { kind: 'lease over' },
  whole: { kind: 'whole', result: '"saleId":"7"' },
  part: { kind: 'part', steps: created },
  nothing: { kind: 'nothing' },
  'not looked': { kind: 'not looked' },
  several: { kind: 'several', reason: '2 documents' },
  'no lookup': { kind: 'no lookup' },
  'said not written': { kind: 'said not written' },
  'said written': { kind: 'said written', result: '"saleId":"8"' },
  'look again': { kind: 'look again' },
  released: { kind: 'released', released: [] },
};

const states = {
  absent: { kind: 'absent' },
  claimed: { kind: 'claimed' },
  sent: { kind: 'sent', step: 'create' },
  unknown: { kind: 'unknown', step: 'create', empty: 0 },
  undoing: { kind: 'undoing', step: 'create', refusal: 'closed period', attempt: 2 },
  'undo lost': { kind: 'undo lost', step: 'create', refusal: 'closed period', attempt: 2, empty: 0 },
  held: { kind: 'held' },
  done: { kind: 'done' },
} as const;

const done = { state: { kind: 'done', result: '"saleId":"7"' } } as const;
const stated = { state: { kind: 'done', result: '"saleId":"8"' } } as const;
const held = { state: { kind: 'held', reason: '2 documents' } } as const;
const blind = { state: { kind: 'held', reason: 'The ERP has no way to look the document up.' } } as const;
const free = { state: { kind: 'absent' }, epoch: 4 } as const;
const claimed = { state: { kind: 'claimed', leaseMs: 9000 } } as const;
const sentPost = { state: { kind: 'sent', step: 'post', leaseMs: 45_000 }, steps: created } as const;
const doubt = { kind: 'unknown', empty: 0, lookInMs: 10_000 } as const;
const undo = { step: 'create', refusal: 'closed period' } as const;
const undoing = { state: { ...undo, kind: 'undoing', attempt: 1, leaseMs: 45_000 }, steps: created } as const;
/** Settling time and the time between two lookups together. */
const undoLost = { state: { ...undo, kind: 'undo lost', attempt: 2, empty: 0, lookInMs: 15_000 } } as const;
const left = { state: { kind: 'held', reason: 'it is still there' } } as const;
const again = { kind: 'unknown', empty: 0, lookInMs: 0 } as const;

/** The table; epoch 3, no step done. Empty where the epoch and the steps stay. */
const table: Readonly<
  Record<
    keyof typeof states,
    Readonly<Partial<Record<ClaimEvent['kind'], { readonly what: string; readonly to: ClaimChange }>>>
  >
> = {
  absent: { claim: { what: 'is taken, in the same epoch', to: { ...claimed, ...by } } },
  claimed: {
    'take over': { what: 'is taken from an owner that sent nothing, epoch + 1', to: { ...claimed, ...by, epoch: 4 } },
    'wait on': { what: 'has a new lease while its owner waits or reads', to: claimed },
    abandoned: {
      what: 'is free for another write that needs its lock, epoch + 1',
      to: { ...free, steps: '{}' },
    },
    send: { what: 'is sent before the first byte', to: { ...sentPost, state: { ...sentPost.state, isFirst: true } } },
    'not processed': { what: 'has a new lease if no connection was made', to: { ...claimed, steps: created } },
    refused: { what: 'is free if a value cannot be sent', to: { state: { kind: 'absent' }, steps: created } },
    undo: { what: 'is undone if a value of a later step cannot be sent', to: undoing },
    whole: { what: 'is done with the document that is there', to: done },
    lost: {
      what: 'is unknown where all steps were done before',
      to: { state: { ...doubt, step: 'post' }, steps: created },
    },
    several: { what: 'is held', to: held },
    'no lookup': { what: 'is held where nothing can tell the answer', to: blind },
    'given up': { what: 'is free, in the same epoch', to: { state: { kind: 'absent' }, steps: created } },
  },
  sent: {
    send: { what: 'goes on with the next request of the step', to: sentPost },
    confirmed: { what: 'is claimed for the next step, in the same epoch', to: { ...claimed, steps: created } },
    whole: { what: 'is done', to: done },
    'not processed': { what: 'is claimed again, in the same epoch', to: { ...claimed, steps: created } },
    refused: { what: 'is free for the corrected request', to: { state: { kind: 'absent' }, steps: created } },
    'given up': { what: 'is free where nothing was sent after all', to: { state: { kind: 'absent' }, steps: created } },
    lost: {
      what: 'is unknown, with a look when the ERP has settled',
      to: { state: { ...doubt, step: 'post' }, steps: created },
    },
    part: {
      what: 'is free for a repeat that goes on, if its document shows the step, epoch + 1',
      to: { ...free, steps: created },
    },
    undo: { what: 'is undone where the ERP refused a later step', to: undoing },
    'lease over': { what: 'is unknown', to: { state: { ...doubt, step: 'create' } } },
    'not looked': { what: 'is unknown', to: { state: { ...doubt, step: 'create' } } },
    nothing: {
      what: 'is looked at once more, apart, if the ERP had settled before the first look',
      to: { state: { kind: 'unknown', step: 'create', empty: 1, lookInMs: 5000 } },
    },
    several: { what: 'is held', to: held },
    'no lookup': { what: 'is held', to: blind },
    'said not written': { what: 'is free from the beginning, epoch + 1', to: { ...free, steps: '{}' } },
    'said written': { what: 'is done', to: stated },
  },
  unknown: {
    whole: { what: 'is done: found, or confirmed late', to: done },
    'not processed': { what: 'is free when that is told late', to: { state: { kind: 'absent' }, steps: created } },
    refused: { what: 'is free when that is told late', to: { state: { kind: 'absent' }, steps: created } },
    undo: { what: 'is undone when the refusal is told late', to: undoing },
    part: { what: 'is free for a repeat that goes on, epoch + 1', to: { ...free, steps: created } },
    nothing: {
      what: 'is looked at once more, apart',
      to: { state: { kind: 'unknown', step: 'create', empty: 1, lookInMs: 5000 } },
    },
    'not looked': {
      what: 'is looked at again, and counts no look',
      to: { state: { kind: 'unknown', step: 'create', empty: 0, lookInMs: 5000 } },
    },
    several: { what: 'is held', to: held },
    'no lookup': { what: 'is held', to: blind },
    'said not written': { what: 'is free from the beginning, epoch + 1', to: { ...free, steps: '{}' } },
    'said written': { what: 'is done', to: stated },
    'look again': { what: 'is looked at now', to: { state: { ...again, step: 'create' } } },
  },
  undoing: {
    undo: { what: 'goes on with the undo of an earlier step', to: undoing },
    undone: { what: 'is free for the corrected request, epoch + 1', to: { ...free, steps: '{}' } },
    'undo in doubt': { what: 'is looked up when the ERP has settled, and shows what it executed', to: undoLost },
    'lease over': { what: 'is looked up when the ERP has settled, and shows what it executed', to: undoLost },
    'undo failed': { what: 'is held', to: left },
    several: { what: 'is held', to: held },
    'no lookup': { what: 'is held', to: blind },
    'said not written': { what: 'is free from the beginning, epoch + 1', to: { ...free, steps: '{}' } },
    'said written': { what: 'is done', to: stated },
  },
  'undo lost': {
    whole: { what: 'is done where somebody has completed the document', to: done },
    nothing: {
      what: 'is looked at once more, apart',
      to: { state: { ...undoLost.state, empty: 1, lookInMs: 5000 } },
    },
    'not looked': {
      what: 'is looked at again, and counts no look',
      to: { state: { ...undoLost.state, lookInMs: 5000 } },
    },
    undo: { what: 'is sent again', to: undoing },
    undone: { what: 'is free for the corrected request, epoch + 1', to: { ...free, steps: '{}' } },
    'undo failed': { what: 'is held', to: left },
    several: { what: 'is held', to: held },
    'no lookup': { what: 'is held', to: blind },
    'said not written': { what: 'is free from the beginning, epoch + 1', to: { ...free, steps: '{}' } },
    'said written': { what: 'is done', to: stated },
    'look again': { what: 'is looked at now', to: { state: { ...undoLost.state, lookInMs: 0 } } },
  },
  held: {
    'said not written': { what: 'is free from the beginning, epoch + 1', to: { ...free, steps: '{}' } },
    'said written': { what: 'is done', to: stated },
    'look again': { what: 'is looked at now', to: { state: { ...again, step: '' } } },
  },
  done: { released: { what: 'is free for another document, epoch + 1', to: { ...free, steps: '{}', released: [] } } },
};

const kinds = (record: object): readonly string[] => Object.keys(record);
const standing = (state: ClaimStatus['state'], more: Partial<ClaimStatus> = {}): ClaimStatus => ({
  state,
  epoch: 3,
  steps: '{}',
  ...more,
});

describe.each(Object.values(states))('a claim that is $kind', (state) => {
  const row = table[state.kind];
  for (const event of Object.values(events)) {
    const cell = row[event.kind];
    if (cell !== undefined)
      it(`${event.kind}: ${cell.what}`, () => {
        expect(next(standing(state), event, timing)).toEqual(cell.to);
      });
  }
  it('ignores all other events', () => {
    const heeded = Object.values(events).filter((event) => next(standing(state), event, timing) !== undefined);
    expect(heeded.map(({ kind }) => kind).sort()).toEqual(kinds(row).toSorted());
  });
});

describe('a claim that is unknown after an empty lookup', () => {
  const once = { kind: 'unknown', step: 'post', empty: 1 } as const;

  it('is free in the next epoch if the second lookup is empty too; results of finished steps stay', () => {
    expect(next(standing(once, { steps: created }), events.nothing, timing)).toEqual({ ...free, steps: created });
  });

  it('is held if the ERP had confirmed the step: sending again would create a second document', () => {
    const confirmed = standing(once, { steps: '{"create":{"id":7},"post":{}}' });
    expect(next(confirmed, events.nothing, timing)?.state).toEqual({
      kind: 'held',
      reason: 'The ERP confirmed the document, but a lookup does not show it.',
    });
  });
});

it('a started document continues with its first content, whatever the repeat contains', () => {
  expect(next(standing(states.absent, { steps: created }), events.claim, timing)).toEqual({
    ...claimed,
    owner: 'other',
  });
});

it('each state and event has a description', () => {
  expect(kinds(stateSentences).toSorted()).toEqual(kinds(states).toSorted());
  expect(kinds(eventSentences).toSorted()).toEqual(kinds(events).toSorted());
  const sentences = [...Object.values(stateSentences), ...Object.values(eventSentences)];
  expect(sentences.filter((sentence) => !/^[A-Z].{15,}\.$/.test(sentence))).toEqual([]);
  expect(new Set(sentences).size).toBe(sentences.length);
});
