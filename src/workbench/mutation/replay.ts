/** Reads of the conformance checks over the unchanged profile, sent again to a mutant: where all answers are equal, no check of reads can detect it. */
import type { Caller, Exchange } from '../checks/validation/caller.ts';

/** A read and its answer by the unchanged profile. */
export interface RecordedRead {
  readonly path: string;
  /** The body of the request. */
  readonly text: string;
  readonly answer: string;
}

/** What an answer says, without the id of the request, which differs each time. */
function saidBy({ reply }: Exchange): string {
  if (reply.kind === 'none') return '';
  return reply.status === 200 ? reply.text : String(reply.status);
}

interface Recording {
  /** Takes an exchange; it is kept once. */
  readonly add: (exchange: Exchange) => void;
  readonly reads: () => readonly RecordedRead[];
}

/** Keeps the first answer to each request. */
export function recordReads(): Recording {
  const reads = new Map<string, RecordedRead>();
  return {
    add(exchange) {
      const { path, text } = exchange.sent;
      const key = `${path} ${text}`;
      if (!reads.has(key)) reads.set(key, { path, text, answer: saidBy(exchange) });
    },
    reads: () => [...reads.values()],
  };
}

/** The first read of these endpoints that is answered in another way; undefined where all answers are equal. */
export async function firstDifference(
  caller: Caller,
  reads: readonly RecordedRead[],
  endpoints: ReadonlySet<string>,
): Promise<RecordedRead | undefined> {
  for (const read of reads)
    if (endpoints.has(read.path) && saidBy(await caller.send(read.path, read.text)) !== read.answer) return read;
  return undefined;
}
