/** The composition root: the only module that uses the process, and the one that connects all parts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { openEngine } from '../engine/index.ts';
import type { RunCommandLine } from './cli/root.ts';
import { wantsColor } from './cli/shared/color.ts';
import { contract } from './contract/contract.ts';
import { batchLines } from './service/events/line-batch.ts';
import { collectStart, limitHeap, startCollectionMs } from './service/lifecycle/heap-limits.ts';
import type { Host } from './service/lifecycle/host.ts';
import type { OpenEngine } from './service/server/engine-api.ts';

/** Signals within this time, in milliseconds, come from one key press: the terminal and the parent process both send one. */
const sameKeyPressMs = 500;

/** Signals that ask the process to stop, with their numbers. */
const stopSignals = [
  ['SIGTERM', 15],
  ['SIGINT', 2],
  ['SIGHUP', 1],
] as const;

/** Width of a terminal that does not report it. */
const defaultColumns = 80;

/** Whether `onStop` has a listener, so that a signal does not end the process by itself. */
let isStopHandled = false;

/** Called for SIGHUP. If there is none, SIGHUP asks the process to stop. */
const reloadListeners: (() => void)[] = [];

/** Runs `run` with the arguments of this process and sets its exit status. `open`: the engine's entry point, or a stand-in for tests. */
export async function main(run: RunCommandLine, open: OpenEngine = openEngine): Promise<void> {
  const log = batchLines((text) => process.stderr.write(text));
  process.on('exit', log.flush);
  const err = (text: string): void => {
    log.flush();
    process.stderr.write(text);
  };
  const crashListeners: ((error: unknown) => void)[] = [];
  const crash = (error: unknown): void => {
    for (const listener of crashListeners) listener(error);
    const message = error instanceof Error ? error.message : String(error);
    err(`engine: internal error: ${message}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // A closed pipe (`engine openapi | head`) is not an error.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.on('disconnect', endWithParent);
  process.channel?.unref();
  // Some terminals report 0 columns: a dialogue would put each character on a line.
  if (process.stdout.columns === 0) process.stdout.columns = defaultColumns;
  const packageRoot = findPackageRoot(import.meta.dirname);
  const host: Host = {
    out: (text) => process.stdout.write(text),
    err,
    log,
    ask: process.stdin.isTTY === true && process.stdout.isTTY === true ? ask : undefined,
    input: process.stdin.isTTY === true ? undefined : () => text(process.stdin),
    streams: { input: process.stdin, output: process.stdout },
    program: [process.execPath, ...process.execArgv, ...process.argv.slice(1, 2)],
    color: {
      out: wantsColor(process.env, process.stdout.isTTY === true),
      err: wantsColor(process.env, process.stderr.isTTY === true),
    },
    width: process.stderr.isTTY === true ? process.stderr.columns || defaultColumns : undefined,
    env: process.env,
    cwd: process.cwd(),
    packageRoot,
    version: versionOf(packageRoot),
    openFiles: openFilesLimit(),
    nodeVersion: process.versions.node,
    now: Date.now,
    clock: () => performance.timeOrigin + performance.now(),
    serving: () => limitHeap([process.env.NODE_OPTIONS, ...process.execArgv].join(' ')),
    listening: () => setTimeout(() => collectStart(process), startCollectionMs).unref(),
    onStop,
    holdExit,
    onReload: (listener) => reloadListeners.push(listener),
    onCrash: (listener) => crashListeners.push(listener),
    contract,
    openEngine: open,
    openApi: async () => (await import('./contract/openapi.ts')).openApi(contract),
  };
  try {
    process.exitCode = await run(process.argv.slice(2), host);
  } catch (error) {
    crash(error);
  }
  // Everything has been closed. What still keeps the process alive, such as unwritten output, has this time to finish.
  setTimeout(() => process.exit(), 2_000).unref();
  process.removeListener('disconnect', endWithParent);
  if (process.connected) process.disconnect();
}

/**
 * The parent process has been killed: it is the same program under another Node (src/launch.ts), and passes signals on.
 * A kill has to end the service at once, so that the lock of its store is free for a restart.
 */
function endWithParent(): void {
  process.stderr.write('engine: the parent process was killed, and this process ends with it\n');
  process.exit(128 + 9);
}

/** Asks at the terminal. The end of the input counts as an empty answer. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const { promise, resolve } = Promise.withResolvers<string>();
    terminal.once('close', () => resolve(''));
    terminal.question(question, resolve);
    return await promise;
  } finally {
    terminal.close();
  }
}

/**
 * Calls `listener` for the first signal. A second signal ends the process immediately, with the exit
 * status that shells report for a process that this signal has ended.
 */
function onStop(listener: (reason: string) => void): void {
  /** By `performance.now()`. */
  let requestedAt: number | undefined;
  isStopHandled = true;
  for (const [signal, number] of stopSignals) {
    process.on(signal, () => {
      if (signal === 'SIGHUP' && reloadListeners.length > 0) {
        for (const reload of reloadListeners) reload();
        return;
      }
      if (requestedAt !== undefined && performance.now() - requestedAt > sameKeyPressMs) process.exit(128 + number);
      if (requestedAt !== undefined) return;
      requestedAt = performance.now();
      listener(signal);
    });
  }
}

/** Parts of the program that delay the end by a signal. */
let holds = 0;
/** The signal that ends the process after the last hold, and when it was received, by `performance.now()`. */
let delayed: { readonly signal: NodeJS.Signals; readonly at: number } | undefined;

const delay = (signal: NodeJS.Signals, number: number): void => {
  if (isStopHandled) return;
  if (delayed !== undefined && performance.now() - delayed.at > sameKeyPressMs) process.exit(128 + number);
  if (delayed !== undefined) return;
  delayed = { signal, at: performance.now() };
  process.stderr.write('engine: a refresh token is being renewed. The command ends when the new one is stored.\n');
};

const delays = stopSignals.map(([signal, number]) => [signal, () => delay(signal, number)] as const);

/** Delays the end of the process by a signal until the returned function is called. */
function holdExit(): () => void {
  if (holds === 0) for (const [signal, listener] of delays) process.on(signal, listener);
  holds += 1;
  return () => {
    holds -= 1;
    if (holds > 0) return;
    for (const [signal, listener] of delays) process.removeListener(signal, listener);
    if (delayed !== undefined) process.kill(process.pid, delayed.signal);
  };
}

function findPackageRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('the folder of the program has no package.json');
  }
}

/** `0.1.0+3ebc878e12ab`: the version of the package, and the commit that it was built from, if that is known. */
function versionOf(packageRoot: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  const commitFile = join(packageRoot, 'dist/program/commit');
  const commit = existsSync(commitFile) ? `+${readFileSync(commitFile, 'utf8').trim()}` : '';
  return typeof version === 'string' ? `${version}${commit}` : '0';
}

/** The soft limit, from Linux' list of limits. */
function openFilesLimit(): number | undefined {
  const file = '/proc/self/limits';
  const limits = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const limit = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return limit === undefined ? undefined : Number(limit);
}
