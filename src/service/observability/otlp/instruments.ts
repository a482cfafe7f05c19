/**
 * Which instrument of OpenTelemetry a metric of Prometheus is. Where a semantic convention of OpenTelemetry describes the same quantity, its name,
 * unit and attributes are used (semantic conventions 1.45: HTTP, database, process and Node.js metrics). Other metrics keep their names, without
 * the suffixes that Prometheus demands: a collector that writes to Prometheus adds these again.
 */

export type Kind = 'counter' | 'up-down counter' | 'gauge' | 'histogram';

export type Labels = Readonly<Record<string, string | number | undefined>>;

export interface Instrument {
  readonly name: string;
  /** In the notation of UCUM. */
  readonly unit: string;
  readonly kind: Kind;
  readonly attributes: Labels;
}

/** A metric of Prometheus with one set of labels. */
interface Series {
  readonly name: string;
  readonly kind: Kind;
  readonly labels: Labels;
}

/** The instrument of a series; undefined if another one has the same numbers. */
type Convention = (labels: Labels) => Omit<Instrument, 'kind'> & { readonly kind?: Kind };

/** The label of requests to paths that the contract does not have. */
const otherPath = 'other';

const request = (scheme: string, { endpoint }: Labels): Labels =>
  endpoint === otherPath
    ? { 'http.request.method': '_OTHER', 'url.scheme': scheme }
    : { 'http.request.method': 'POST', 'url.scheme': scheme, 'http.route': endpoint };

/** Pools of connections to databases follow the convention; the engine's limit on concurrent requests by HTTP has none. */
const pool =
  (ownName: string, convention: string, unit: string, more: Labels = {}): Convention =>
  (labels) =>
    labels.pool === 'request'
      ? { name: ownName, unit: '', attributes: labels }
      : {
          name: convention,
          unit,
          kind: 'up-down counter',
          attributes: { 'db.client.connection.pool.name': `${labels.source}/${labels.pool}`, ...more },
        };

const delay =
  (part: string): Convention =>
  () => ({ name: `nodejs.eventloop.delay.${part}`, unit: 's', attributes: {} });

const cpuTime =
  (mode: string): Convention =>
  () => ({ name: 'process.cpu.time', unit: 's', attributes: { 'cpu.mode': mode } });

/** `scheme`: of the service's address. */
function conventions(scheme: string): Readonly<Record<string, Convention>> {
  return {
    engine_request_duration_seconds: (labels) => ({
      name: 'http.server.request.duration',
      unit: 's',
      attributes: request(scheme, labels),
    }),
    engine_requests_running: (labels) => ({
      name: 'http.server.active_requests',
      unit: '{request}',
      kind: 'up-down counter',
      attributes: { 'http.request.method': 'POST', 'url.scheme': scheme, ...labels },
    }),
    engine_pool_size: pool('engine.pool_size', 'db.client.connection.limit', '{connection}'),
    engine_pool_in_use: pool('engine.pool_in_use', 'db.client.connection.count', '{connection}', {
      'db.client.connection.state': 'used',
    }),
    engine_pool_waiting: pool('engine.pool_waiting', 'db.client.connection.pending_requests', '{request}'),
    process_cpu_user_seconds_total: cpuTime('user'),
    process_cpu_system_seconds_total: cpuTime('system'),
    process_resident_memory_bytes: () => ({
      name: 'process.memory.usage',
      unit: 'By',
      kind: 'up-down counter',
      attributes: {},
    }),
    process_open_fds: () => ({
      name: 'process.unix.file_descriptor.count',
      unit: '{file_descriptor}',
      kind: 'up-down counter',
      attributes: {},
    }),
    nodejs_eventloop_lag_min_seconds: delay('min'),
    nodejs_eventloop_lag_max_seconds: delay('max'),
    nodejs_eventloop_lag_mean_seconds: delay('mean'),
    nodejs_eventloop_lag_stddev_seconds: delay('stddev'),
    nodejs_eventloop_lag_p50_seconds: delay('p50'),
    nodejs_eventloop_lag_p90_seconds: delay('p90'),
    nodejs_eventloop_lag_p99_seconds: delay('p99'),
  };
}

/** The sum of two other metrics. */
const derived: ReadonlySet<string> = new Set(['process_cpu_seconds_total']);

const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['_seconds', 's'],
  ['_bytes', 'By'],
];

function unchanged({ name, labels }: Series): Omit<Instrument, 'kind'> {
  const base = name.replace(/_total$/, '').replace(/^engine_/, 'engine.');
  const [suffix = '', unit = ''] = units.find(([end]) => base.endsWith(end)) ?? [];
  return { name: base.slice(0, base.length - suffix.length), unit, attributes: labels };
}

/** Finds the instrument of a series; undefined if other instruments have its numbers. `scheme`: of the service's address, `http` or `https`. */
export function createInstruments(scheme: string): (series: Series) => Instrument | undefined {
  const conventionsByName = new Map(Object.entries(conventions(scheme)));
  return (series) => {
    if (derived.has(series.name)) return undefined;
    const { service, ...labels } = series.labels;
    const instrument = conventionsByName.get(series.name)?.(labels) ?? unchanged({ ...series, labels });
    const attributes =
      service === undefined ? instrument.attributes : { ...instrument.attributes, 'engine.service': service };
    return { kind: series.kind, ...instrument, attributes };
  };
}
