/** What the standard environment variables of OpenTelemetry say about traces. The exporter itself reads headers, time limits and certificates. */

export interface TraceSettings {
  /** Where traces are sent. */
  readonly url: string;
  readonly serviceName: string;
  readonly sampler: SamplerName;
  /** Part of the traces that a ratio sampler keeps, from 0 to 1. */
  readonly ratio: number;
}

/** Values of `OTEL_TRACES_SAMPLER`. `parentbased_`: a caller's decision counts. */
export const samplerNames = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
export type SamplerName = (typeof samplerNames)[number];

type Variables = Readonly<Record<string, string | undefined>>;

const defaultUrl = 'http://localhost:4318';

/** Undefined if the environment does not ask for traces. An unknown sampler counts as the default one, as the specification demands. */
export function traceSettings(environment: Variables): TraceSettings | undefined {
  const read = (name: string): string => environment[name]?.trim() ?? '';
  const exporter = read('OTEL_TRACES_EXPORTER').toLowerCase();
  const [base, own] = [read('OTEL_EXPORTER_OTLP_ENDPOINT'), read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')];
  const isDisabled = read('OTEL_SDK_DISABLED').toLowerCase() === 'true';
  const isAskedFor = exporter === 'otlp' || (exporter === '' && (base !== '' || own !== ''));
  if (isDisabled || !isAskedFor) return undefined;
  const given = read('OTEL_TRACES_SAMPLER');
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') || '1');
  return {
    url: own || `${(base || defaultUrl).replace(/\/+$/, '')}/v1/traces`,
    serviceName: read('OTEL_SERVICE_NAME') || 'erp-engine',
    sampler: samplerNames.find((name) => name === given) ?? 'parentbased_always_on',
    ratio: ratio >= 0 && ratio <= 1 ? ratio : 1,
  };
}
