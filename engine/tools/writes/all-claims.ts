/** The claims of all places: databases of sources, and the store. */

import type { Decision } from '../../run/write/durable/operator-resolution.ts';
import { claimId } from '../../run/write/key.ts';
import { SourceError } from '../../sources/source.ts';
import type { ClaimFilter } from '../../sources/sql/claims/claim-admin.ts';
import type { Change, ClaimAdmin } from './claim-admin.ts';
import type { Write } from './write.ts';

/** A place that could not be read. */
export interface Unread {
  /** `the source "erp"`, `the store`. */
  readonly place: string;
  readonly error: SourceError;
}

export interface Writes {
  /** Claims of all installations, newest first. A place that cannot be read is reported; the others are returned. */
  list(filter: ClaimFilter): Promise<{ readonly writes: readonly Write[]; readonly unread: readonly Unread[] }>;
  /**
   * The write with a natural key of this installation, or with this id. Rejects with `SourceError` if it may be in a
   * place that cannot be read.
   */
  show(endpoint: string, key: string): Promise<Write | undefined>;
  /**
   * Sources without claims to which an endpoint, or any endpoint, writes: only the ERP knows these writes. The other
   * functions do not cover them.
   */
  unclaimed(endpoint: string | undefined): readonly string[];
  /** Whether an endpoint, or any endpoint, has its claims in the service's store. */
  stored(endpoint: string | undefined): boolean;
  /** Frees the key of a write for another document. Rejects with `SourceError`. */
  release(write: Write): Promise<Change>;
  /** Resolves a doubtful write. Rejects with `SourceError`. */
  resolve(write: Write, decision: Decision): Promise<Change>;
}

/**
 * Combines the places. `unclaimed`: endpoints by source without claims. `stored`: endpoints with claims in the store.
 */
export function writesOf(
  admins: readonly ClaimAdmin[],
  unclaimed: ReadonlyMap<string, (endpoint: string) => boolean>,
  stored: readonly string[],
): Writes {
  /** The results of all places in order, and the places that failed. */
  async function ask<T>(selected: readonly ClaimAdmin[], question: (admin: ClaimAdmin) => Promise<T>) {
    const unread: Unread[] = [];
    const answers = await Promise.all(
      selected.map(async (admin) => {
        try {
          return [await question(admin)];
        } catch (error) {
          if (!(error instanceof SourceError)) throw error;
          unread.push({ place: admin.place, error });
          return [];
        }
      }),
    );
    return { answers: answers.flat(1), unread };
  }

  async function readAt(admin: ClaimAdmin, endpoint: string, key: string): Promise<Write | undefined> {
    for (const id of [claimId(admin.installation, endpoint, key), ...(/^[0-9a-f]{64}$/.test(key) ? [key] : [])]) {
      const write = await admin.read(id);
      if (write?.endpoint === endpoint) return write;
    }
    return undefined;
  }

  /** Each write names its place. */
  function claimAdminOf({ source }: Write): ClaimAdmin {
    const admin = admins.find((one) => one.source === source);
    if (admin === undefined) throw new Error(`${source ?? 'the store'} keeps no claims`);
    return admin;
  }

  return {
    async list(filter) {
      const { endpoint } = filter;
      const selected = endpoint === undefined ? admins : admins.filter(({ serves }) => serves(endpoint));
      const { answers, unread } = await ask(selected, (admin) => admin.list(filter));
      const writes = answers.flat();
      const newestFirst = (a: Write, b: Write): number =>
        a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0;
      return { writes: writes.sort(newestFirst).slice(0, filter.limit), unread };
    },
    async show(endpoint, key) {
      const selected = admins.filter(({ serves }) => serves(endpoint));
      const { answers, unread } = await ask(selected, (admin) => readAt(admin, endpoint, key));
      const matchingWrite = answers.find((write) => write !== undefined);
      const [failure] = unread;
      if (matchingWrite === undefined && failure !== undefined) throw failure.error;
      return matchingWrite;
    },
    unclaimed: (endpoint) =>
      [...unclaimed].filter(([, serves]) => endpoint === undefined || serves(endpoint)).map(([name]) => name),
    stored: (endpoint) => (endpoint === undefined ? stored.length > 0 : stored.includes(endpoint)),
    release: (write) => claimAdminOf(write).release(write),
    resolve: (write, decision) => claimAdminOf(write).resolve(write, decision),
  };
}
