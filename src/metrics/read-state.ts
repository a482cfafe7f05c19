/** Sets the metrics that state what is so now: read when the metrics are requested. */
import type { EngineStatus } from '../../engine/index.ts';
import type { ClaimCounts } from '../state/claim-counts.ts';
import type { Metrics } from './definitions.ts';

export interface ServiceState {
  readonly engine: EngineStatus | undefined;
  readonly ready: boolean;
  readonly running: number;
  /** Undefined until the service has started. */
  readonly concurrency: number | undefined;
  readonly storeAvailable: boolean;
  /** Undefined if the store cannot be read. */
  readonly claims: ClaimCounts | undefined;
}

const bit = (is: boolean): number => (is ? 1 : 0);

export function readState(metrics: Metrics, state: ServiceState): void {
  const { engine, claims } = state;
  metrics.ready.set(bit(state.ready));
  metrics.running.set(state.running);
  if (state.concurrency !== undefined) metrics.concurrency.set(state.concurrency);
  metrics.storeAvailable.set(bit(state.storeAvailable));
  // A reload can remove a source.
  for (const gauge of ofSources(metrics)) gauge.reset();
  for (const { name: source, ready, drifted, circuitOpen, pools } of engine?.sources ?? []) {
    metrics.sourceReady.set({ source }, bit(ready));
    metrics.sourceDrifted.set({ source }, bit(drifted));
    metrics.circuitOpen.set({ source }, bit(circuitOpen));
    for (const [pool, { size, inUse, waiting }] of Object.entries(pools)) {
      metrics.poolSize.set({ source, pool }, size);
      metrics.poolInUse.set({ source, pool }, inUse);
      metrics.poolWaiting.set({ source, pool }, waiting);
    }
  }
  if (engine !== undefined) {
    for (const wanted of ['provided', 'unavailable', 'undecided'] as const) {
      const number = engine.endpoints.filter((endpoint) => endpoint.state === wanted).length;
      metrics.endpoints.set({ state: wanted }, number);
    }
  }
  metrics.claims.reset();
  for (const [kind, number] of Object.entries(claims ?? {}))
    metrics.claims.set({ state: kind.replace(' ', '_') }, number);
}

const ofSources = ({ sourceReady, sourceDrifted, circuitOpen, poolSize, poolInUse, poolWaiting }: Metrics) => [
  sourceReady,
  sourceDrifted,
  circuitOpen,
  poolSize,
  poolInUse,
  poolWaiting,
];
