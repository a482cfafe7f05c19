/**
 * Memory and open handles of a service under test, on Linux. They are read over the inspector of Node, which also collects garbage: memory is compared
 * only after a collection. The program must be started with `inspectorFlag`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from './program.ts';

/** Flag of Node for a program whose figures are read. */
export const inspectorFlag = '--inspect=127.0.0.1:0';

export interface ProcessFigures {
  /** Resident memory of the process and its child processes in MB, with shared pages counted once. */
  readonly resident: number;
  /** Heap in use by the main thread after a garbage collection, in MB. */
  readonly heap: number;
  /** Sockets, timers and other resources that Node waits for. */
  readonly handles: number;
  /** Open file descriptors of the process. */
  readonly files: number;
}

interface FiguresReader {
  /** Collects garbage and reads the figures. */
  read(): Promise<ProcessFigures>;
  close(): void;
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Resident memory of a process and its child processes in MB. Pages that processes share are counted once. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  const processMb = Number(kilobytes) / 1024;
  return processMb + childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0);
}

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

type Ask = (method: string, params?: object) => Promise<Reply>;

function askOver(socket: WebSocket): Ask {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    const asked = reply.id === undefined ? undefined : waiting.get(reply.id);
    if (reply.error === undefined) asked?.resolve(reply);
    else asked?.reject(new Error(reply.error.message));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The inspector closed the connection.'));
  });
  return (method, params = {}) => {
    last += 1;
    const id = last;
    const asked = Promise.withResolvers<Reply>();
    waiting.set(id, asked);
    socket.send(JSON.stringify({ id, method, params }));
    return asked.promise.finally(() => waiting.delete(id));
  };
}

/** The values that are read in the process. */
const expression = '[process.memoryUsage().heapUsed, process.getActiveResourcesInfo().length].join()';

/** Opens the inspector of a program. Rejects if it was started without `inspectorFlag`. */
export async function openFigures({ pid, output }: Program): Promise<FiguresReader> {
  const [address] = /ws:\/\/127\.0\.0\.1:\S+/.exec(output()) ?? [];
  if (address === undefined) throw new Error(`The program has no inspector: start it with ${inspectorFlag}.`);
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`The inspector at ${address} cannot be reached.`)));
  });
  const ask = askOver(socket);
  await ask('HeapProfiler.enable');
  return {
    async read() {
      await ask('HeapProfiler.collectGarbage');
      // Finalizers run after a collection, and free what the next one collects.
      await sleep(100);
      await ask('HeapProfiler.collectGarbage');
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      const [heap = 0, handles = 0] = String(result?.result?.value).split(',').map(Number);
      const files = readdirSync(`/proc/${pid}/fd`).length;
      return { resident: residentMb(pid), heap: heap / 1024 ** 2, handles, files };
    },
    close: () => socket.close(),
  };
}
