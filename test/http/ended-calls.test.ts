/** Reads whose answer is no longer awaited: their computations take no more turns of the thread that all services share. */
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../engine/sources/http/double.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

/** Each row takes the time of many turns, all rows together take minutes. */
const burning = '$string($sum($map([1..300000], function($n) { $n % 7 })))';
const answer = { value: Array.from({ length: 500 }, (_, index) => ({ id: `R ${index}` })) };
const read = (expression: string) => ({
  get: '/rows',
  rows: 'value',
  page: { whole: true },
  fields: { id: expression },
});

/** A caller that disconnects when `leave` is called. */
function caller() {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  const leave = (): void => {
    signal.aborted = true;
    for (const listener of listeners) listener();
  };
  return { signal, leave };
}

it.each([
  ['compiled', burning],
  // The interpreter evaluates what is not compiled.
  ['interpreted', `(${burning}; ($ ~> |$|{"a": 1}|).id)`],
])('a computation (%s) ends when its caller disconnects, and another one does not', async (_kind, expression) => {
  const { engine } = await erp(read(expression), () => answer);
  const { engine: other } = await erp(read('id'), () => answer);
  const { signal, leave } = caller();
  const call = { requestId: 'r', deadline: Date.now() + 600_000, signal };
  const result = engine.engine.call('/all', { schemaVersion: '1' }, call);
  const kept = await other.call('/all', {});
  leave();
  expect(await result).toMatchObject({ ok: false, problem: { kind: 'timeout' } });
  expect(kept).toMatchObject({ ok: true });
});

it('a computation ends at the deadline', async () => {
  const { engine } = await erp(read(burning), () => answer);
  const call = { requestId: 'r', deadline: Date.now() + 300 };
  expect(await engine.engine.call('/all', { schemaVersion: '1' }, call)).toMatchObject({
    ok: false,
    problem: { kind: 'timeout', message: 'The answer was not computed in time.' },
  });
});
