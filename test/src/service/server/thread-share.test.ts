/** How many calls of each service begin, by a clock of the test and calls that each take half a millisecond of the thread. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createThreadShares } from '../../../../src/service/server/thread-share.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const callMs = 0.5;

function measured() {
  const state = { ms: 0, begun: { nord: 0, ost: 0 }, refused: 0 };
  const services = { nord: {}, ost: {} };
  const shares = createThreadShares<object>({
    clock: () => performance.now(),
    active: () => (state.begun.nord + state.begun.ost) * callMs,
  });
  const listeners = new Set<() => void>();
  const caller = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  const call = (name: 'nord' | 'ost', limits = { waitMs: 10_000, mostWaiting: 1_000 }): void => {
    const begun = shares.begin(services[name], limits, caller, () => {
      state.refused += 1;
    });
    const count = (isBegun: boolean): void => {
      if (isBegun) state.begun[name] += 1;
    };
    if (begun === true) count(true);
    else void begun.then(count);
  };
  /** Lets time pass, and calls `each` in each millisecond. */
  const pass = async (milliseconds: number, each: () => void = () => undefined): Promise<void> => {
    for (let count = 0; count < milliseconds; count += 1) {
      state.ms += 1;
      each();
      await vi.advanceTimersByTimeAsync(1);
    }
  };
  const disconnect = (): void => {
    for (const listener of listeners) listener();
  };
  const delayRefusal = (name: 'nord' | 'ost') => shares.delayRefusal(services[name], 10_000, caller);
  return { state, call, pass, disconnect, delayRefusal };
}

it('lets every call of the only active service begin at once', () => {
  const { state, call } = measured();
  for (let count = 0; count < 10_000; count += 1) call('nord');
  expect(state.begun.nord).toBe(10_000);
});

it('bounds a service to half of the idle time while another one is active, and lets the other begin at once', async () => {
  const { state, call, pass } = measured();
  call('ost');
  for (let count = 0; count < 1_000; count += 1) call('nord', { waitMs: 10_000, mostWaiting: 2_000 });
  // 25 ms of the thread at once.
  expect(state.begun.nord).toBe(50);
  await pass(1_000, () => {
    if (state.ms % 10 === 0) call('ost');
  });
  // 25 ms at once, a fifth of the first 100 ms, then a third of the time that the other leaves: 25 + 20 + 900 * 0.95 / 3 = 330 ms.
  expect(state.begun.nord).toBeGreaterThanOrEqual(630);
  expect(state.begun.nord).toBeLessThanOrEqual(680);
  expect(state.begun.ost).toBe(101);
  // A second after its last call the other is not active.
  await pass(1_100);
  expect(state.begun.nord).toBe(1_000);
});

it('refuses calls that find the queue full, a second later and one after the other', async () => {
  const { state, call, pass } = measured();
  call('ost');
  for (let count = 0; count < 60; count += 1) call('nord', { waitMs: 10_000, mostWaiting: 0 });
  expect([state.begun.nord, state.refused]).toEqual([50, 0]);
  await pass(990);
  expect(state.refused).toBe(0);
  // One each four milliseconds, so that their callers do not return together: ten take 36 ms.
  await pass(30);
  expect(state.refused).toBe(6);
  await pass(30);
  expect([state.begun.nord, state.refused]).toEqual([50, 10]);
});

it('refuses a call whose time is over, and forgets one whose caller has disconnected', async () => {
  const { state, call, pass, disconnect } = measured();
  call('ost');
  for (let count = 0; count < 53; count += 1) call('nord', { waitMs: 2, mostWaiting: 10 });
  await pass(1);
  disconnect();
  await pass(500);
  // The first of those that wait begins as soon as there is any credit.
  expect([state.begun.nord, state.refused]).toEqual([51, 2]);
});

it('delays the refusal of a busy service while another one is active', async () => {
  const { call, pass, delayRefusal, disconnect } = measured();
  call('nord');
  expect(delayRefusal('nord')).toBeUndefined();
  call('ost');
  let isOver = false;
  void delayRefusal('nord')?.then(() => {
    isOver = true;
  });
  await pass(990);
  expect(isOver).toBe(false);
  await pass(20);
  expect(isOver).toBe(true);
  call('ost');
  const ended = delayRefusal('nord');
  disconnect();
  await expect(ended).resolves.toBeUndefined();
});

it('lets the calls of ninety-nine services begin at once while one sends ten in each millisecond', async () => {
  const names = Array.from({ length: 100 }, (_, index) => ({ name: `company-${index}` }));
  const [hostile, ...others] = names;
  const begun = { hostile: 0, others: 0, waited: 0 };
  const shares = createThreadShares<object>({
    clock: () => performance.now(),
    active: () => (begun.hostile + begun.others) * callMs,
  });
  const caller = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  const begin = (service: object | undefined) =>
    shares.begin(service ?? {}, { waitMs: 10_000, mostWaiting: 200 }, caller, () => undefined);
  for (let ms = 0; ms < 2_000; ms += 1) {
    // A hundred calls of the others in a second.
    if (ms % 10 === 0) {
      if (begin(others[(ms / 10) % others.length]) === true) begun.others += 1;
      else begun.waited += 1;
    }
    for (let count = 0; count < 10; count += 1) {
      const result = begin(hostile);
      if (result === true) begun.hostile += 1;
      else
        void result.then((isBegun) => {
          if (isBegun) begun.hostile += 1;
        });
    }
    await vi.advanceTimersByTimeAsync(1);
  }
  expect([begun.others, begun.waited]).toEqual([200, 0]);
  // 25 ms at once, a fifth of the first 100 ms, then a third of the time that the others leave: 25 + 20 + 1,900 * 0.95 / 3 = 647 ms.
  expect(begun.hostile).toBeGreaterThanOrEqual(1_250);
  expect(begun.hostile).toBeLessThanOrEqual(1_330);
});

it('gives a service a fifth of a thread that has no idle time', async () => {
  const begun = { busy: 0, others: 0 };
  const others = Array.from({ length: 10 }, () => ({}));
  const busy = {};
  let now = 0;
  // The others use the rest of the thread.
  const shares = createThreadShares<object>({ clock: () => performance.now(), active: () => performance.now() });
  const caller = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  const limits = { waitMs: 10_000, mostWaiting: 5_000 };
  for (; now < 2_000; now += 1) {
    if (shares.begin(others[now % 10] ?? {}, limits, caller, () => undefined) === true) begun.others += 1;
    const result = shares.begin(busy, limits, caller, () => undefined);
    if (result === true) begun.busy += 1;
    else
      void result.then(() => {
        begun.busy += 1;
      });
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(begun.others).toBe(2_000);
  // Two calls begin in each millisecond of the thread at first, so that each costs 0.5 ms and more when fewer of them begin.
  expect(begun.busy).toBeLessThan(900);
  expect(begun.busy).toBeGreaterThan(300);
});
