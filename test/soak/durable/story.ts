/** What the callers of a case sent and received, and whether the ERP's documents agree. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tally } from '../tally.ts';
import type { Reply } from './ask.ts';
import type { ErpDocument, Ledger } from './erp/ledger.ts';
import type { Replica } from './replica/replica.ts';
import type { WriteRequest } from './source.ts';

/** Whatever has happened, a caller that repeats its request is answered by then. */
const recoveryLimitMs = 120_000;
/** Requests that are repeated at the same time at the end of a case. */
const judges = 25;
/** What may be answered in the place of an id: come again. 502 would be a document that waits for a person, which no fault here makes. */
const comeAgain = new Set([429, 503, 504]);

/** One case's callers. What they send, hear and find wrong goes to the tally. */
export interface Story {
  /** Sends the request once; gives the reply, undefined where none came. */
  send(replica: Replica, request: WriteRequest): Promise<Reply | undefined>;
  /**
   * Repeats the request until it is acknowledged, each time at the replica that is picked. `since`: when the fault was, if not now, by
   * `performance.now`.
   */
  insist(pick: () => Replica, request: WriteRequest, since?: number): Promise<void>;
  /** Keys and every id that each was answered with. */
  readonly answered: ReadonlyMap<string, ReadonlySet<string>>;
  /** Insists on every request once more, then compares with the ERP's documents. */
  judge(pick: () => Replica, ledger: Ledger): Promise<void>;
}

function idOf(reply: Reply): string | undefined {
  const value: { readonly id?: unknown } = JSON.parse(reply.text);
  return typeof value.id === 'string' ? value.id : undefined;
}

/** What is wrong with the documents of a key that was answered with these ids. */
export function documentFaults(
  key: string,
  ids: ReadonlySet<string>,
  documents: readonly ErpDocument[],
): readonly string[] {
  const faults: string[] = [];
  const shown = documents.map(({ id, posted }) => `${id} posted ${posted} times`).join(', ');
  if (ids.size > 1) faults.push(`${key} was answered with ${[...ids].join(' and ')}`);
  if (documents.length !== 1) faults.push(`${key} has ${documents.length} documents: ${shown}`);
  else if (documents[0]?.posted !== 1) faults.push(`${key} is not one complete document: ${shown}`);
  for (const id of ids) {
    if (!documents.some((document) => document.id === id))
      faults.push(`${key} was answered with ${id}, which does not exist`);
  }
  return faults;
}

export function newStory(tally: Tally): Story {
  const answered = new Map<string, Set<string>>();
  const requests = new Map<string, WriteRequest>();

  async function send(replica: Replica, request: WriteRequest): Promise<Reply | undefined> {
    const { key } = request;
    requests.set(key, request);
    const ids = answered.get(key) ?? new Set();
    answered.set(key, ids);
    tally.wrote();
    const reply = await replica.write(request);
    if (reply === undefined || comeAgain.has(reply.status)) return reply;
    const id = reply.status === 200 ? idOf(reply) : undefined;
    if (id !== undefined) ids.add(id);
    else if (reply.status !== 422 || (request.amount > 0 && request.closed !== true))
      tally.violated(`${key} was answered ${reply.status} ${reply.text}`);
    return reply;
  }

  async function insist(pick: () => Replica, request: WriteRequest, since = performance.now()): Promise<void> {
    for (let wait = 50; ; wait = Math.min(wait * 1.5, 500)) {
      const reply = await send(pick(), request);
      const tookMs = performance.now() - since;
      if (reply?.status === 200) return tally.recovered(Math.round(tookMs));
      // It is noted as a violation, and will not change.
      if (reply !== undefined && !comeAgain.has(reply.status)) return;
      if (tookMs > recoveryLimitMs) {
        return tally.violated(
          `${request.key} was not answered within ${recoveryLimitMs} ms: ${reply?.text ?? 'silence'}`,
        );
      }
      await sleep(wait);
    }
  }

  return {
    send,
    insist,
    answered,
    async judge(pick, ledger) {
      const queue = requests.values();
      const work = async (): Promise<void> => {
        for (const request of queue) await insist(pick, request);
      };
      await Promise.all(Array.from({ length: judges }, work));
      for (const [key, ids] of answered) {
        const documents = ledger.like(key).filter((document) => document.key === key);
        for (const fault of documentFaults(key, ids, documents)) tally.violated(fault);
      }
    },
  };
}
