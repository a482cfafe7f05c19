/**
 * What the standard environment variables of OpenTelemetry say about traces and metrics. The exporters themselves read headers, certificates and
 * compression, and the detector of resources reads `OTEL_RESOURCE_ATTRIBUTES`.
 */

/** `OTEL_EXPORTER_OTLP_PROTOCOL`. */
type Protocol = 'http/protobuf' | 'http/json';

interface ExportSettings {
  /** Where the signal is sent. */
  readonly url: string;
  readonly protocol: Protocol;
  /** `OTEL_SERVICE_NAME`; undefined if it is not set. */
  readonly serviceName: string | undefined;
}

export interface TraceSettings extends ExportSettings {
  readonly sampler: SamplerName;
  /** Part of the traces that a ratio sampler keeps, from 0 to 1. */
  readonly ratio: number;
}

/** Times in milliseconds. */
export interface MetricSettings extends ExportSettings {
  /** Time between two exports. */
  readonly interval: number;
  /** Longest time of an export. */
  readonly timeout: number;
}

/** Values of `OTEL_TRACES_SAMPLER`. `parentbased_`: a caller's decision counts. */
const samplerNames = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
type SamplerName = (typeof samplerNames)[number];

type Variables = Readonly<Record<string, string | undefined>>;
type Signal = 'TRACES' | 'METRICS';

const defaultUrl = 'http://localhost:4318';
const [defaultInterval, defaultTimeout] = [60_000, 30_000];

const read = (environment: Variables, name: string): string => environment[name]?.trim() ?? '';

const isDisabled = (environment: Variables): boolean => read(environment, 'OTEL_SDK_DISABLED').toLowerCase() === 'true';

/** The names in `OTEL_TRACES_EXPORTER` or `OTEL_METRICS_EXPORTER`. */
function exportersOf(environment: Variables, signal: Signal): readonly string[] {
  const names = read(environment, `OTEL_${signal}_EXPORTER`).toLowerCase().split(',');
  return names.map((name) => name.trim()).filter(Boolean);
}

const protocolVariables = (signal: Signal) =>
  [`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const;

function exportSettings(environment: Variables, signal: Signal): ExportSettings | undefined {
  const exporters = exportersOf(environment, signal);
  const base = read(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const signalEndpoint = read(environment, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`);
  const isAskedFor = exporters.includes('otlp') || (exporters.length === 0 && (base !== '' || signalEndpoint !== ''));
  if (isDisabled(environment) || !isAskedFor) return undefined;
  const [ownProtocol, protocol] = protocolVariables(signal).map((name) => read(environment, name));
  return {
    url: signalEndpoint || `${(base || defaultUrl).replace(/\/+$/, '')}/v1/${signal.toLowerCase()}`,
    protocol: (ownProtocol || protocol) === 'http/json' ? 'http/json' : 'http/protobuf',
    serviceName: read(environment, 'OTEL_SERVICE_NAME') || undefined,
  };
}

/** Undefined if the environment does not ask for traces. An unknown sampler counts as the default one, as the specification demands. */
export function traceSettings(environment: Variables): TraceSettings | undefined {
  const settings = exportSettings(environment, 'TRACES');
  const given = read(environment, 'OTEL_TRACES_SAMPLER');
  const ratio = Number(read(environment, 'OTEL_TRACES_SAMPLER_ARG') || '1');
  return (
    settings && {
      ...settings,
      sampler: samplerNames.find((name) => name === given) ?? 'parentbased_always_on',
      ratio: ratio >= 0 && ratio <= 1 ? ratio : 1,
    }
  );
}

/** Undefined if the environment does not ask for metrics. A value that is not a positive whole number counts as the default. */
export function metricSettings(environment: Variables): MetricSettings | undefined {
  const settings = exportSettings(environment, 'METRICS');
  const milliseconds = (name: string, fallback: number): number => {
    const text = read(environment, name);
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback;
  };
  const interval = milliseconds('OTEL_METRIC_EXPORT_INTERVAL', defaultInterval);
  const timeout = Math.min(interval, milliseconds('OTEL_METRIC_EXPORT_TIMEOUT', defaultTimeout));
  return settings && { ...settings, interval, timeout };
}

interface IgnoredVariable {
  readonly variable: string;
  readonly message: string;
}

/** Variables whose values the service does not support. */
export function ignoredVariables(environment: Variables): readonly IgnoredVariable[] {
  if (isDisabled(environment)) return [];
  const exporters = (['TRACES', 'METRICS'] as const).flatMap((signal) => {
    const unknown = exportersOf(environment, signal).filter((name) => name !== 'otlp' && name !== 'none');
    const message = `Only otlp and none are supported, not ${unknown.join(', ')}. For Prometheus, set adminPort.`;
    return unknown.length === 0 ? [] : [{ variable: `OTEL_${signal}_EXPORTER`, message }];
  });
  const names = new Set([...protocolVariables('TRACES'), ...protocolVariables('METRICS')]);
  const protocols = [...names].flatMap((variable) => {
    const value = read(environment, variable);
    const message = `Only http/protobuf and http/json are supported, not ${value}: http/protobuf is used.`;
    return ['', 'http/protobuf', 'http/json'].includes(value) ? [] : [{ variable, message }];
  });
  return [...exporters, ...protocols];
}
