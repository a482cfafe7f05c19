/** The durable claims in the service's store. Everything is done by compare-and-set, so that it is safe beside running services. */
import type { ClaimChange, DurableClaim, DurableClaims } from '../run/write/durable/claims.ts';
import { type Change, type Decision, type Desk, undoubted } from './desk.ts';
import { instant, type Write, writeInStore } from './write.ts';

/** A change, or why there is none. */
type Plan =
  | { readonly change: ClaimChange }
  | { readonly kind: 'unneeded' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The claim without its document: what its steps had given belongs to a document that is not there or does not count any more, and who had
 * the claim before has an epoch that is over.
 */
const freed = ({ epoch }: DurableClaim): ClaimChange => ({ state: { kind: 'absent' }, epoch: epoch + 1, steps: '{}' });

function planOfRelease(claim: DurableClaim, write: Write, now: number): Plan {
  switch (write.state.kind) {
    case 'done': {
      const answer = { result: write.state.answer, createdAt: instant(claim.changedAt), releasedAt: instant(now) };
      return { change: { ...freed(claim), released: [...claim.released, answer] } };
    }
    case 'free':
      return { kind: 'unneeded' };
    case 'being written':
    case 'interrupted':
      return { kind: 'refused', reason: `It has no answer yet. ${undoubted(write)}` };
    case 'unknown':
    case 'held':
    case 'half done':
      return {
        kind: 'refused',
        reason:
          'Nobody knows yet whether the ERP has the document. Look there, and resolve it: with --answer where the ERP has the document, with --not-written where it has none.',
      };
  }
}

function planOfDecision(claim: DurableClaim, write: Write, decision: Decision): Plan {
  if (write.state.kind !== 'unknown' && write.state.kind !== 'held')
    return { kind: 'refused', reason: undoubted(write) };
  if (decision.kind === 'not written') return { change: freed(claim) };
  return { change: { state: { kind: 'done', result: decision.members } } };
}

export function storeDesk(claims: DurableClaims): Desk {
  async function apply(seen: Write, plan: (claim: DurableClaim, write: Write, now: number) => Plan): Promise<Change> {
    const { claim, now } = await claims.read(seen.id);
    if (claim === undefined) return { kind: 'absent' };
    const write = writeInStore(claim, now);
    const planned = plan(claim, write, now);
    if ('kind' in planned) return { ...planned, write };
    // What the person saw is what is changed, or nothing is.
    const won = claim.revision === seen.revision && (await claims.change(claim.id, claim.revision, planned.change));
    const after = await claims.read(seen.id);
    if (after.claim === undefined) return { kind: 'absent' };
    const shown = writeInStore(after.claim, after.now);
    return won ? { kind: 'changed', before: write, after: shown } : { kind: 'overtaken', write: shown };
  }

  return {
    place: 'the store',
    source: undefined,
    serves: () => true,
    async read(id) {
      const { claim, now } = await claims.read(id);
      return claim && writeInStore(claim, now);
    },
    async list({ endpoint, since, limit }) {
      const found = await claims.list({ endpoint, since: since === undefined ? undefined : Date.parse(since), limit });
      const [first] = found;
      if (first === undefined) return [];
      const { now } = await claims.read(first.id);
      return found.map((claim) => writeInStore(claim, now));
    },
    release: (write) => apply(write, planOfRelease),
    resolve: (write, decision) => apply(write, (claim, current) => planOfDecision(claim, current, decision)),
  };
}
