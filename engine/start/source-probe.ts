/** Probes one source. */
import type { ProbePlan } from '../compile/probes.ts';
import { probeHttp } from '../run/http/probe.ts';
import { SourceError } from '../sources/source.ts';
import type { AnySource } from './any-source.ts';

/** Time limit of a probe, in milliseconds. */
const limit = 2_000;

export interface Probe {
  readonly source: AnySource;
  /** Undefined if the profile has no probe: a database then runs a constant query, an HTTP source receives nothing. */
  readonly plan: ProbePlan | undefined;
  /** The settings that are not secret. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Probes a source. `throttled`: the rate limit of an HTTP source is used up, which says nothing about its readiness.
 * Rejects with `SourceError` if the source is not ready. `now`: milliseconds since the epoch.
 */
export async function probeSource(
  { source, plan, settings }: Probe,
  now: () => number,
): Promise<'answers' | 'throttled'> {
  const call = { deadline: now() + limit };
  if (source.kind === 'sql') {
    await source.probe(plan?.kind === 'sql' ? plan.statement.sql : undefined, call);
    return 'answers';
  }
  try {
    if (plan?.kind === 'http') await probeHttp(plan.exchange, source, settings, call);
    return 'answers';
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'throttled') return 'throttled';
    throw error;
  }
}
