/**
 * What lets an operator see the service from outside: the log, the admin listener, and traces and metrics for a collector. All but the log are
 * loaded only if they are configured.
 */
import type { Diagnostic } from '../../../engine/index.ts';
import type { Configuration } from '../config/load.ts';
import { shownAddress } from '../config/store-address.ts';
import type { Emit } from '../events/events.ts';
import type { LogLevel } from '../events/log-levels.ts';
import { createLogger } from '../events/logger.ts';
import { readableLines } from '../events/readable-lines.ts';
import type { Admin } from '../observability/admin/admin.ts';
import type { AdminApi } from '../observability/admin/admin-server.ts';
import type { Monitor, MonitoredParts } from '../observability/admin/monitor.ts';
import { ignoredVariables, metricSettings, traceSettings } from '../observability/otlp/environment.ts';
import type { ReportFailure } from '../observability/otlp/failure-report.ts';
import type { MetricsPush } from '../observability/otlp/push-metrics.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { RequestTracer } from '../server/request-tracer.ts';
import type { Host } from './host.ts';

export interface Observability {
  /** Reports an event to all that observe the service. */
  readonly emit: Emit;
  /** Which statements an engine reports with this level of the log: those whose reports are used. */
  reportStatements(logLevel: LogLevel): 'traced' | 'all' | undefined;
  /** Changes the lowest level of logged events. */
  setLogLevel(level: LogLevel): void;
  /** Undefined if requests are not traced. */
  readonly tracer: RequestTracer | undefined;
  /** Opens the admin listener, if it is configured. Returns the finding if its port cannot be opened. */
  start(): Promise<Diagnostic | undefined>;
  /** Supplies the parts of each service that are reported on. */
  attach(parts: readonly MonitoredParts[]): void;
  /** The monitor; undefined if nothing needs it. */
  readonly monitor: Monitor | undefined;
  /** Serves an API on the admin listener, if there is one. */
  serveApi(api: AdminApi): void;
  close(): Promise<void>;
}

/** Log, metrics, traces and admin listener, as configured. Modules that are not configured are not loaded. */
export async function createObservability(host: Host, config: Configuration): Promise<Observability> {
  const { settings, environment } = config;
  // A width is known only of a terminal.
  const isText = settings.logFormat === 'text' || (settings.logFormat === 'auto' && host.width !== undefined);
  const { emit: log, setLevel } = createLogger(
    settings.logLevel,
    isText ? readableLines(host.log, host.color.err) : host.log,
  );
  const isMonitored = settings.adminPort !== undefined || metricSettings(environment) !== undefined;
  const { monitor, admin } = isMonitored ? await loadMonitor(host, config, log) : {};
  const emit: Emit =
    monitor === undefined
      ? log
      : (event) => {
          log(event);
          monitor.observe(event);
        };
  const telemetry = await loadTelemetry(host, config, { monitor, emit });
  return {
    emit,
    reportStatements(logLevel) {
      if (monitor !== undefined || logLevel === 'debug') return 'all';
      return telemetry.tracing === undefined ? undefined : 'traced';
    },
    setLogLevel: setLevel,
    tracer: telemetry.tracing,
    async start() {
      for (const ignored of ignoredVariables(environment)) {
        emit({ level: 'warn', event: 'telemetry_setting_ignored', ...ignored });
      }
      if (admin === undefined || settings.adminPort === undefined) return undefined;
      const started = await admin.listen(settings.adminHost, settings.adminPort);
      if (!started.ok) return started.diagnostic;
      log({ level: 'info', event: 'admin_listening', address: started.address });
      return undefined;
    },
    attach: (parts) => monitor?.attach(parts),
    monitor,
    serveApi: (api) => admin?.serve(api),
    async close() {
      await Promise.all([telemetry.tracing?.close(), telemetry.push?.close()]);
      await admin?.close();
    },
  };
}

async function loadMonitor(
  { version, now, contract }: Host,
  configuration: Configuration,
  log: Emit,
): Promise<{ readonly monitor: Monitor; readonly admin: Admin | undefined }> {
  const { createAdmin, createMonitor } = await import('../observability/admin/index.ts');
  const paths = new Set(contract.endpoints.map(({ path }) => path));
  const { settings } = configuration;
  const services = configuration.services.map(({ name, profileFile = '' }) => ({ name, profile: profileFile }));
  const monitor = createMonitor({ version, services, store: shownAddress(settings.store), paths, now });
  return { monitor, admin: settings.adminPort === undefined ? undefined : createAdmin(monitor, log) };
}

interface Telemetry {
  readonly tracing?: Tracing;
  readonly push?: MetricsPush;
}

interface Observed {
  readonly monitor: Monitor | undefined;
  readonly emit: Emit;
}

/** Traces and metrics for a collector, as far as the environment asks for them. */
async function loadTelemetry(host: Host, config: Configuration, { monitor, emit }: Observed): Promise<Telemetry> {
  const [traces, metrics] = [traceSettings(config.environment), metricSettings(config.environment)];
  if (traces === undefined && metrics === undefined) return {};
  const { failureReport } = await import('../observability/otlp/failure-report.ts');
  const report: ReportFailure = failureReport(emit);
  const { version, now } = host;
  return {
    ...(traces && {
      tracing: (await import('../observability/tracing/tracing.ts')).createTracing({
        settings: traces,
        version,
        forwards: config.settings.forwardTrace,
        report,
      }),
    }),
    ...(metrics &&
      monitor && {
        push: (await import('../observability/otlp/push-metrics.ts')).pushMetrics({
          settings: metrics,
          version,
          report,
          now,
          since: now(),
          scheme: config.pair === undefined ? 'http' : 'https',
          registry: monitor.metrics,
        }),
      }),
  };
}
