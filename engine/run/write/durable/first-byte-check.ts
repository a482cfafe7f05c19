/** The last check before a request of a durable write leaves the process, which may have been paused since it stored its claim. */
import { SourceError } from '../../../sources/source.ts';
import type { ClaimPorts, ClaimSnapshot } from './change-state.ts';
import type { FirstByteCheck } from './durable-work.ts';

interface FirstBytePorts extends ClaimPorts {
  /** Milliseconds, from a clock that does not jump. */
  clock(): number;
}

const tooLate = (message: string): SourceError => new SourceError('conflict', message, { effect: 'none' });

/**
 * Checks that the claim is unchanged since this process stored it, that its lease lasts by the store's clock, and that the own clock is before
 * `sendBy`. The own clock is read last: between that and the first byte, the process waits for nothing.
 */
export function firstByteCheck(ports: FirstBytePorts, claim: ClaimSnapshot, sendBy: number): FirstByteCheck {
  return async () => {
    const { claim: stored, now } = await ports.claims.read(claim.id);
    const isOwn = stored !== undefined && stored.revision === claim.revision && 'leaseUntil' in stored.state;
    if (!isOwn || stored.state.leaseUntil <= now)
      throw tooLate('The claim of this request ended before the first byte was sent.');
    if (ports.clock() >= sendBy) throw tooLate('The time of this request was over before the first byte was sent.');
  };
}
