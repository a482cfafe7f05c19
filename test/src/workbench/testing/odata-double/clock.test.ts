/** The clock of a double: a time that a test sets stands still, and the current time goes on. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { serviceLayer } from './service-layer.ts';

it('goes on when it is set to the current time', async () => {
  const times: (() => number)[] = [];
  const { double } = await serviceLayer((store) => void times.push(store.now));
  const [now = () => 0] = times;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 7, 25) });
  onTestFinished(() => void vi.useRealTimers());
  double.setClock(Date.UTC(2026, 0, 1));
  vi.setSystemTime(Date.UTC(2026, 7, 26));
  expect(now()).toBe(Date.UTC(2026, 0, 1));
  double.setClock(Date.UTC(2026, 7, 26));
  vi.setSystemTime(Date.UTC(2026, 7, 27));
  expect(now()).toBe(Date.UTC(2026, 7, 27));
});
