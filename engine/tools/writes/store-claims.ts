/** Durable claims in the service's store. Every change is a compare-and-set, so that it is safe while services run. */
import type { DurableClaims } from '../../run/write/durable/claims.ts';
import { type Decision, type Release, resolveClaim } from '../../run/write/durable/operator-resolution.ts';
import { type Change, type ClaimAdmin, undoubted } from './claim-admin.ts';
import { type Write, writeInStore } from './write.ts';

/** Why a claim cannot be changed, and what to do. */
function reasonAgainst(decision: Decision | Release, write: Write): string {
  if (decision.kind !== 'release') return undoubted(write);
  const { kind } = write.state;
  return kind === 'unknown' || kind === 'held'
    ? 'It is not known yet whether the ERP has the document. Look it up in the ERP, then resolve the write: with --answer where the ERP has the document, with --not-written where it has none.'
    : `It has no answer yet. ${undoubted(write)}`;
}

/** `ownOnly`: whether the claims of other installations are left out of lists. */
export function storeClaimAdmin(claims: DurableClaims, installation: string, ownOnly = false): ClaimAdmin {
  async function read(id: string): Promise<Write | undefined> {
    const { claim, now } = await claims.read(id);
    return claim && writeInStore(claim, now);
  }

  async function carryOut(decision: Decision | Release, { id, revision }: Write): Promise<Change> {
    if (revision === undefined) throw new Error(`The claim ${id} was not read from the store`);
    const done = await resolveClaim(claims, { id, revision }, decision);
    switch (done.kind) {
      case 'absent':
        return done;
      case 'unneeded':
        return { kind: 'unneeded', write: writeInStore(done.claim, done.now) };
      case 'refused': {
        const write = writeInStore(done.claim, done.now);
        return { kind: 'refused', write, reason: reasonAgainst(decision, write) };
      }
      case 'changed':
      case 'overtaken': {
        const after = await read(id);
        if (after === undefined) return { kind: 'absent' };
        if (done.kind === 'overtaken') return { kind: 'overtaken', write: after };
        return { kind: 'changed', after };
      }
    }
  }

  return {
    place: 'the store',
    source: undefined,
    installation,
    serves: () => true,
    read,
    async list({ endpoint, since, limit }) {
      const durableClaims = await claims.list({
        endpoint,
        since: since === undefined ? undefined : Date.parse(since),
        limit,
        installation: ownOnly ? installation : undefined,
      });
      const [first] = durableClaims;
      if (first === undefined) return [];
      const { now } = await claims.read(first.id);
      return durableClaims.map((claim) => writeInStore(claim, now));
    },
    release: (write) => carryOut({ kind: 'release' }, write),
    resolve: (write, decision) => carryOut(decision, write),
  };
}
