/** Locks of documents for cases, in memory. */
import type { DurableClaims, LockHolder } from '../../../engine/index.ts';

export interface CaseLocks {
  readonly locks: DurableClaims['locks'];
  /** Frees all locks. */
  readonly clear: () => void;
}

/**
 * A write that is held or whose outcome is unknown keeps its lock for a minute or more, and a case takes milliseconds.
 * Therefore the runner frees all locks before each case: a case does not wait for the write of an earlier one.
 */
export function createCaseLocks(): CaseLocks {
  const holders = new Map<string, LockHolder>();
  return {
    locks: {
      holder: async (name) => holders.get(name),
      take: async (name, before, next) => {
        if (holders.get(name) !== before) return false;
        holders.set(name, next);
        return true;
      },
    },
    clear: () => holders.clear(),
  };
}
