/** A program of the harness in a separate process, which listens on a port of the loopback interface. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { compileCache } from '../../support/compile-cache.ts';

/** Characters of its output that are kept, the last ones. */
const keptOutput = 20_000;

export interface Child {
  readonly port: number;
  /** The last that it wrote to stdout and stderr. */
  output(): string;
  /** Whether it has not ended yet. */
  running(): boolean;
  /** Whether it stands still, as after SIGSTOP. */
  stopped(): boolean;
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
  /** Sends the signal and waits for the end; gives the exit status, null where a signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** Starts a TypeScript file with one argument as JSON, and waits until it prints `Listening on PORT`; rejects with its output otherwise. */
export async function startChild(
  file: string,
  task: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    env: { PATH, HOME, TMPDIR: tmpdir(), NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  let output = '';
  const listening = Promise.withResolvers<number>();
  const read = (text: string): void => {
    output = (output + text).slice(-keptOutput);
    const port = /Listening on (\d+)/.exec(output)?.[1];
    if (port !== undefined) listening.resolve(Number(port));
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const ended = once(child, 'exit');
  child.on('exit', () => {
    process.off('exit', killWithUs);
    listening.reject(new Error(`${file} ended before it listened:\n${output}`));
  });
  const port = await listening.promise;
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    port,
    output: () => output,
    running,
    stopped: () => /\) T /.test(readFileSync(`/proc/${child.pid}/stat`, 'utf8')),
    signal: (name) => void child.kill(name),
    async end(signal) {
      if (running()) {
        child.kill(signal);
        // A stopped process takes no signal but this one.
        if (signal === 'SIGTERM') child.kill('SIGCONT');
        await ended;
      }
      return child.exitCode;
    },
  };
}
