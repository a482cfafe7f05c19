/** The claim of a write: it is the caller's, who does the work, or it has the answer already. */
import { SourceError, type SqlSession } from '../../sources/source.ts';
import type { Claims } from '../../sources/sql/claims/claims.ts';
import type { Claim, ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import type { NewClaim } from '../../sources/sql/claims-sql.ts';

/** Makes writes with the same key run one at a time, and so the write happen once. */
export type WriteGuard =
  /** A row per key, with the answer, in a table that the engine creates in the ERP's database. */
  | { readonly kind: 'claimsTable'; readonly claims: Claims }
  /** A lock of the key until the transaction ends. It keeps no answer: the profile's lookup finds a document that was already written. */
  | { readonly kind: 'keyLock' };

export type Claimed =
  /** `released`: answers that the key gave before a person freed it. */
  | { readonly kind: 'mine'; readonly released: readonly ReleasedAnswer[] }
  | { readonly kind: 'answered'; readonly result: string; readonly payload: string }
  /** A transaction that had it was ended before its result was stored. */
  | { readonly kind: 'half done' };

/** What somebody else's claim says; undefined while it is free. */
function claimedByOther(claim: Claim | undefined): Claimed | undefined {
  if (claim === undefined) return { kind: 'half done' };
  if (claim.result !== null) return { kind: 'answered', result: claim.result, payload: claim.payload };
  return claim.freeSince === null ? { kind: 'half done' } : undefined;
}

/** The lock that the transaction of a write has to take; undefined where a claim does its work. */
export function lockOf(guard: WriteGuard, claimId: string): string | undefined {
  return guard.kind === 'keyLock' ? claimId : undefined;
}

/** Claims a key within the transaction of the write, which has the lock of the guard. */
export async function claimKey(guard: WriteGuard, session: SqlSession, claim: NewClaim): Promise<Claimed> {
  switch (guard.kind) {
    case 'claimsTable':
      return claimIn(guard.claims, session, claim);
    case 'keyLock':
      return { kind: 'mine', released: [] };
  }
}

/** Keeps the answer with the claim, in the same transaction. Where there is none, the ERP's document is all that is kept. */
export async function keepAnswer(guard: WriteGuard, session: SqlSession, id: string, answer: string): Promise<void> {
  if (guard.kind === 'claimsTable') await guard.claims.storeResult(session, id, answer);
}

/** A rival's transaction is waited for. */
async function claimIn(claims: Claims, session: SqlSession, claim: NewClaim): Promise<Claimed> {
  if (await claims.insert(session, claim)) return { kind: 'mine', released: [] };
  const first = claimedByOther(await claims.read(session, claim.id));
  if (first !== undefined) return first;
  const taken = await claims.take(session, claim);
  // What was released is read once nobody else can change it: another write and another release may have come in between.
  const now = await claims.read(session, claim.id);
  if (taken && now !== undefined) return { kind: 'mine', released: now.released };
  const second = claimedByOther(now);
  if (second !== undefined) return second;
  throw new SourceError('conflict', 'The claim of a write was released while it was looked at.');
}
