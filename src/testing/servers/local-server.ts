/** What database servers of one's own have in common: a user that is not root, a free port, a start, an end. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const nobody = 65_534;

/** Who runs a server: another user than the one of this process, or undefined for the same. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

/** Settings of a server, by the names that it has for them. */
export type ServerSettings = Readonly<Record<string, string | number>>;

/** A database server of one's own, that can be taken away and brought back. */
export interface OwnServer {
  /** Address with the administrator; databases may be created and dropped. It stays the same when the server comes back. */
  readonly url: string;
  /** The process that runs now, or ran last. */
  process(): ChildProcess | undefined;
  /** Ends the server as its operator would, connections included, or by another signal. Its data stay. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Starts a halted server again and waits until it can be used. `more` are further settings of this start. */
  start(more?: ServerSettings): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** A folder of its own for a server, and who owns it. Servers refuse to run as root: then it is `nobody` who runs them. */
export function serverFolder(name: string): { readonly folder: string; readonly user: ServerUser } {
  const folder = mkdtempSync(join(tmpdir(), `engine-${name}-`));
  // What this process makes belongs to its user.
  const isRoot = platform() !== 'win32' && statSync(folder).uid === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  return { folder, user: isRoot ? { uid: nobody, gid: nobody } : undefined };
}

/** A port of the loopback interface that nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Runs a program to its end and gives what it wrote; rejects with its last words. `input` is what it reads. */
export function run(
  command: string,
  options: readonly string[],
  how: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> & { readonly input?: string } = {},
): Promise<string> {
  const { input, ...rest } = how;
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd: tmpdir(), ...rest, stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    let complained = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complained += text;
    });
    // A program that ends early does not read to the end; its exit status tells.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.on('error', reject);
    child.on('close', (code) => {
      const lastWords = (complained || said).trim().slice(-500);
      if (code === 0) resolve(said);
      else reject(new Error(`${basename(command)} failed: ${lastWords}`));
    });
  });
}

/** Waits until `connect` succeeds; rejects when the server ends before, or does not answer within 30 seconds. */
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

/** Stops the server by its own process id. */
export function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}

/** Ends after its input: by then this process is gone, however it went, and the server with its folder must not stay behind. */
const guardian = [
  "trap '' INT TERM HUP",
  'read -r said && exit 0',
  'kill -"$2" "$1" 2>/dev/null',
  'while kill -0 "$1" 2>/dev/null; do sleep 0.1; done',
  'rm -rf -- "$3"',
].join('\n');

/**
 * Has a server ended, and its folder removed, when this process ends without having done so: by a crash, a key press or a signal that
 * cannot be caught.
 */
function guard(server: ChildProcess, folder: string, signal: NodeJS.Signals): void {
  if (server.pid === undefined || platform() === 'win32') return;
  const watcher = spawn('/bin/sh', ['-c', guardian, 'sh', String(server.pid), signal.slice(3), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin.on('error', () => undefined);
  watcher.unref();
  server.once('exit', () => watcher.stdin.end('done\n'));
}

/** What all servers are made of: `launch` starts the process, `ready` waits for it. */
export async function ownServer(parts: {
  readonly url: string;
  readonly folder: string;
  /** What an operator ends it by. */
  readonly signal: NodeJS.Signals;
  /** What ends it at once. */
  readonly crash: NodeJS.Signals;
  readonly launch: (more: ServerSettings) => ChildProcess;
  readonly ready: (server: ChildProcess) => Promise<void>;
}): Promise<OwnServer> {
  const { url, folder, launch, ready, crash } = parts;
  let server: ChildProcess | undefined;
  const halt = async (signal: NodeJS.Signals = parts.signal): Promise<void> => {
    if (server) await stop(server, signal);
  };
  const own: OwnServer = {
    url,
    process: () => server,
    halt,
    async start(more = {}) {
      const started = launch(more);
      started.on('error', () => undefined);
      server = started;
      guard(started, folder, crash);
      await ready(started);
    },
    async stop() {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await own.start();
    return own;
  } catch (error) {
    await halt(crash);
    throw error;
  }
}
