/** Sets the metrics that state what is so now: read when the metrics are requested. */
import type { ServedStatus } from '../../server/engine-api.ts';
import type { Limits } from '../../server/limits.ts';
import type { ClaimCounts } from '../../state/claim-counts.ts';
import { type Metrics, serviceLabels } from './definitions.ts';

export interface ServiceState {
  /** Undefined if it is the only service. */
  readonly name: string | undefined;
  readonly engine: ServedStatus | undefined;
  readonly ready: boolean;
  readonly running: number;
  readonly answerBytes: number;
  /** Undefined until the service has started. */
  readonly limits: Pick<Limits, 'concurrency' | 'answersLimit'> | undefined;
  /** Undefined if the store cannot be read. */
  readonly claims: ClaimCounts | undefined;
}

interface ProcessState {
  readonly services: readonly ServiceState[];
  readonly storeAvailable: boolean;
}

const bit = (is: boolean): number => (is ? 1 : 0);

/** Sets the gauges in place. Labels of sources and services that no longer exist are removed. */
export function readState(metrics: Metrics, { services, storeAvailable }: ProcessState): void {
  metrics.storeAvailable.set(bit(storeAvailable));
  // A reload can remove a source or a service; counts of claims are missing while the store cannot be read.
  for (const gauge of changingMetrics(metrics)) gauge.reset();
  for (const service of services) readService(metrics, service);
}

function readService(metrics: Metrics, service: ServiceState): void {
  const { name, engine, ready, running, answerBytes, limits, claims } = service;
  const labels = serviceLabels(name);
  metrics.ready.set(labels, bit(ready));
  metrics.suspended.set(labels, bit(engine?.isSuspended === true));
  metrics.running.set(labels, running);
  // Shown as 0 until the first one.
  metrics.shedRequests.inc(labels, 0);
  metrics.refusedAnswers.inc(labels, 0);
  metrics.answerBytes.set(labels, answerBytes);
  if (limits !== undefined) {
    metrics.concurrency.set(labels, limits.concurrency);
    metrics.answersLimit.set(labels, limits.answersLimit);
  }
  for (const { name: source, ready: isReady, drifted, circuitOpen, pools } of engine?.sources ?? []) {
    metrics.sourceReady.set({ ...labels, source }, bit(isReady));
    metrics.sourceDrifted.set({ ...labels, source }, bit(drifted));
    metrics.circuitOpen.set({ ...labels, source }, bit(circuitOpen));
    for (const [pool, { size, inUse, waiting }] of Object.entries(pools)) {
      metrics.poolSize.set({ ...labels, source, pool }, size);
      metrics.poolInUse.set({ ...labels, source, pool }, inUse);
      metrics.poolWaiting.set({ ...labels, source, pool }, waiting);
    }
  }
  if (engine !== undefined) {
    metrics.consentNeeded.set(labels, bit(engine.consentNeeded === true));
    for (const wanted of ['provided', 'unavailable', 'undecided'] as const) {
      const number = engine.endpoints.filter((endpoint) => endpoint.state === wanted).length;
      metrics.endpoints.set({ ...labels, state: wanted }, number);
    }
  }
  for (const [kind, number] of Object.entries(claims ?? {}))
    metrics.claims.set({ ...labels, state: kind.replace(' ', '_') }, number);
}

const changingMetrics = (metrics: Metrics) => [
  metrics.ready,
  metrics.suspended,
  metrics.running,
  metrics.concurrency,
  metrics.answerBytes,
  metrics.answersLimit,
  metrics.consentNeeded,
  metrics.endpoints,
  metrics.sourceReady,
  metrics.sourceDrifted,
  metrics.circuitOpen,
  metrics.poolSize,
  metrics.poolInUse,
  metrics.poolWaiting,
  metrics.claims,
];
