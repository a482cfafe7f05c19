/** The running service: listens, reloads keys and certificate when their files change, and shuts down gracefully. */
import { setTimeout } from 'node:timers/promises';
import type { Contract, Diagnostic } from '../../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import { type Fingerprints, partOf, watchFiles } from '../config/file-watcher.ts';
import type { Configuration, LoadedConfig } from '../config/load.ts';
import type { ServiceRoute } from '../config/service-route.ts';
import { readKeyPair } from '../config/tls.ts';
import type { Emit } from '../events/events.ts';
import { createKeyring } from './api-key-reloader.ts';
import { createApp, type ServicePhase, serverTimeouts } from './app.ts';
import type { AppService } from './app-service.ts';
import { watchCertificateDates } from './certificate-dates.ts';
import { limitConnections } from './connection-limit.ts';
import type { ServedEngine } from './engine-api.ts';
import { drain, idleConnections, stopAccepting } from './graceful-shutdown.ts';
import { setKeyPair, setTimeouts } from './http-server.ts';
import type { Limits, SharedLimits } from './limits.ts';
import { addressOf, listenFault, serviceFlags } from './listen.ts';
import type { RequestTracer } from './request-tracer.ts';
import { createServedServices } from './served-services.ts';

/** Longest time in which connected clients still get answers after the start of a shutdown, in milliseconds. */
const drainMs = 250;
/** Time between two looks at the requests in progress of a removed service, in milliseconds. */
const pollMs = 25;

/** A service to host: what differs between services of one process. */
export interface HostedService {
  readonly engine: ServedEngine;
  readonly config: LoadedConfig;
  /** Valid keys in addition to those of the configuration. */
  readonly extraKeys: readonly Key[];
  /** Reads its configuration again. Undefined if it has been removed. */
  readonly reload: () => LoadedConfig | undefined;
  /** The log, with the name of the service. */
  readonly emit: Emit;
  /** Of its `keyFiles` when they were read. */
  readonly since?: Fingerprints | undefined;
}

interface ServiceOptions {
  readonly contract: Contract;
  readonly services: readonly HostedService[];
  /** Whether all services are among them; always by default. Until then a request for an unknown one is answered with 503. */
  readonly areServicesRead?: () => boolean;
  /** What they share. */
  readonly shared: Pick<Configuration, 'settings' | 'pair'>;
  /** Of the files of the certificate, and maybe others, when they were read. */
  readonly since?: Fingerprints | undefined;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly serviceName: string;
  /** The limit of the operating system on open files; undefined if it has none. */
  readonly openFiles?: number | undefined;
  /** Undefined if requests are not traced. */
  readonly tracer?: RequestTracer | undefined;
}

/** One of the services. */
export interface RunningService {
  /** Number of requests in progress. */
  running(): number;
  /** Bytes of the answers of its ERP that they hold. */
  answerBytes(): number;
  /** The limits that apply now. */
  limits(): Limits;
  /** Replaces its limits, and those that all services share, for requests that begin from now on. */
  setLimits(limits: Limits & SharedLimits): void;
  /** Its requests have another address from now on. */
  setRoute(route: ServiceRoute): void;
  /** Uses the keys of its configuration, which was read again. */
  setKeys(fresh: LoadedConfig): void;
  /**
   * Requests to it are answered with 404 from now on. Resolves when those in progress have ended, at most after `shutdownTimeout`, and the engine is closed: it
   * waits for writes.
   */
  remove(): Promise<void>;
}

export interface Service {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  /** In the order of the options. */
  readonly services: readonly RunningService[];
  /** Adds a service, with a started engine and a route of no other. */
  add(hosted: HostedService): RunningService;
  /**
   * Stops the service; further calls return the same promise. Without `shutdownDelay` it refuses new requests with 503; with it, it reports for so long that
   * it is not ready, and answers requests as long as there are connections. Then it closes the listener, waits a moment for requests on connections that are open, lets requests in progress finish within `shutdownTimeout`, and closes the engines.
   */
  stop(reason: string): Promise<void>;
}

type Started =
  | { readonly ok: true; readonly service: Service }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

type OpenAppService = ReturnType<typeof openAppService>;

/** A service with its keys and limits, which can change. */
function openAppService({ engine, config, extraKeys, reload, emit, since }: HostedService) {
  const keyring = createKeyring({ config, reload, emit, since });
  const load = { running: 0, answerBytes: 0 };
  let limits: Limits = config.settings;
  const app: AppService = {
    name: config.name,
    route: config.route,
    engine,
    emit,
    keys: () => [...keyring.keys(), ...extraKeys],
    limits: () => limits,
    load,
  };
  const setLimits = (fresh: Limits): void => {
    limits = fresh;
  };
  return { app, keyring, setLimits };
}

