/** The running service: listens, reloads keys and certificate when their files change, and shuts down gracefully. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Key } from '../config/api-keys.ts';
import { watchFiles } from '../config/file-watcher.ts';
import type { LoadedConfig } from '../config/load.ts';
import { readKeyPair } from '../config/tls.ts';
import type { Emit } from '../events/events.ts';
import { createKeyring } from './api-key-reloader.ts';
import { createApp } from './app.ts';
import { limitConnections } from './connection-limit.ts';
import type { ServedEngine } from './engine-api.ts';
import { drain, idleConnections } from './graceful-shutdown.ts';
import { setKeyPair, setTimeouts } from './http-server.ts';
import type { Limits } from './limits.ts';
import { addressOf, listenFault, serviceFlags } from './listen.ts';
import type { RequestTracer } from './request-tracer.ts';

/** Longest time in which connected clients still get answers after the start of a shutdown, in milliseconds. */
const drainMs = 250;

export interface ServiceOptions {
  readonly engine: ServedEngine;
  readonly config: LoadedConfig;
  /** Valid keys in addition to those of the configuration. */
  readonly extraKeys: readonly Key[];
  /** Reads the configuration again. */
  readonly reload: () => LoadedConfig;
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly serviceName: string;
  /** The limit of the operating system on open files; undefined if it has none. */
  readonly openFiles?: number | undefined;
  /** Undefined if requests are not traced. */
  readonly tracer?: RequestTracer | undefined;
}

export interface Service {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  /** Number of requests in progress. */
  running(): number;
  /** The limits that apply now. */
  limits(): Limits;
  /** Replaces the limits for requests that begin from now on. */
  setLimits(limits: Limits): void;
  /**
   * Stops the service; further calls return the same promise. Refuses new requests with 503, closes the listener, lets requests in progress
   * finish within `shutdownTimeout`, and closes the engine.
   */
  stop(reason: string): Promise<void>;
}

export type Started =
  | { readonly ok: true; readonly service: Service }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Starts to listen. The engine must have been started; if this fails, the caller closes it. */
export async function startService(options: ServiceOptions): Promise<Started> {
  const { engine, config, emit, now, serviceName, extraKeys } = options;
  const { settings, pair } = config;
  const load = { running: 0 };
  let limits: Limits = settings;
  let stopping = false;
  const keyring = createKeyring({ config, reload: options.reload, emit });
  const app = createApp({
    engine,
    emit,
    now,
    serviceName,
    load,
    pair,
    limits: () => limits,
    tracer: options.tracer,
    keys: () => [...keyring.keys(), ...extraKeys],
    stopping: () => stopping,
  });
  const idle = idleConnections(app.server);
  if (options.openFiles !== undefined) limitConnections(app.server, options.openFiles, emit, now);
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    keyring.stop();
    await app.close();
    return {
      ok: false,
      diagnostic: listenFault(error, { host: settings.host, port: settings.port, flags: serviceFlags }),
    };
  }

  const reloadPair = (): void => {
    if (settings.tlsCert === undefined || settings.tlsKey === undefined) return;
    const read = readKeyPair(settings.tlsCert, settings.tlsKey);
    if (read.ok) {
      setKeyPair(app.server, read.pair);
      emit({ level: 'info', event: 'certificate_reloaded' });
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
  const watchers = [keyring, watchFiles(() => pairFiles, reloadPair)];

  let stopped: Promise<void> | undefined;
  const end = async (reason: string): Promise<void> => {
    stopping = true;
    emit({ level: 'info', event: 'stopping', reason, running: load.running });
    for (const watcher of watchers) watcher.stop();
    const closeAll = setTimeout(() => {
      emit({ level: 'warn', event: 'stopped_late', running: load.running });
      app.server.closeAllConnections();
    }, limits.shutdownTimeout);
    await drain(app.server, Math.min(drainMs, limits.shutdownTimeout));
    const closed = app.close();
    idle.close();
    await closed;
    clearTimeout(closeAll);
    await engine.close();
    emit({ level: 'info', event: 'stopped' });
  };
  const stop = (reason: string): Promise<void> => {
    stopped ??= end(reason);
    return stopped;
  };
  const address = addressOf(app.server, pair !== undefined);
  const setLimits = (fresh: Limits): void => {
    limits = fresh;
    setTimeouts(app.server, fresh);
  };
  return { ok: true, service: { address, running: () => load.running, limits: () => limits, setLimits, stop } };
}
