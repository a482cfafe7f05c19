/** What an operator does with the claims of writes: lists them, reads one, and releases one. */
import type { SqlSession } from '../../source.ts';
import { claimColumns as columns } from '../claims-sql.ts';
import type { DatabaseKind } from '../kind.ts';
import { prepared } from '../text/prepared.ts';
import { type Claim, claimOf, type ReleasedAnswer } from './claims-table.ts';

export interface ClaimFilter {
  readonly endpoint?: string | undefined;
  /** ISO 8601, UTC: claimed at or after it. */
  readonly since?: string | undefined;
  readonly limit: number;
}

type Release =
  | { readonly kind: 'absent' }
  /** It was released before, and nothing was written under it since. */
  | { readonly kind: 'free'; readonly claim: Claim }
  /** It differs from what the operator has seen: nothing was changed. */
  | { readonly kind: 'overtaken'; readonly claim: Claim }
  | { readonly kind: 'released'; readonly claim: Claim };

/** All functions run in the caller's transaction or snapshot, and reject with `SourceError`. */
interface ClaimAdmin {
  /** Newest first. With `installation`, only claims with this label, and claims without one. */
  list(session: SqlSession, filter: ClaimFilter, installation?: string): Promise<readonly Claim[]>;
  read(session: SqlSession, id: string): Promise<Claim | undefined>;
  /**
   * Frees the key of a claim that the operator has seen in its present state. Its answer moves to the released ones, so that its document is
   * not taken for that of the next write. Waits for a write that has the claim. `claim` is the state before.
   */
  release(session: SqlSession, id: string, releasedAt: string, isAsSeen: (claim: Claim) => boolean): Promise<Release>;
}

/** The claims in `table` (`name` or `schema.name`). */
export function createClaimAdmin(table: string, { dialect }: DatabaseKind): ClaimAdmin {
  const { builder } = dialect;
  const byId = { [columns.id]: 'id' };
  const select = prepared(dialect, builder(table).select(columns).where(byId));
  // SQLite has no locks of rows: the transaction has the file to itself.
  const lock = prepared(dialect, builder(table).select(columns).where(byId).forUpdate());
  const free = prepared(
    dialect,
    builder(table)
      .where(byId)
      .update({
        [columns.result]: builder.raw('null'),
        [columns.freeSince]: 'freeSince',
        [columns.released]: 'released',
      }),
  );

  return {
    async list(session, { endpoint, since, limit }, installation) {
      const query = builder(table).select(columns).orderBy(columns.createdAt, 'desc').orderBy(columns.id).limit(limit);
      if (installation !== undefined)
        query.where((conditions) =>
          conditions.where(columns.installation, 'installation').orWhereNull(columns.installation),
        );
      if (endpoint !== undefined) query.where(columns.endpoint, 'endpoint');
      if (since !== undefined) query.where(columns.createdAt, '>=', 'since');
      const { rows } = await session.execute(
        prepared(
          dialect,
          query,
        )({ installation: installation ?? null, endpoint: endpoint ?? null, since: since ?? null }),
      );
      return rows.map(claimOf);
    },
    async read(session, id) {
      const { rows } = await session.execute(select({ id }));
      return rows[0] && claimOf(rows[0]);
    },
    async release(session, id, releasedAt, isAsSeen) {
      const [row] = (await session.execute(lock({ id }))).rows;
      if (row === undefined) return { kind: 'absent' };
      const claim = claimOf(row);
      const { result, createdAt, damage } = claim;
      if (claim.freeSince !== null) return { kind: 'free', claim };
      if (!isAsSeen(claim)) return { kind: 'overtaken', claim };
      // A write that was stopped half way has given no answer: what it left may be completed, and is found then.
      // A damaged answer names no document: the next request finds the one that the ERP has.
      const isKnown = result !== null && damage === undefined;
      const answer: readonly ReleasedAnswer[] = isKnown ? [{ result, createdAt, releasedAt }] : [];
      const released = JSON.stringify([...claim.released, ...answer]);
      await session.execute(free({ id, freeSince: releasedAt, released }));
      return { kind: 'released', claim };
    },
  };
}
