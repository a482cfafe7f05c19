/** The claim of a write: it is the caller's, who does the work, or it has the answer already. */
import { SourceError, type SqlSession } from '../../sources/source.ts';
import type { Claim, Claims, NewClaim, ReleasedAnswer } from '../../sources/sql/claims.ts';

export type Claimed =
  /** `released`: answers that the key gave before a person freed it. */
  | { readonly kind: 'mine'; readonly released: readonly ReleasedAnswer[] }
  | { readonly kind: 'answered'; readonly result: string; readonly payload: string }
  /** A transaction that had it was ended before its result was stored. */
  | { readonly kind: 'half done' };

/** What somebody else's claim says; undefined while it is free. */
function told(claim: Claim | undefined): Claimed | undefined {
  if (claim === undefined) return { kind: 'half done' };
  if (claim.result !== null) return { kind: 'answered', result: claim.result, payload: claim.payload };
  return claim.freeSince === null ? { kind: 'half done' } : undefined;
}

/** Claims a key within the transaction of the write. A rival's transaction is waited for. */
export async function claimKey(claims: Claims, session: SqlSession, claim: NewClaim): Promise<Claimed> {
  if (await claims.insert(session, claim)) return { kind: 'mine', released: [] };
  const first = told(await claims.read(session, claim.id));
  if (first !== undefined) return first;
  const taken = await claims.take(session, claim);
  // What was released is read once nobody else can change it: another write and another release may have come in between.
  const now = await claims.read(session, claim.id);
  if (taken && now !== undefined) return { kind: 'mine', released: now.released };
  const second = told(now);
  if (second !== undefined) return second;
  throw new SourceError('conflict', 'The claim of a write was released while it was looked at.');
}
