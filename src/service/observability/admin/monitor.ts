/** What is known of the running service: readiness, state and metrics. For the admin listener, and for the export of metrics. */
import type { Registry } from 'prom-client';
import type { EndpointStatus, SourceStatus } from '../../../../engine/index.ts';
import type { Emit } from '../../events/events.ts';
import type { ServedEngine } from '../../server/engine-api.ts';
import type { Limits } from '../../server/limits.ts';
import type { ClaimCounts } from '../../state/claim-counts.ts';
import { addProcessMetrics, createDefinitions, readState, recordEvents } from '../metrics/index.ts';
import { countsByService, type RequestCounts } from './counts-by-service.ts';
import { createObservedState, type Fault, type Phase } from './observed-state.ts';
import { type ReadinessOfAll, readinessOf } from './readiness.ts';

interface MonitorOptions {
  /** Version of the program. */
  readonly version: string;
  /** Those of the start. */
  readonly services: readonly MonitoredService[];
  /** Address of the store, without credentials. */
  readonly store: string;
  /** Paths of the endpoints. */
  readonly paths: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export interface MonitoredService {
  /** Undefined if it is the only one. */
  readonly name: string | undefined;
  /** File of the profile. */
  readonly profile: string;
}

/** The parts of a service that exist only after its start. */
export interface MonitoredParts extends MonitoredService {
  readonly engine: ServedEngine;
  /** Number of requests in progress. */
  readonly running: () => number;
  /** Bytes of the answers of ERPs that they hold. */
  readonly answerBytes: () => number;
  readonly limits: () => Pick<Limits, 'concurrency' | 'answersLimit'>;
  /** Unsettled claims in the store; undefined if it cannot be read. */
  readonly claimCounts: () => Promise<ClaimCounts | undefined>;
}

/** The state of one service. */
interface ServiceStatus {
  /** Missing if it is the only one. */
  readonly name?: string;
  readonly profile: string;
  readonly ready: boolean;
  /** Whether a customer has to give consent; missing if not. */
  readonly consentNeeded?: true;
  readonly suspended?: true;
  readonly requests: { readonly running: number };
  readonly sources: readonly SourceStatus[];
  readonly claims?: ClaimCounts;
  readonly endpoints: readonly EndpointStatus[];
}

/** The state of the process. The state of its only service is a part of it, those of several are in a list. */
type ProcessStatus = {
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly started: string;
  readonly phase: Phase;
  readonly store: { readonly address: string; readonly ready: boolean; readonly reason?: string };
  /** The last ones, newest first. */
  readonly lastFaults: readonly Fault[];
} & (ServiceStatus | { readonly ready: boolean; readonly services: readonly ServiceStatus[] });

/** What an operator needs to know of one of several services, of this process. */
export interface ServiceReport {
  readonly ready: boolean;
  readonly suspended: boolean;
  /** Why it is not ready. */
  readonly reasons: readonly string[];
  readonly requests: RequestCounts;
  /** Failed calls since the start, by the kind of the problem. */
  readonly failures: Readonly<Record<string, number>>;
  /** Unsettled writes in the store by state; undefined if it cannot be read. */
  readonly writes: ClaimCounts | undefined;
  readonly lastFault: Fault | undefined;
}

export interface Monitor {
  /** Takes notice of an event of the service. */
  readonly observe: Emit;
  /** Supplies the services that are reported on from now on. Until the first call the process counts as starting. */
  attach(parts: readonly MonitoredParts[]): void;
  /** Names of the services, if there are several. */
  services(): readonly string[];
  readiness(): ReadinessOfAll;
  status(): Promise<ProcessStatus>;
  /** The states of services by name. */
  reports(names: readonly string[]): Promise<ReadonlyMap<string, ServiceReport>>;
  /** The metrics, with the state of this moment. */
  metrics(): Promise<Registry>;
}

/** The time of this call is `started` in the status. */
export function createMonitor(options: MonitorOptions): Monitor {
  const { version, store, now } = options;
  const observed = createObservedState(now);
  const started = now();
  let services: readonly (MonitoredService & { readonly parts?: MonitoredParts })[] = options.services;

  const readiness = (): ReadinessOfAll =>
    readinessOf({
      phase: observed.phase(),
      services: services.map(({ name, parts: monitored }) => ({ name, engine: monitored?.engine.status() })),
      storeFault: observed.storeFault(),
    });
  const isReady = ({ ready, services: byName }: ReadinessOfAll, name: string | undefined): boolean =>
    name === undefined ? ready : byName.get(name)?.ready === true;

  const metrics = createDefinitions();
  const record = recordEvents(metrics, options.paths);
  addProcessMetrics(metrics.registry);
  metrics.build.set({ version }, 1);

  /** What is so now, of each service. */
  const states = async () => {
    const all = readiness();
    return Promise.all(
      services.map(async ({ name, profile, parts: monitored }) => ({
        name,
        profile,
        engine: monitored?.engine.status(),
        ready: isReady(all, name),
        running: monitored?.running() ?? 0,
        answerBytes: monitored?.answerBytes() ?? 0,
        limits: monitored?.limits(),
        claims: await monitored?.claimCounts(),
      })),
    );
  };

  return {
    services: () => services.flatMap(({ name }) => name ?? []),
    observe(event) {
      observed.observe(event);
      record(event);
    },
    attach(given) {
      services = given.map((parts) => ({ name: parts.name, profile: parts.profile, parts }));
    },
    readiness,
    async status() {
      const fault = observed.storeFault();
      const each = (await states()).map(({ name, profile, ready, running, engine, claims }) => ({
        ...(name === undefined ? {} : { name }),
        profile,
        ready,
        ...(engine?.consentNeeded === true ? { consentNeeded: true as const } : {}),
        ...(engine?.isSuspended ? { suspended: true as const } : {}),
        requests: { running },
        sources: engine?.sources ?? [],
        ...(claims === undefined ? {} : { claims }),
        endpoints: engine?.endpoints ?? [],
      }));
      const [only] = each;
      const serviceStates =
        only !== undefined && only.name === undefined ? only : { ready: readiness().ready, services: each };
      return {
        version,
        started: new Date(started).toISOString(),
        phase: observed.phase(),
        ...serviceStates,
        store: { address: store, ready: fault === undefined, ...(fault === undefined ? {} : { reason: fault }) },
        lastFaults: observed.faults(),
      };
    },
    async reports(names) {
      const wanted = new Set(names);
      const all = readiness();
      const counts = await countsByService(metrics);
      const wantedParts = services.flatMap(({ name, parts }) =>
        name !== undefined && parts !== undefined && wanted.has(name) ? [{ name, parts }] : [],
      );
      const reports = wantedParts.map(async ({ name, parts }) => {
        const { ready, reasons } = all.services.get(name) ?? { ready: false, reasons: [] };
        const { outcomes, failures } = counts(name);
        const report: ServiceReport = {
          ready,
          suspended: parts.engine.status().isSuspended === true,
          reasons: reasons.map(({ reason }) => reason),
          requests: { running: parts.running(), ...outcomes },
          failures,
          writes: await parts.claimCounts(),
          lastFault: observed.lastFault(name),
        };
        return [name, report] as const;
      });
      return new Map(await Promise.all(reports));
    },
    async metrics() {
      readState(metrics, { services: await states(), storeAvailable: observed.storeFault() === undefined });
      return metrics.registry;
    },
  };
}