/** Starts to listen. The engines must have been started; if this fails, the caller closes them. */
export async function startService(options: ServiceOptions): Promise<Started> {
  const { contract, shared, emit, now, serviceName, tracer } = options;
  const { settings, pair } = shared;
  let limits: SharedLimits = settings;
  let phase: ServicePhase = 'serving';
  const first = options.services.map(openAppService);
  const hosted = new Set(first);
  const services = createServedServices(
    first.map(({ app: service }) => service),
    options.areServicesRead,
  );
  const running = (): number => services.list().reduce((sum, { load }) => sum + load.running, 0);
  const app = createApp({
    contract,
    services,
    emit,
    now,
    limits: () => limits,
    serviceName,
    phase: () => phase,
    tracer,
    pair,
  });
  const idle = idleConnections(app.server);
  if (options.openFiles !== undefined) limitConnections(app.server, options.openFiles, emit, now);
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    for (const { keyring } of hosted) keyring.stop();
    await app.close();
    return {
      ok: false,
      diagnostic: listenFault(error, { host: settings.host, port: settings.port, flags: serviceFlags }),
    };
  }

  const dates = watchCertificateDates(emit, now);
  if (pair !== undefined) dates.look(pair);
  const reloadPair = (): void => {
    if (settings.tlsCert === undefined || settings.tlsKey === undefined) return;
    const read = readKeyPair(settings.tlsCert, settings.tlsKey);
    if (read.ok) {
      setKeyPair(app.server, read.pair);
      emit({ level: 'info', event: 'certificate_reloaded' });
      dates.look(read.pair);
    } else {
      emit({
        level: 'error',
        event: 'reload_failed',
        what: 'certificate',
        reason: `${read.reason}. The previous certificate stays in use.`,
      });
    }
  };
  const pairFiles = [settings.tlsCert, settings.tlsKey].filter((file) => file !== undefined);
  const pairWatch = watchFiles(() => pairFiles, reloadPair, options.since && partOf(options.since, pairFiles));

  let stopped: Promise<void> | undefined;
  const end = async (reason: string): Promise<void> => {
    const { shutdownDelay } = limits;
    if (shutdownDelay !== undefined) {
      phase = 'draining';
      emit({ level: 'info', event: 'draining', reason, ms: shutdownDelay, running: running() });
      await setTimeout(shutdownDelay);
    } else phase = 'stopping';
    emit({ level: 'info', event: 'stopping', reason, running: running() });
    pairWatch.stop();
    dates.stop();
    for (const { keyring } of hosted) keyring.stop();
    const closeAll = globalThis.setTimeout(() => {
      emit({ level: 'warn', event: 'stopped_late', running: running() });
      app.server.closeAllConnections();
    }, limits.shutdownTimeout);
    // After a delay, callers know that the service ends: a request on an open connection is answered, and a load balancer sends a refused connection to another replica.
    const drainLimit = Math.min(drainMs, limits.shutdownTimeout);
    if (shutdownDelay === undefined) await drain(app.server, drainLimit);
    await stopAccepting(app.server);
    await drain(app.server, drainLimit);
    const closed = app.close();
    idle.close();
    await closed;
    clearTimeout(closeAll);
    await Promise.all(services.list().map(({ engine }) => engine.close()));
    emit({ level: 'info', event: 'stopped' });
  };
  const stop = (reason: string): Promise<void> => {
    stopped ??= end(reason);
    return stopped;
  };
  const address = addressOf(app.server, pair !== undefined);
  /** Once for all changes of the same turn: thousands of services change together. */
  let areTimeoutsDue = false;
  const applyTimeouts = (): void => {
    if (areTimeoutsDue) return;
    areTimeoutsDue = true;
    setImmediate(() => {
      areTimeoutsDue = false;
      setTimeouts(app.server, serverTimeouts(services.list(), limits));
    });
  };
  const runningService = (part: OpenAppService): RunningService => {
    let { app: service } = part;
    const { engine, load } = service;
    const others = (): readonly AppService[] => services.list().filter((other) => other !== service);
    return {
      running: () => load.running,
      answerBytes: () => load.answerBytes,
      limits: service.limits,
      setLimits(fresh) {
        part.setLimits(fresh);
        limits = fresh;
        applyTimeouts();
      },
      setKeys: part.keyring.use,
      setRoute(route) {
        const moved = { ...service, route };
        services.replace([...others(), moved]);
        service = moved;
      },
      async remove() {
        services.replace(others());
        hosted.delete(part);
        part.keyring.stop();
        for (let left = limits.shutdownTimeout; left > 0 && load.running > 0; left -= pollMs) await setTimeout(pollMs);
        await engine.close();
      },
    };
  };
  const add = (service: HostedService): RunningService => {
    const part = openAppService(service);
    hosted.add(part);
    services.replace([...services.list(), part.app]);
    applyTimeouts();
    return runningService(part);
  };
  return { ok: true, service: { address, services: first.map(runningService), add, stop } };
}
