/** The open engines of services that are closed when they are idle. */
import type { Emit } from '../events/events.ts';

/** An open engine. */
export interface OpenMember {
  /** The time of its last request, from a monotonic clock, in milliseconds. */
  lastUse(): number;
  /** Closes it unless it works on a request or a write. Whether it was closed. */
  closeIfIdle(): Promise<boolean>;
}

export interface OpenEngines {
  add(member: OpenMember): void;
  delete(member: OpenMember): void;
  /** Closes no further engine. */
  stop(): void;
}

interface OpenEnginesOptions {
  /** Time without a request after which an engine is closed, in milliseconds. */
  readonly idleTime: number;
  /** Largest number of open engines; beyond it, those that have waited longest for a request are closed. Undefined: no limit. */
  readonly most: number | undefined;
  /** Milliseconds, from a monotonic clock. */
  readonly clock: () => number;
  readonly emit: Emit;
}

/** Longest time between two looks for idle engines, in milliseconds. */
const longestPause = 10_000;

/** Looks for idle engines until it is stopped. */
export function createOpenEngines({ idleTime, most, clock, emit }: OpenEnginesOptions): OpenEngines {
  const members = new Set<OpenMember>();
  let closing = Promise.resolve();

  const closeIdle = async (): Promise<void> => {
    const byUse = [...members].sort((a, b) => a.lastUse() - b.lastUse());
    let surplus = most === undefined ? 0 : members.size - most;
    for (const member of byUse) {
      if (surplus <= 0 && clock() - member.lastUse() < idleTime) break;
      if (await member.closeIfIdle()) surplus -= 1;
    }
  };
  /** One look at a time. */
  const look = (): void => {
    closing = closing.then(closeIdle).catch((error: unknown) => emit({ level: 'error', event: 'bug', error }));
  };
  const timer = setInterval(look, Math.min(longestPause, Math.max(20, idleTime / 4))).unref();
  return {
    add(member) {
      members.add(member);
      if (most !== undefined && members.size > most) look();
    },
    delete: (member) => void members.delete(member),
    stop: () => clearInterval(timer),
  };
}
