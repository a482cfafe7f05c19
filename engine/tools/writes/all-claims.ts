/** All places that keep claims of writes, as one. */

import type { Decision } from '../../run/write/durable/operator-resolution.ts';
import { claimId } from '../../run/write/key.ts';
import { SourceError } from '../../sources/source.ts';
import type { ClaimFilter } from '../../sources/sql/claims/claim-admin.ts';
import type { Change, Desk } from './claim-admin.ts';
import type { Write } from './write.ts';

/** A place that could not be read. */
export interface Unread {
  /** `the source "erp"`, `the store`. */
  readonly place: string;
  readonly error: SourceError;
}

export interface Writes {
  /** Of all installations in these places, newest first. What can be read is given where something else cannot. */
  list(filter: ClaimFilter): Promise<{ readonly writes: readonly Write[]; readonly unread: readonly Unread[] }>;
  /** The write of a natural key of this installation, or the one with this id. Rejects with `SourceError` where it may be at a place that cannot be read. */
  show(endpoint: string, key: string): Promise<Write | undefined>;
  /**
   * Sources that an endpoint, or any of them, writes to and that keep no claims: what was written there under a key, the ERP alone tells.
   * All else that is told here is of the others.
   */
  unclaimed(endpoint: string | undefined): readonly string[];
  /** Whether an endpoint, or any of them, writes where the service's store keeps the claims. */
  stored(endpoint: string | undefined): boolean;
  /** Frees the key of a write for another document. Rejects with `SourceError`. */
  release(write: Write): Promise<Change>;
  /** Ends the doubt whether the ERP has the document of a write. Rejects with `SourceError`. */
  resolve(write: Write, decision: Decision): Promise<Change>;
}

/** Writes at these places. `unclaimed`: by source, which endpoints write there. `stored`: endpoints whose claims the store keeps. */
export function writesOf(
  desks: readonly Desk[],
  unclaimed: ReadonlyMap<string, (endpoint: string) => boolean>,
  stored: readonly string[],
): Writes {
  /** What all desks give, in their order, and those that fail. */
  async function ask<T>(asked: readonly Desk[], question: (desk: Desk) => Promise<T>) {
    const unread: Unread[] = [];
    const answers = await Promise.all(
      asked.map(async (desk) => {
        try {
          return [await question(desk)];
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          unread.push({ place: desk.place, error });
          return [];
        }
      }),
    );
    return { answers: answers.flat(1), unread };
  }

  async function readAt(desk: Desk, endpoint: string, key: string): Promise<Write | undefined> {
    for (const id of [claimId(desk.installation, endpoint, key), ...(/^[0-9a-f]{64}$/.test(key) ? [key] : [])]) {
      const write = await desk.read(id);
      if (write?.endpoint === endpoint) return write;
    }
    return undefined;
  }

  /** Each write knows where it is kept. */
  function deskOf({ source }: Write): Desk {
    const desk = desks.find((one) => one.source === source);
    if (desk === undefined) throw new Error(`${source ?? 'the store'} keeps no claims`);
    return desk;
  }

  return {
    async list(filter) {
      const { endpoint } = filter;
      const asked = endpoint === undefined ? desks : desks.filter(({ serves }) => serves(endpoint));
      const { answers, unread } = await ask(asked, (desk) => desk.list(filter));
      const found = answers.flat();
      const newestFirst = (a: Write, b: Write): number =>
        a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0;
      return { writes: found.sort(newestFirst).slice(0, filter.limit), unread };
    },
    async show(endpoint, key) {
      const asked = desks.filter(({ serves }) => serves(endpoint));
      const { answers, unread } = await ask(asked, (desk) => readAt(desk, endpoint, key));
      const found = answers.find((write) => write !== undefined);
      const [failure] = unread;
      if (found === undefined && failure !== undefined) throw failure.error;
      return found;
    },
    unclaimed: (endpoint) =>
      [...unclaimed].filter(([, serves]) => endpoint === undefined || serves(endpoint)).map(([name]) => name),
    stored: (endpoint) => (endpoint === undefined ? stored.length > 0 : stored.includes(endpoint)),
    release: (write) => deskOf(write).release(write),
    resolve: (write, decision) => deskOf(write).resolve(write, decision),
  };
}
