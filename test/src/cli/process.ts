/** Programs as processes, and their output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

import { onTestFinished } from 'vitest';
import { compileCache } from '../../support/compile-cache.ts';
import { folderWith, until } from '../service/server/fixture.ts';

export interface Process {
  readonly child: ChildProcess;
  out: string;
  err: string;
  ended: { readonly status: number | null; readonly signal: NodeJS.Signals | null } | undefined;
}

/** Runs a file with this Node; ended with the test. */
export function run(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = folderWith({ 'acme.yaml': '' }),
): Process {
  const child = spawn(
    process.execPath,
    [...args.filter((arg) => arg.startsWith('--import')), file, ...args.filter((arg) => !arg.startsWith('--import'))],
    {
      cwd,
      env: { PATH: process.env.PATH, TMPDIR: tmpdir(), NODE_COMPILE_CACHE: compileCache, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const state: Process = { child, out: '', err: '', ended: undefined };
  child.stdout?.on('data', (chunk) => {
    state.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    state.err += chunk;
  });
  child.on('close', (status, signal) => {
    state.ended = { status, signal };
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return state;
}

/** How a process ended, once it has. */
export const endOf = (process: Process) => until(() => process.ended);
