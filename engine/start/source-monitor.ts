/** Probes the sources of an engine in the background, and prepares those that were unreachable before. */
import type { EngineEvent } from '../base/events.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { ProbePlan } from '../compile/probes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { explain } from '../run/context/problem-of.ts';
import { probeHttp } from '../run/http/probe.ts';
import { SourceError } from '../sources/source.ts';
import type { AnySource } from './any-source.ts';
import { needsConsent, type SourceFault, type SourceStatus, sourceStatus } from './engine-status.ts';
import type { SourcePreparer } from './source-preparer.ts';

/** Time limit of a probe, in milliseconds. */
const limit = 2_000;

interface Probe {
  readonly source: AnySource;
  /** Undefined if the profile has no probe: a database then runs a constant query, an HTTP source receives nothing. */
  readonly plan: ProbePlan | undefined;
  /** By name, secrets as `Secret`. */
  readonly settings: ReadonlyMap<string, unknown>;
}

/**
 * Probes a source. `throttled`: the rate limit of an HTTP source is used up, which says nothing about its readiness.
 * Rejects with `SourceError` if the source is not ready. `now`: milliseconds since the epoch.
 */
async function probeSource({ source, plan, settings }: Probe, now: () => number): Promise<'answers' | 'throttled'> {
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

/** Pause between two rounds of probes, in milliseconds. */
const probeInterval = 5_000;
/** The state before the first probe. */
const notOpened: SourceFault = { reason: 'not opened yet', drifted: false };

const consentFault: SourceFault = {
  reason: 'The consent of the customer is missing, expired or revoked: engine auth link makes a link for a new one.',
  drifted: false,
};

/** The profile does not fit the database. */
class DriftError extends Error {}

interface MonitorOptions {
  readonly preparer: SourcePreparer;
  readonly input: ProfileInput;
  readonly emit: (event: EngineEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** HTTP sources are mock ERPs, which expect the requests of a test and no probes. */
  readonly isMocked: boolean;
}

interface SourceMonitor {
  /** Whether all sources were ready at their last probe. */
  isReady(): boolean;
  /** Whether a source needs the consent of a customer. */
  isConsentNeeded(): boolean;
  /** The opened sources. */
  statuses(): readonly SourceStatus[];
  /** Prepares the sources for the first time. */
  prepare(sources: ReadonlyMap<string, AnySource>): Promise<readonly Diagnostic[]>;
  /** Probes each source once; then probes go on in the background. */
  start(): Promise<void>;
  stop(): void;
}

/** Before the first probe each source counts as down. Timers run between `start` and `stop`. */
export function createMonitor({ preparer, input, emit, now, isMocked }: MonitorOptions): SourceMonitor {
  /** The sources that are not ready, each with the reason. */
  const down = new Map<string, SourceFault>(Object.keys(input.profile.sources).map((name) => [name, notOpened]));
  let sources: ReadonlyMap<string, AnySource> = new Map();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function prepare(batch: ReadonlyMap<string, AnySource>): Promise<readonly Diagnostic[]> {
    const { diagnostics, unreachable } = await preparer.prepare(batch);
    for (const [name, reason] of unreachable) down.set(name, { reason, drifted: false });
    return diagnostics;
  }

  /** Whether the source is ready. Rejects if it is not; false if the probe is inconclusive. */
  async function isAnswering(name: string, source: AnySource): Promise<boolean> {
    const probePlan = preparer.erp().compilation.probes.get(name);
    const plan = probePlan?.kind === 'http' && isMocked ? undefined : probePlan;
    const answer = await probeSource({ source, plan, settings: input.settings }, now);
    const before = down.get(name);
    // An unreachable source stays unreachable until a probe is answered.
    if (answer === 'throttled' && before !== undefined && before !== notOpened) return false;
    if (preparer.erp().ready.has(name)) return true;
    const faults = (await prepare(new Map([[name, source]]))).filter(({ severity }) => severity === 'error');
    if (faults.length > 0)
      throw new DriftError(`the profile does not fit the database: ${faults.map(({ message }) => message).join('; ')}`);
    return preparer.erp().ready.has(name);
  }

  async function probe(name: string, source: AnySource): Promise<void> {
    const before = down.get(name);
    try {
      if (!(await isAnswering(name, source))) return;
      down.delete(name);
      if (before !== undefined)
        emit({ level: 'info', event: 'source_ready', source: name, message: `The source ${name} answers.` });
    } catch (error) {
      const reason = explain(error);
      down.set(name, { reason, drifted: error instanceof DriftError });
      if (before?.reason !== reason) emit({ level: 'error', event: 'source_not_ready', source: name, message: reason });
    }
  }

  /** The store has a new token soon after a consent. */
  async function lookAndProbe(name: string, source: AnySource): Promise<void> {
    if (source.kind === 'http' && !isMocked) await source.consent?.look();
    await probe(name, source);
  }

  async function watch(): Promise<void> {
    await Promise.all([...sources].map(([name, source]) => lookAndProbe(name, source)));
    if (!stopped) timer = setTimeout(() => void watch(), probeInterval).unref();
  }

  /** Why an HTTP source is not ready although no probe says so; undefined if there is no such reason. */
  function stateFault(name: string, source: AnySource): SourceFault | undefined {
    if (source.kind !== 'http') return undefined;
    if (needsConsent(source)) return consentFault;
    if (source.isPaused()) return { reason: 'The ERP asked for a pause of more than a minute.', drifted: false };
    const isProbed = preparer.erp().compilation.probes.has(name);
    if (isProbed || !source.isCircuitOpen()) return undefined;
    return { reason: 'The ERP did not answer several times in a row.', drifted: false };
  }

  /** A missing consent is the reason of the failed probe. */
  const faultOf = (name: string, source: AnySource): SourceFault | undefined =>
    needsConsent(source) ? consentFault : (down.get(name) ?? stateFault(name, source));

  return {
    isReady: () => down.size === 0 && [...sources].every(([name, source]) => stateFault(name, source) === undefined),
    isConsentNeeded: () => [...sources.values()].some(needsConsent),
    statuses: () => [...sources].map(([name, source]) => sourceStatus(name, source, faultOf(name, source))),
    prepare(opened) {
      sources = opened;
      return prepare(opened);
    },
    start: watch,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
