/** When a request that the service throttled is sent again, as the platform does. */
import type { Exchange } from '../validation/caller.ts';

/** Seconds that a throttled request waits at most, and how often one is sent at most. */
const longestWait = 60;
const mostTries = 4;

/**
 * The seconds that a 429 announces. Undefined after any other answer, where the answer does not say or asks for more than a minute, and after the last
 * try. `tries`: how often the request was sent.
 */
export function secondsToWait({ reply }: Exchange, tries: number): number | undefined {
  if (reply.kind !== 'answer' || reply.status !== 429 || tries === mostTries) return undefined;
  const seconds = reply.headers.get('retry-after') ?? '';
  return /^\d{1,4}$/.test(seconds) && Number(seconds) <= longestWait ? Number(seconds) : undefined;
}
