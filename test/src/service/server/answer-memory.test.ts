/** Which calls read on, and which wait, when the answers of ERPs fill the memory. */
import { expect, it } from 'vitest';
import type { LoggedEvent } from '../../../../src/service/events/events.ts';
import { createAnswerMemories } from '../../../../src/service/server/answer-memory.ts';

const kib = 1024;
const limit = 1_000 * kib;

function measured({ all = 10 * limit, waitMs = 10_000 } = {}) {
  const events: LoggedEvent[] = [];
  const memories = createAnswerMemories(() => ({ allAnswersLimit: all }));
  const loads = { nord: { running: 0, answerBytes: 0 }, ost: { running: 0, answerBytes: 0 } };
  const call = (name: keyof typeof loads, endpoint = '/invoices/list', isWrite = false) => {
    const listeners = new Set<() => void>();
    const caller = {
      aborted: false,
      addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
      removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
    };
    const memory = memories.begin({
      requestId: name,
      endpoint,
      load: loads[name],
      isWrite,
      limits: { answersLimit: limit },
      waitMs,
      caller,
      emit: (event) => void events.push(event),
    });
    const disconnect = (): void => {
      caller.aborted = true;
      for (const listener of [...listeners]) listener();
    };
    return { ...memory, add: memory.add.bind(memory), room: memory.room.bind(memory), disconnect, listeners };
  };
  return { call, loads, events };
}

/** What a wait has resolved with so far. */
async function stateOf(room: Promise<boolean> | undefined): Promise<boolean | 'waiting' | 'at once'> {
  if (room === undefined) return 'at once';
  await new Promise(setImmediate);
  return Promise.race([room, Promise.resolve('waiting' as const)]);
}

it('lets calls read on below the limit of their service, and has the others wait until one ends', async () => {
  const { call, loads } = measured();
  const [first, second, third] = [call('nord'), call('nord'), call('nord', '/debtors/list')];
  first.add(600 * kib);
  second.add(300 * kib);
  expect(second.room()).toBeUndefined();
  second.add(100 * kib);
  const room = second.room();
  expect(await stateOf(room)).toBe('waiting');
  // A call that has read nothing does not begin, either.
  const begin = third.room();
  expect(await stateOf(begin)).toBe('waiting');
  first.end();
  expect(await stateOf(room)).toBe(true);
  expect(await stateOf(begin)).toBe(true);
  second.end();
  third.end();
  expect(loads.nord.answerBytes).toBe(0);
});

it('never stops the first large call: some call always ends', async () => {
  const { call } = measured();
  const [first, second] = [call('nord'), call('nord')];
  first.add(600 * kib);
  second.add(600 * kib);
  first.add(30_000 * kib);
  expect(first.room()).toBeUndefined();
  const room = second.room();
  expect(await stateOf(room)).toBe('waiting');
  first.end();
  expect(await stateOf(room)).toBe(true);
});

it('admits waiting calls one after the other, as far as their next part fits', async () => {
  const { call } = measured();
  const first = call('nord');
  const second = call('nord');
  first.add(800 * kib);
  second.add(100 * kib);
  const last = call('nord');
  last.add(100 * kib);
  const waiting = Array.from({ length: 4 }, () => {
    const one = call('nord', '/debtors/list');
    one.add(kib);
    return one.room();
  });
  expect(await Promise.all(waiting.map(stateOf))).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  // 900 KiB are left, and each admitted call counts 64 KiB: the second one reaches the limit.
  last.end();
  expect(await Promise.all(waiting.map(stateOf))).toEqual([true, true, 'waiting', 'waiting']);
});

it('bounds all services together, but not the small answers of the others', async () => {
  const { call } = measured({ all: 1_500 * kib });
  const [first, second] = [call('nord'), call('nord')];
  first.add(800 * kib);
  second.add(150 * kib);
  const other = call('ost');
  other.add(600 * kib);
  expect(await stateOf(other.room())).toBe('waiting');
  const price = call('ost', '/pricing/resolve');
  expect(price.room()).toBeUndefined();
  price.add(2 * kib);
  expect(price.room()).toBeUndefined();
  price.add(63 * kib);
  expect(await stateOf(price.room())).toBe('waiting');
});

it('begins a call when there is memory for what the last calls of its endpoint have read', async () => {
  const { call, loads } = measured();
  const earlier = call('nord');
  expect(earlier.room()).toBeUndefined();
  earlier.add(400 * kib);
  earlier.end();
  const calls = Array.from({ length: 4 }, () => call('nord'));
  const rooms = calls.map(({ room }) => room());
  expect(await Promise.all(rooms.map(stateOf))).toEqual(['at once', 'at once', 'waiting', 'waiting']);
  expect(loads.nord.answerBytes).toBe(800 * kib);
  // What was counted in advance does not count again when it arrives.
  calls[0]?.add(300 * kib);
  expect(loads.nord.answerBytes).toBe(800 * kib);
  calls[0]?.add(150 * kib);
  expect(loads.nord.answerBytes).toBe(850 * kib);
  // Calls of another endpoint have read nothing yet.
  expect(call('nord', '/pricing/resolve').room()).toBeUndefined();
  calls[0]?.end();
  expect(await Promise.all(rooms.map(stateOf))).toEqual(['at once', 'at once', true, 'waiting']);
});

it('counts the answers of writes, and lets none of them wait', () => {
  const { call, loads } = measured();
  call('nord').add(600 * kib);
  const write = call('nord', '/invoices/push', true);
  write.add(900 * kib);
  expect(write.room()).toBeUndefined();
  expect(loads.nord.answerBytes).toBe(1_500 * kib);
  write.end();
  write.add(5 * kib);
  expect(loads.nord.answerBytes).toBe(600 * kib);
});

it('refuses a call at its deadline, and logs that', async () => {
  const { call, events } = measured({ waitMs: 30 });
  call('nord').add(limit);
  const late = call('nord');
  expect(await late.room()).toBe(false);
  expect(late.listeners.size).toBe(0);
  expect(events).toEqual([
    { level: 'warn', event: 'answer_refused', requestId: 'nord', bytes: limit },
    { level: 'debug', event: 'answer_waited', requestId: 'nord', ms: expect.any(Number) },
  ]);
});

it('ends the wait of a call whose caller disconnects, or that has ended', async () => {
  const { call, events } = measured();
  call('nord').add(limit);
  const gone = call('nord');
  const room = gone.room();
  gone.disconnect();
  expect(await room).toBe(false);
  expect(await gone.room()).toBe(false);
  const ended = call('nord');
  const other = ended.room();
  ended.end();
  expect(await other).toBe(false);
  expect(events.filter(({ event }) => event === 'answer_refused')).toEqual([]);
});
