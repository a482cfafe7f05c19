/**
 * The loop of the completion: passes run one after the other, a failed pass does not end it, and a stop waits for the
 * last one.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startBackground } from '../../../../../engine/run/write/durable/completion-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('starts the first pass at once, each further one after the previous one has ended, and continues after a failure', async () => {
  const begun: number[] = [];
  const failures: unknown[] = [];
  const start = Date.now();
  const pass = async (): Promise<void> => {
    begun.push(Date.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    if (begun.length === 1) throw new Error('the store is away');
  };
  const background = startBackground(pass, 1000, (error) => failures.push(error));
  await vi.advanceTimersByTimeAsync(9500);
  expect(begun).toEqual([0, 4000, 8000]);
  expect(failures).toEqual([new Error('the store is away')]);
  const stopped = background.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
  expect(begun).toHaveLength(3);
});

it('stops after the running pass, and not before', async () => {
  let end = (): void => undefined;
  const pass = (): Promise<void> =>
    new Promise((resolve) => {
      end = resolve;
    });
  const background = startBackground(pass, 1000, () => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  let stopped = false;
  const stopping = background.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(stopped).toBe(false);
  end();
  await stopping;
  expect(stopped).toBe(true);
});

it('tells the running pass to end', async () => {
  const seen: boolean[] = [];
  const pass = async (stopping: () => boolean): Promise<void> => {
    seen.push(stopping());
    await new Promise((resolve) => setTimeout(resolve, 1000));
    seen.push(stopping());
  };
  const background = startBackground(pass, 1000, () => undefined);
  await vi.advanceTimersByTimeAsync(500);
  const stopped = background.stop();
  await vi.advanceTimersByTimeAsync(1000);
  await stopped;
  expect(seen).toEqual([false, true]);
});

it('stops at once if no pass is running', async () => {
  const begun: string[] = [];
  const background = startBackground(
    async () => void begun.push('a pass'),
    1000,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(500);
  await background.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toEqual(['a pass']);
});
