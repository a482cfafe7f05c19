/** Asks a source, now and then, whether it answers. */
import type { ExchangePlan } from './compile/http/plan.ts';
import { isHttp, type SourceSpec } from './profile/schema/index.ts';
import { probeHttp } from './run/http/probe.ts';
import type { AnySource } from './sources/any-source.ts';
import { SourceError } from './sources/source.ts';

/** Longest time of one question, in milliseconds. */
const limit = 2_000;

export interface Probe {
  readonly source: AnySource;
  /** As the profile has it. */
  readonly spec: SourceSpec | undefined;
  /** The request that asks an ERP by HTTP; undefined where the profile has none. */
  readonly plan: ExchangePlan | undefined;
  /** Those that are no secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * Whether the source has answered. `throttled`: an ERP by HTTP has had too many requests, or the limit for it is used up, which tells
 * nothing of whether it is ready. Rejects with `SourceError` where it is not. `now` is in milliseconds since the epoch.
 */
export async function probeSource(
  { source, spec, plan, settings }: Probe,
  now: () => number,
): Promise<'answers' | 'throttled'> {
  const call = { deadline: now() + limit };
  if (source.kind === 'sql') {
    await source.probe(spec === undefined || isHttp(spec) ? undefined : spec.probe, call);
    return 'answers';
  }
  try {
    if (plan !== undefined) await probeHttp(plan, source, settings, call);
    return 'answers';
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'throttled') return 'throttled';
    throw error;
  }
}
