/** What the database servers of a test run have in common: a user that is not root, a free port, a start, an end. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';

const nobody = 65_534;

/** Database servers refuse to run as root: then it is `nobody` who runs them, and must own their folder. */
export const serverUser: { readonly uid: number; readonly gid: number } | undefined =
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

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

/** A database server of one's own, which a test may take away and bring back. */
export interface OwnServer {
  /** Address with the administrator; databases may be created and dropped. It stays the same when the server comes back. */
  readonly url: string;
  /** Ends the server as its operator would, connections included, or by another signal. Its data stay. */
  halt(signal?: NodeJS.Signals): Promise<void>;
  /** Starts a halted server again and waits until it can be used. `more` are further settings of this start. */
  start(more?: Readonly<Record<string, string | number>>): Promise<void>;
  /** Stops all its processes where they are: connections stay open, and nothing answers. */
  freeze(): Promise<void>;
  /** Lets a frozen server go on. */
  thaw(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Sends a signal to a server and the processes that it has started. */
export async function signalAll(server: ChildProcess, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const { pid } = server;
  if (pid === undefined) throw new Error('The server has no process.');
  // The parent first: what it starts meanwhile would be missing in the list.
  process.kill(pid, signal);
  const children = await run('pgrep', ['-P', String(pid)]).catch(() => '');
  for (const child of children.split('\n').filter(Boolean)) signalIfThere(Number(child), signal);
}

/** A process that was in the list may have ended since. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Stops the server by its own process id. */
export function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill(signal);
  });
}
