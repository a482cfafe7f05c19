/** Limits the requests of each address, so that links cannot be guessed and the store is not flooded. */

/** Requests of one address in a window. */
const most = 60;
const windowMs = 60_000;
/** Addresses that are remembered; beyond it all are forgotten. */
const mostAddresses = 10_000;

/** Returns a function that counts a request and says whether it is within the limit. `clock`: milliseconds, monotonic. */
export function createRateLimit(clock: () => number): (address: string) => boolean {
  const counts = new Map<string, number>();
  let since = clock();
  return (address) => {
    if (clock() - since >= windowMs || counts.size >= mostAddresses) {
      counts.clear();
      since = clock();
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= most;
  };
}
