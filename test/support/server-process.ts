/** Separate database servers that a test can freeze, which the servers of `engine test` cannot do. */
import type { ChildProcess } from 'node:child_process';
import { type LocalServer as PlainServer, run } from '../../src/workbench/testing/servers/local-server.ts';

/** The user of processes that must not run as root; undefined unless this process runs as root. */
export const plainUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** A separate database server that a test can stop and restart. */
export interface LocalServer extends PlainServer {
  /** Suspends all its processes: connections stay open, but get no answers. */
  freeze(): Promise<void>;
  /** Resumes a frozen server. */
  thaw(): Promise<void>;
}

/** Sends a signal to a server and its child processes. */
async function signalAll(server: ChildProcess | undefined, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pid = server?.pid;
  if (pid === undefined) throw new Error('The server has no process.');
  // The parent first, so that it starts no further child processes.
  process.kill(pid, signal);
  const children = await run('pgrep', ['-P', String(pid)]).catch(() => '');
  for (const child of children.split('\n').filter(Boolean)) signalIfThere(Number(child), signal);
}

/** A listed process may have ended in the meantime. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export function freezable(server: PlainServer): LocalServer {
  return {
    ...server,
    freeze: () => signalAll(server.process(), 'SIGSTOP'),
    thaw: () => signalAll(server.process(), 'SIGCONT'),
  };
}
