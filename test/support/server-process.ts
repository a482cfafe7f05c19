/** Database servers of a test's own that can be frozen: what the servers of `engine test` need not be able to do. */
import type { ChildProcess } from 'node:child_process';
import { type OwnServer as PlainServer, run } from '../../src/testing/servers/local-server.ts';

/** Who runs what may not run as root; undefined where nobody is root. */
export const plainUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** A database server of one's own, which a test may take away and bring back. */
export interface OwnServer extends PlainServer {
  /** Stops all its processes where they are: connections stay open, and nothing answers. */
  freeze(): Promise<void>;
  /** Lets a frozen server go on. */
  thaw(): Promise<void>;
}

/** Sends a signal to a server and the processes that it has started. */
async function signalAll(server: ChildProcess | undefined, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pid = server?.pid;
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

export function freezable(server: PlainServer): OwnServer {
  return {
    ...server,
    freeze: () => signalAll(server.process(), 'SIGSTOP'),
    thaw: () => signalAll(server.process(), 'SIGCONT'),
  };
}
