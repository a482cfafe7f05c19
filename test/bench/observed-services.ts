/**
 * Several services in one process, with different observability: the same compiled code, heap and moment, so that only their own work differs.
 * Started by observability.ts, which asks for the processor time of each round.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../src/cli/program.ts';
import { batchLines } from '../../src/service/events/line-batch.ts';
import { hostWith } from '../support/host.ts';

export interface ServiceToStart {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type Order =
  | { readonly kind: 'start'; readonly service: ServiceToStart }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' }
  | { readonly kind: 'stop' };

/** `microseconds`: processor time since `begin`, with the garbage collection and the exports that the round has caused. */
export type Reply =
  | { readonly kind: 'started'; readonly address: string }
  | { readonly kind: 'begun' }
  | { readonly kind: 'ended'; readonly microseconds: number }
  | { readonly kind: 'stopped' };

/** Spans are exported this often (OTEL_BSP_SCHEDULE_DELAY), and the log is written more often: after this time a round has caused nothing more. */
export const settleMs = 70;

const stops: (() => Promise<unknown>)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'engine-observed-'));

function start({ name, args, env }: ServiceToStart): Promise<string> {
  const listening = Promise.withResolvers<string>();
  const lines = batchLines((text) => process.stderr.write(text));
  let write = (line: string): void => {
    const [, address] = /"event":"listening","address":"([^"]+)"/.exec(line) ?? [];
    if (address !== undefined) {
      write = lines.write;
      listening.resolve(address);
    }
    lines.write(line);
  };
  const stop = Promise.withResolvers<(reason: string) => void>();
  const ended = runCli(
    ['--port', '0', '--store', join(folder, `${name}.sqlite`), ...args],
    hostWith({
      err: (text) => void process.stderr.write(text),
      log: { write: (line) => write(line), flush: lines.flush },
      streams: { input: process.stdin, output: process.stdout },
      env,
      cwd: folder,
      version: '1.2.3',
      nodeVersion: process.versions.node,
      clock: () => performance.timeOrigin + performance.now(),
      onStop: stop.resolve,
    }),
  );
  ended.then((status) => listening.reject(new Error(`The service ended with ${status}.`)), listening.reject);
  stops.push(async () => {
    (await stop.promise)('end of the benchmark');
    await ended;
  });
  return listening.promise;
}

let begun = process.cpuUsage();

async function obey(order: Order): Promise<Reply> {
  switch (order.kind) {
    case 'start':
      return { kind: 'started', address: await start(order.service) };
    case 'begin':
      // The garbage of earlier rounds.
      globalThis.gc?.({ type: 'minor' });
      begun = process.cpuUsage();
      return { kind: 'begun' };
    case 'end': {
      await sleep(settleMs);
      globalThis.gc?.({ type: 'minor' });
      const { user, system } = process.cpuUsage(begun);
      return { kind: 'ended', microseconds: user + system };
    }
    case 'stop':
      await Promise.all(stops.map((each) => each()));
      rmSync(folder, { recursive: true, force: true });
      return { kind: 'stopped' };
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((reply) => process.send?.(reply));
});
