/**
 * What lets an operator see the service from outside: the log, the admin listener with its metrics, and traces. Listener and traces are loaded only
 * if they are configured.
 */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Admin, AdminParts } from '../admin/admin.ts';
import type { LoadedConfig } from '../config/load.ts';
import { shownAddress } from '../config/store-address.ts';
import type { Emit } from '../events/events.ts';
import type { LogLevel } from '../events/log-levels.ts';
import { createLogger } from '../events/logger.ts';
import { readableLines } from '../events/readable-lines.ts';
import type { RequestTracer } from '../server/request-tracer.ts';
import { traceSettings } from '../tracing/environment.ts';
import type { Tracing } from '../tracing/tracing.ts';
import type { Host } from './host.ts';

export interface Observability {
  /** Reports an event to all that observe the service. */
  readonly emit: Emit;
  /** Whether an engine reports each statement with this level of the log, because something uses the reports. */
  reportStatements(logLevel: LogLevel): boolean;
  /** Changes the lowest level of logged events. */
  setLogLevel(level: LogLevel): void;
  /** Undefined if requests are not traced. */
  readonly tracer: RequestTracer | undefined;
  /** Opens the admin listener, if it is configured. Returns the finding if its port cannot be opened. */
  start(): Promise<Diagnostic | undefined>;
  /** Supplies the parts of the service that are reported on. */
  attach(parts: AdminParts): void;
  close(): Promise<void>;
}

export async function createObservability(host: Host, config: LoadedConfig): Promise<Observability> {
  const { settings } = config;
  // A width is known only of a terminal.
  const isText = settings.logFormat === 'text' || (settings.logFormat === 'auto' && host.width !== undefined);
  const { emit: log, setLevel } = createLogger(
    settings.logLevel,
    isText ? readableLines(host.log, host.color.err) : host.log,
  );
  const admin = settings.adminPort === undefined ? undefined : await loadAdmin(host, config, log);
  const tracing = await loadTracing(host, config, (event) => emit(event));
  const emit: Emit =
    admin === undefined
      ? log
      : (event) => {
          log(event);
          admin.observe(event);
        };
  return {
    emit,
    reportStatements: (logLevel) => admin !== undefined || tracing !== undefined || logLevel === 'debug',
    setLogLevel: setLevel,
    tracer: tracing,
    async start() {
      if (admin === undefined || settings.adminPort === undefined) return undefined;
      const started = await admin.listen(settings.adminHost, settings.adminPort);
      if (!started.ok) return started.diagnostic;
      log({ level: 'info', event: 'admin_listening', address: started.address });
      return undefined;
    },
    attach: (parts) => admin?.attach(parts),
    async close() {
      await tracing?.close();
      await admin?.close();
    },
  };
}

async function loadAdmin({ version, now, contract }: Host, config: LoadedConfig, log: Emit): Promise<Admin> {
  const { createAdmin } = await import('../admin/index.ts');
  const { store } = config.settings;
  const paths = new Set(contract.endpoints.map(({ path }) => path));
  const profile = config.profileFile ?? '';
  return createAdmin({ version, profile, store: shownAddress(store), paths, now }, log);
}

async function loadTracing({ version }: Host, config: LoadedConfig, emit: Emit): Promise<Tracing | undefined> {
  const settings = traceSettings(config.environment);
  if (settings === undefined) return undefined;
  const { createTracing } = await import('../tracing/index.ts');
  return createTracing({ settings, version, forwards: config.settings.forwardTrace, emit });
}
