/** Log lines are written in batches: a service that ends has written every line. */
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

import { run } from './process.ts';

const key = 'a-key-of-the-log-test-0123456789';
const calls = 40;

/** A second way to end: an error that nobody catches, outside any request. */
const crashOnSignal =
  "--import=data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('planted crash')}))";

/** Starts the demo, sends requests in parallel and ends the process as soon as they are answered. */
async function linesAfter(signal: NodeJS.Signals) {
  const root = new URL('../../../', import.meta.url);
  const service = run(new URL('dist/program/entry.js', root).pathname, [crashOnSignal, 'demo', '--port', '0'], {
    ENGINE_KEY: key,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  service.child.stdout?.on('data', () => {
    const address = /Listening on ([^\s,]+),/.exec(service.out)?.[1];
    if (address !== undefined) resolve(address);
  });
  const address = await promise;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answers = await Promise.all(
    Array.from({ length: calls }, async () => {
      const response = await fetch(`${address}/health`, { method: 'POST', headers, body: '{"schemaVersion":"1"}' });
      await response.text();
      return response.headers.get('x-request-id');
    }),
  );
  service.child.kill(signal);
  await once(service.child, 'close');
  const lines = service.err.split('\n').filter((line) => line.startsWith('{'));
  const logged = lines.flatMap((line): readonly string[] => {
    const { event, requestId } = JSON.parse(line);
    return event === 'request' ? [requestId] : [];
  });
  return { answers, logged, service };
}

describe('a service that has answered requests and ends at once', () => {
  it.each([
    ['is asked to stop', 'SIGTERM', 0, '"event":"stopped"'],
    ['crashes', 'SIGUSR2', 1, 'planted crash'],
  ] as const)('has logged each of them when it %s', async (_how, signal, status, last) => {
    const { answers, logged, service } = await linesAfter(signal);
    expect(service.child.exitCode).toBe(status);
    expect(logged.toSorted()).toEqual(answers.toSorted());
    expect(service.err.lastIndexOf(last)).toBeGreaterThan(service.err.lastIndexOf('"event":"request"'));
  });
});
