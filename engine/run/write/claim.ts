/** Claims the key of a write: the caller gets either the claim or the stored answer. */
import { SourceError, type SqlSession, type WriteSession } from '../../sources/source.ts';
import type { Claims } from '../../sources/sql/claims/claims.ts';
import type { Claim, ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import type { NewClaim } from '../../sources/sql/claims-sql.ts';

/** Makes writes with the same key run one at a time, and so the write happen once. */
export type WriteGuard =
  /** A row per key, with the answer, in a table that the engine creates in the ERP's database. */
  | { readonly kind: 'claimsTable'; readonly claims: Claims }
  /** A lock of the key until the end of the transaction. Only the lookup finds a document that was written under it. */
  | { readonly kind: 'keyLock' };

type Claimed =
  /** `isNew`: nothing was known of the key. `released`: earlier answers of the key, before an operator released it. */
  | { readonly kind: 'mine'; readonly isNew: boolean; readonly released: readonly ReleasedAnswer[] }
  | { readonly kind: 'answered'; readonly result: string; readonly payload: string }
  /** The row of the claim is not as the engine wrote it. `reason`: a complete sentence. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** The key is in use by a company with the same name. `installation`: its label. */
  | { readonly kind: 'other company'; readonly installation: string }
  /** The transaction that held the claim was ended before its result was stored. */
  | { readonly kind: 'half done' };

/** The state of an existing claim; undefined while it is free. */
function claimedByOther(claim: Claim | undefined, label: string): Claimed | undefined {
  if (claim === undefined) return { kind: 'half done' };
  const { installation, freeSince } = claim;
  if (installation !== null && installation !== label && freeSince === null)
    return { kind: 'other company', installation };
  if (claim.damage !== undefined) return { kind: 'damaged', reason: claim.damage };
  if (claim.result !== null) return { kind: 'answered', result: claim.result, payload: claim.payload };
  return freeSince === null ? { kind: 'half done' } : undefined;
}

/** The lock for the transaction of a write; undefined if the source uses claims. */
export function lockOf(guard: WriteGuard, claimId: string): string | undefined {
  return guard.kind === 'keyLock' ? claimId : undefined;
}

/**
 * Claims a key in the transaction of the write, which already has the lock of the guard. Rejects with `SourceError`.
 */
export async function claimKey(guard: WriteGuard, session: SqlSession, claim: NewClaim): Promise<Claimed> {
  switch (guard.kind) {
    case 'claimsTable':
      return insertOrTake(guard.claims, session, claim);
    case 'keyLock':
      return { kind: 'mine', isNew: true, released: [] };
  }
}

/** Stores the answer with the claim at the end of the transaction. Without claims, the ERP's document is the only record. */
export function storeAnswer(guard: WriteGuard, session: WriteSession, id: string, answer: string): void {
  if (guard.kind === 'claimsTable') guard.claims.storeResult(session, id, answer);
}

/** Inserts or takes the claim. The database makes the insert wait for a concurrent transaction with the same claim. */
async function insertOrTake(claims: Claims, session: SqlSession, claim: NewClaim): Promise<Claimed> {
  if (await claims.insert(session, claim)) return { kind: 'mine', isNew: true, released: [] };
  const first = claimedByOther(await claims.read(session, claim.id), claim.installation);
  if (first !== undefined) return first;
  const taken = await claims.take(session, claim);
  // Read `released` only after no other transaction can change it: another write and another release may have
  // happened in between.
  const now = await claims.read(session, claim.id);
  if (taken && now !== undefined) return { kind: 'mine', isNew: false, released: now.released };
  const second = claimedByOther(now, claim.installation);
  if (second !== undefined) return second;
  throw new SourceError('conflict', 'The claim of a write was released while it was looked at.');
}
