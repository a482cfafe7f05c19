/** From when to when an access token is used. */
import type { ObtainedCredentials } from './credential-cache.ts';

/** Used no longer than this before its end, in milliseconds: requests take time, and clocks differ. */
const marginMs = 30_000;

/**
 * A token that was given at `time` for `lifetimeMs`; all in milliseconds. It is renewed a little before its end, of a short life after nine
 * tenths, yet never younger than `earliestMs`, where the server refuses that (Exact Online: 10 minutes, and not before 9.5).
 */
export function validity(
  time: number,
  lifetimeMs: number | undefined,
  earliestMs: number | undefined,
): Pick<ObtainedCredentials<never>, 'until' | 'notBefore'> {
  const notBefore = earliestMs === undefined ? undefined : time + earliestMs;
  if (lifetimeMs === undefined) return { until: undefined, notBefore };
  const until = time + lifetimeMs - Math.min(marginMs, lifetimeMs / 10);
  return { until: Math.max(until, notBefore ?? 0), notBefore };
}
