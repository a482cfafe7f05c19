/** Common parts of local database servers: an unprivileged user, a free port, start and stop. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { scratchRoot } from './scratch-root.ts';

const nobody = 65_534;

/** The user that runs a server; undefined: the user of this process. */
type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

/** Settings of a server, by the server's localServer names. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/** A local database server that can be stopped and restarted. */
export interface LocalServer {
  /** URL with administrator credentials. It stays the same after a restart. */
  readonly url: string;
  /** The current or last process. */
  process(): ChildProcess | undefined;
  /** Stops the server with its regular signal, or another one. Connections are closed; data is kept. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts a stopped server, and waits until it is ready. `more`: further settings of this start. */
  start(more?: ServerSettings): Promise<void>;
  /** Stops the server, and removes its data. */
  stop(): Promise<void>;
}

/**
 * Creates the folder of a server. Servers refuse to run as root: for root the user is `nobody`, who then owns the
 * folder.
 */
export function serverFolder(name: string): { readonly folder: string; readonly user: ServerUser } {
  const folder = mkdtempSync(join(tmpdir(), `engine-${name}-`));
  // New files belong to this process's user.
  const isRoot = platform() !== 'win32' && statSync(folder).uid === 0;
  const user = isRoot ? { uid: nobody, gid: nobody } : undefined;
  giveTo(user, folder);
  return { folder, user };
}

function giveTo(user: ServerUser, folder: string): void {
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
}

/** Creates the folder of a server's data apart from that of its files. */
export function dataFolder(name: string, user: ServerUser): string {
  const folder = mkdtempSync(join(scratchRoot(), `engine-${name}-data-`));
  giveTo(user, folder);
  return folder;
}

/** Removes the folders of a server; those that do not exist are skipped. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Below the ports that Linux, macOS and Windows give to outgoing connections and to servers without a fixed port. */
const firstPort = 15_000;
const lastPort = 32_000;
const portAttempts = 100;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * A free port of the loopback interface, for a program that takes a port and reports none. It is chosen at random outside the ports that the
 * system itself gives away: no connection and no other server takes it between this call and the start of the program, or while the program
 * restarts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portAttempts; attempt += 1) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${firstPort} and ${lastPort} in ${portAttempts} attempts.`);
}

/**
 * Runs a program, and returns its output. Rejects with the end of its error output if it fails. `input`: its standard
 * input.
 */
export function run(
  command: string,
  options: readonly string[],
  how: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & { readonly input?: string } = {},
): Promise<string> {
  const { input, ...rest } = how;
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd: tmpdir(), ...rest, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let errorOutput = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput += text;
    });
    // A program that exits early does not read all its input; its exit status is sufficient.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.on('error', reject);
    child.on('close', (code) => {
      const reason = (errorOutput || output).trim().slice(-500);
      if (code === 0) resolve(output);
      else reject(new Error(`${basename(command)} failed: ${reason}`));
    });
  });
}

/** Waits until `connect` succeeds. Rejects if the server exits, or is not ready within 30 seconds. */
export async function untilReady(server: ChildProcess, name: string, connect: () => Promise<void>): Promise<void> {
  let reason: unknown;
  for (let attempt = 0; attempt < 300 && server.exitCode === null; attempt++) {
    try {
      return await connect();
    } catch (error) {
      reason = error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`${name} did not start.`, { cause: reason });
}

/** Stops the server by its process id. */
export function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

/**
 * A shell script that reads one line, which means that the server has ended. The end of its input means that this
 * process is gone: then the script kills the server and removes its folders.
 */
const guardian = [
  "trap '' INT TERM HUP",
  'read -r said && exit 0',
  'kill -"$2" "$1" 2>/dev/null',
  'while kill -0 "$1" 2>/dev/null; do sleep 0.1; done',
  'shift 2',
  'rm -rf -- "$@"',
].join('\n');

/**
 * Ensures that the server ends and its folders are removed if this process ends without cleanup: by a crash or a
 * signal.
 */
function guard(server: ChildProcess, folders: readonly string[], signal: NodeJS.Signals): void {
  if (server.pid === undefined || platform() === 'win32') return;
  const watcher = spawn('/bin/sh', ['-c', guardian, 'sh', String(server.pid), signal.slice(3), ...folders], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  server.once('exit', () => watcher.stdin.end('done\n'));
}

/** Creates a server: `launch` starts the process, `ready` waits for it. */
export async function createLocalServer(parts: {
  readonly url: string;
  /** Removed with the server. */
  readonly folders: readonly string[];
  /** The signal of a regular shutdown. */
  readonly signal: NodeJS.Signals;
  /** The signal that ends the server at once. */
  readonly crash: NodeJS.Signals;
  readonly launch: (more: ServerSettings) => ChildProcess;
  readonly ready: (server: ChildProcess) => Promise<void>;
}): Promise<LocalServer> {
  const { url, folders, launch, ready, crash } = parts;
  let server: ChildProcess | undefined;
  const halt = async (signal: NodeJS.Signals = parts.signal): Promise<void> => {
    if (server) await stop(server, signal);
  };
  const localServer: LocalServer = {
    url,
    process: () => server,
    halt,
    async start(more = {}) {
      const started = launch(more);
      started.on('error', () => undefined);
      server = started;
      guard(started, folders, crash);
      await ready(started);
    },
    async stop() {
      await halt();
      removeFolders(folders);
    },
  };
  try {
    await localServer.start();
    return localServer;
  } catch (error) {
    await halt(crash);
    throw error;
  }
}
