/** The composition root: the only place that knows the process, and that puts the parts together. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { runCli } from './cli/program.ts';
import { wantsColor } from './cli/shared/color.ts';
import { contract } from './contract/index.ts';
import { openApi } from './contract/openapi.ts';
import { type OpenEngine, openEngine } from './server/engine-api.ts';
import type { Host } from './service/host.ts';

/** Milliseconds in which a repeated signal is the same key press, coming by two ways (terminal and parent process). */
const samePress = 500;

/** Runs the command line of this process and sets its exit status. `open` is the engine's door, or a stand-in of a test. */
export async function main(open: OpenEngine = openEngine): Promise<void> {
  const crashed: ((error: unknown) => void)[] = [];
  const crash = (error: unknown): void => {
    for (const listener of crashed) listener(error);
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`engine: something went wrong inside the program: ${message}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // A closed pipe (`engine openapi | head`) is no fault.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const packageRoot = findPackageRoot(import.meta.dirname);
  const host: Host = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    ask: process.stdin.isTTY === true && process.stdout.isTTY === true ? ask : undefined,
    input: process.stdin.isTTY === true ? undefined : () => text(process.stdin),
    color: wantsColor(process.env, process.stderr.isTTY === true),
    // Some terminals say that they have no columns.
    width: process.stderr.isTTY === true ? process.stderr.columns || 80 : undefined,
    env: process.env,
    cwd: process.cwd(),
    packageRoot,
    version: versionOf(packageRoot),
    now: Date.now,
    clock: () => performance.timeOrigin + performance.now(),
    onStop,
    onCrash: (listener) => crashed.push(listener),
    contract,
    openEngine: open,
    openApi: () => openApi(contract),
  };
  try {
    process.exitCode = await runCli(process.argv.slice(2), host);
  } catch (error) {
    crash(error);
  }
  // Whatever still holds the process open has been told to close; output that is on its way has this long.
  setTimeout(() => process.exit(), 2_000).unref();
  if (process.connected) process.disconnect();
}

/** Asks at the terminal; the end of the input is an empty answer. */
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
 * A first signal, or the loss of the parent process, asks for a stop; a second signal ends the process at once, with the status that a
 * shell gives to a process which the signal has ended.
 */
function onStop(listener: (reason: string) => void): void {
  let asked: number | undefined;
  for (const [signal, number] of [
    ['SIGTERM', 15],
    ['SIGINT', 2],
    ['SIGHUP', 1],
  ] as const) {
    process.on(signal, () => {
      if (asked !== undefined && performance.now() - asked > samePress) process.exit(128 + number);
      if (asked !== undefined) return;
      asked = performance.now();
      listener(signal);
    });
  }
  process.once('disconnect', () => {
    asked ??= performance.now();
    listener('the parent process is gone');
  });
  process.channel?.unref();
}

function findPackageRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error('the folder of the program has no package.json');
  }
}

function versionOf(packageRoot: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const found =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
  return typeof found === 'string' ? found : '0';
}
