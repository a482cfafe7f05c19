/** Limits requests without a valid credential, by the address that sends them. */

/** Number of failures within the time, after which an address has to wait. */
const most = 10;
/** In milliseconds. */
const withinMs = 60_000;
/** Addresses that are remembered. */
const remembered = 10_000;

export interface FailedLogins {
  /** Seconds that an address has to wait; undefined if it may try. */
  waitOf(address: string): number | undefined;
  add(address: string): void;
}

/** `now`: milliseconds since the epoch. */
export function createFailedLogins(now: () => number): FailedLogins {
  const failures = new Map<string, { readonly since: number; readonly count: number }>();
  const current = (address: string) => {
    const entry = failures.get(address);
    return entry !== undefined && now() - entry.since < withinMs ? entry : undefined;
  };
  return {
    waitOf(address) {
      const entry = current(address);
      if (entry === undefined || entry.count < most) return undefined;
      return Math.ceil((entry.since + withinMs - now()) / 1_000);
    },
    add(address) {
      const entry = current(address) ?? { since: now(), count: 0 };
      failures.delete(address);
      failures.set(address, { ...entry, count: entry.count + 1 });
      const [oldest] = failures.keys();
      if (failures.size > remembered && oldest !== undefined) failures.delete(oldest);
    },
  };
}
