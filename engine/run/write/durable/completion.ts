/**
 * Completion of writes whose outcome nobody knows, in the background and whether or not their caller comes back. It looks and never
 * sends. Any number of replicas may do it at once.
 */
import { ProblemError } from '../../../base/problem.ts';
import { SourceError } from '../../../sources/source.ts';
import type { ReleasedAnswer } from '../../../sources/sql/claims/claims-table.ts';
import { explain } from '../../context/problem-of.ts';
import { type MovePorts, move } from './change-state.ts';
import type { ClaimState, DurableClaim } from './claims.ts';
import type { Found } from './durable-work.ts';
import { attend } from './look-up-document.ts';
import { stateSentences } from './state-machine.ts';
import { isDue, type Sightings } from './unchanged-claims.ts';

/** Looks a document up by what its claim keeps for that: `lookUp`, and the answers that a person released. */
export type Finder = (lookUp: string, released: readonly ReleasedAnswer[]) => Promise<Found>;
/** By endpoint; undefined where the ERP has no way to look its documents up. */
export type Finders = (endpoint: string) => Finder | undefined;

export interface CompletionPorts extends MovePorts {
  readonly installation: string;
  /** Kept from one pass to the next. */
  readonly sightings: Sightings;
  /** True once no further claim is to be looked at. */
  readonly stopping?: () => boolean;
}

/** How many claims of a pass came to which state; `waiting`: it is not their time yet, or their look-up failed. */
export type Completion = Readonly<Record<ClaimState['kind'] | 'waiting', number>>;

/** Claims of one pass, and how many of them are looked at side by side. */
const passSize = 100;
const abreast = 4;

/** One pass over the claims that nobody takes care of. Rejects with `SourceError` where the store fails. */
export async function completeDue(finders: Finders, ports: CompletionPorts): Promise<Completion> {
  const { claims, now } = await ports.claims.due(ports.installation, passSize);
  ports.sightings.keep(new Set(claims.map(({ id }) => id)));
  const counts = { absent: 0, claimed: 0, sent: 0, unknown: 0, held: 0, done: 0, waiting: 0 };
  // An ERP that does not answer is not asked about all of its claims.
  const failing = new Set<string>();
  const queue = claims.values();
  const work = async (): Promise<void> => {
    for (const claim of queue) {
      if (ports.stopping?.()) return;
      const became = await complete(claim, now, finders, ports, failing);
      counts[became] += 1;
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  return counts;
}

async function complete(
  claim: DurableClaim,
  now: number,
  finders: Finders,
  ports: CompletionPorts,
  failing: Set<string>,
): Promise<keyof Completion> {
  const { endpoint, naturalKey: key } = claim;
  if (!isDue(claim, now, ports.sightings.see(claim), ports.timing) || failing.has(endpoint)) return 'waiting';
  const finder = finders(endpoint);
  const find = finder && ((released: readonly ReleasedAnswer[]) => finder(claim.lookUp, released));
  try {
    const moved = await attend(claim, find, ports);
    if (moved === undefined) return 'waiting';
    ports.sightings.see(moved);
    const { kind } = moved.state;
    // That it is held was told when it was.
    if (kind !== 'held')
      ports.log({ level: 'info', event: 'write_looked_up', endpoint, key, state: kind, message: stateSentences[kind] });
    return kind;
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof ProblemError)) throw error;
    failing.add(endpoint);
    ports.log({ level: 'warn', event: 'lookup_failed', endpoint, key, message: explain(error) });
    // One that the ERP cannot look up for a reason of its own must not stand before all others for ever.
    await move(ports, claim, { kind: 'not looked' });
    return 'waiting';
  }
}
