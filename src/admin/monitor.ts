/** What is known of the running service: readiness, state and metrics. For the admin listener, and for the export of metrics. */
import type { Registry } from 'prom-client';
import type { EndpointStatus, SourceStatus } from '../../engine/index.ts';
import type { Emit } from '../events/events.ts';
import { addProcessMetrics, createDefinitions, readState, recordEvents } from '../metrics/index.ts';
import type { ServedEngine } from '../server/engine-api.ts';
import type { ClaimCounts } from '../state/claim-counts.ts';
import { createObservedState, type Fault, type Phase } from './observed-state.ts';
import { type Obstacle, obstacles } from './readiness.ts';

export interface MonitorOptions {
  /** Version of the program. */
  readonly version: string;
  /** File of the profile. */
  readonly profile: string;
  /** Address of the store, without credentials. */
  readonly store: string;
  /** Paths of the endpoints. */
  readonly paths: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The parts of the service that exist only after its start. */
export interface MonitoredParts {
  readonly engine: ServedEngine;
  /** Number of requests in progress. */
  readonly running: () => number;
  /** Largest number of them. */
  readonly concurrency: () => number;
  /** Unsettled claims in the store; undefined if it cannot be read. */
  readonly claimCounts: () => Promise<ClaimCounts | undefined>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly Obstacle[];
}

export interface ServiceStatus {
  readonly version: string;
  readonly profile: string;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly phase: Phase;
  readonly ready: boolean;
  readonly requests: { readonly running: number };
  readonly sources: readonly SourceStatus[];
  readonly store: { readonly address: string; readonly ready: boolean; readonly reason?: string };
  readonly claims?: ClaimCounts;
  readonly endpoints: readonly EndpointStatus[];
  /** The last ones, newest first. */
  readonly lastFaults: readonly Fault[];
}

export interface Monitor {
  /** Takes notice of an event of the service. */
  readonly observe: Emit;
  /** Supplies the parts that are reported on. Until then the service counts as starting. */
  attach(parts: MonitoredParts): void;
  readiness(): Readiness;
  status(): Promise<ServiceStatus>;
  /** The metrics, with the state of this moment. */
  metrics(): Promise<Registry>;
}

export function createMonitor(options: MonitorOptions): Monitor {
  const { version, profile, store, now } = options;
  const observed = createObservedState(now);
  const started = now();
  let parts: MonitoredParts | undefined;

  const readiness = (): Readiness => {
    const sources = parts?.engine.status().sources ?? [];
    const reasons = obstacles({ phase: observed.phase(), sources, storeFault: observed.storeFault() });
    return { ready: reasons.length === 0, reasons };
  };

  const metrics = createDefinitions();
  const recorder = recordEvents(metrics, options.paths);
  addProcessMetrics(metrics.registry);
  metrics.build.set({ version }, 1);

  return {
    observe(event) {
      observed.observe(event);
      recorder.record(event);
    },
    attach(given) {
      parts = given;
    },
    readiness,
    async status() {
      const claims = await parts?.claimCounts();
      const { sources = [], endpoints = [] } = parts?.engine.status() ?? {};
      const fault = observed.storeFault();
      return {
        version,
        profile,
        started: new Date(started).toISOString(),
        phase: observed.phase(),
        ready: readiness().ready,
        requests: { running: parts?.running() ?? 0 },
        sources,
        store: { address: store, ready: fault === undefined, ...(fault === undefined ? {} : { reason: fault }) },
        ...(claims === undefined ? {} : { claims }),
        endpoints,
        lastFaults: observed.faults(),
      };
    },
    async metrics() {
      readState(metrics, {
        engine: parts?.engine.status(),
        ready: readiness().ready,
        running: parts?.running() ?? 0,
        concurrency: parts?.concurrency(),
        storeAvailable: observed.storeFault() === undefined,
        claims: await parts?.claimCounts(),
      });
      recorder.flush();
      return metrics.registry;
    },
  };
}
