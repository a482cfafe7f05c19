/** The period in which an access token is used. */
import type { ObtainedCredentials } from './credential-cache.ts';

/** A token is not used in the last milliseconds before its expiry, because requests take time and clocks differ. */
const marginMs = 30_000;

/**
 * The validity of a token issued at `time` for `lifetimeMs` (milliseconds). It is renewed shortly before its expiry
 * (a short-lived token after nine tenths of its life), but not before `earliestMs`, if the server refuses that (Exact
 * Online: lifetime 10 minutes, earliest 9.5).
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
