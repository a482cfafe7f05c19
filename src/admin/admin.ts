/** The admin listener: `/live`, `/ready`, `/metrics` and `/status`. It works from the start of the service until its end. */
import { once } from 'node:events';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Emit } from '../events/events.ts';
import { addProcessMetrics, createDefinitions, readState, recordEvents } from '../metrics/index.ts';
import type { ServedEngine } from '../server/engine-api.ts';
import { addressOf, listenFault } from '../server/listen.ts';
import type { ClaimCounts } from '../state/claim-counts.ts';
import { type AdminRoutes, createAdminServer, jsonReply } from './admin-server.ts';
import { createObservedState } from './observed-state.ts';
import { obstacles } from './readiness.ts';

export interface AdminOptions {
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
export interface AdminParts {
  readonly engine: ServedEngine;
  /** Number of requests in progress. */
  readonly running: () => number;
  /** Largest number of them. */
  readonly concurrency: () => number;
  /** Unsettled claims in the store; undefined if it cannot be read. */
  readonly claimCounts: () => Promise<ClaimCounts | undefined>;
}

export type AdminStarted =
  /** `address`: base URL. */
  { readonly ok: true; readonly address: string } | { readonly ok: false; readonly diagnostic: Diagnostic };

export interface Admin {
  /** Takes notice of an event of the service. */
  readonly observe: Emit;
  /** Supplies the parts that are reported on. Until then the service counts as starting. */
  attach(parts: AdminParts): void;
  listen(host: string, port: number): Promise<AdminStarted>;
  close(): Promise<void>;
}

/** Creates the listener; it does not listen yet. `emit`: the log. */
export function createAdmin(options: AdminOptions, emit: Emit): Admin {
  const { version, profile, store, now } = options;
  const observed = createObservedState(now);
  const started = now();
  let parts: AdminParts | undefined;

  const readiness = () => {
    const sources = parts?.engine.status().sources ?? [];
    const reasons = obstacles({ phase: observed.phase(), sources, storeFault: observed.storeFault() });
    return { ready: reasons.length === 0, reasons };
  };

  const status = async () => {
    const claims = await parts?.claimCounts();
    const { sources = [], endpoints = [] } = parts?.engine.status() ?? {};
    const { ready } = readiness();
    const fault = observed.storeFault();
    return {
      version,
      profile,
      started: new Date(started).toISOString(),
      phase: observed.phase(),
      ready,
      requests: { running: parts?.running() ?? 0 },
      sources,
      store: { address: store, ready: fault === undefined, ...(fault === undefined ? {} : { reason: fault }) },
      ...(claims === undefined ? {} : { claims }),
      endpoints,
      lastFaults: observed.faults(),
    };
  };

  const metrics = createDefinitions();
  const recorder = recordEvents(metrics, options.paths);
  addProcessMetrics(metrics.registry);
  metrics.build.set({ version }, 1);
  const metricsText = async (): Promise<string> => {
    readState(metrics, {
      engine: parts?.engine.status(),
      ready: readiness().ready,
      running: parts?.running() ?? 0,
      concurrency: parts?.concurrency(),
      storeAvailable: observed.storeFault() === undefined,
      claims: await parts?.claimCounts(),
    });
    recorder.flush();
    return metrics.registry.metrics();
  };

  const routes: AdminRoutes = {
    '/live': () => jsonReply(200, { live: true }),
    '/ready': () => {
      const result = readiness();
      return jsonReply(result.ready ? 200 : 503, result);
    },
    '/metrics': async () => ({ status: 200, type: metrics.registry.contentType, body: await metricsText() }),
    '/status': async () => jsonReply(200, await status()),
  };
  const server = createAdminServer(routes, (error) => emit({ level: 'error', event: 'bug', error }));

  return {
    observe(event) {
      observed.observe(event);
      recorder.record(event);
    },
    attach(given) {
      parts = given;
    },
    async listen(host, port) {
      try {
        server.listen({ host, port });
        await once(server, 'listening');
        return { ok: true, address: addressOf(server, false) };
      } catch (error) {
        return {
          ok: false,
          diagnostic: listenFault(error, { host, port, flags: { host: 'adminHost', port: '--admin-port' } }),
        };
      }
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
