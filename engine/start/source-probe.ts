/** Asks a source, now and then, whether it answers. */
import type { ProbePlan } from '../compile/probes.ts';
import { probeHttp } from '../run/http/probe.ts';
import { SourceError } from '../sources/source.ts';
import type { AnySource } from './any-source.ts';

/** Longest time of one question, in milliseconds. */
const limit = 2_000;

export interface Probe {
  readonly source: AnySource;
  /** Undefined where the profile has none: a database is asked for a constant, an ERP by HTTP nothing. */
  readonly plan: ProbePlan | undefined;
  /** Those that are no secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Whether the source has answered. `throttled`: an ERP by HTTP has had too many requests, or the limit for it is used up, which tells
 * nothing of whether it is ready. Rejects with `SourceError` where it is not. `now` is in milliseconds since the epoch.
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
