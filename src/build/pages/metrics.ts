/** docs/metrics.md: every metric of the service, from its definition. */
import { createDefinitions } from '../../service/observability/metrics/index.ts';
import { codeCell, markdownTable } from './markdown.ts';

const intro = `\`GET /metrics\` of the admin listener ([operations.md](operations.md#monitor)) returns them in the text format of Prometheus. Names and labels are stable: a release
that removes or renames one says so. Durations are in seconds. Labels have values of the contract, the profile and the program only, never data of the ERP or of a
caller, so that the number of time series is bounded: about 16 for each endpoint and operation of a source. The label \`service\` is set only if the process has [several services](howto/several-companies.md#in-one-process).`;

const processNote = `## Metrics of the process

The usual names of Prometheus clients, from the package prom-client. The most useful ones:

| metric | meaning |
| --- | --- |
| \`process_resident_memory_bytes\`, \`nodejs_heap_size_used_bytes\`, \`nodejs_external_memory_bytes\` | memory |
| \`process_cpu_seconds_total\` | processor time |
| \`nodejs_eventloop_lag_p50_seconds\`, \`nodejs_eventloop_lag_p99_seconds\`, \`nodejs_eventloop_lag_max_seconds\` | delay of the event loop since the previous request of the metrics, measured every 10 ms: an idle service has about 0.010 |
| \`process_open_fds\`, \`process_max_fds\` | file descriptors, on Linux |
| \`process_start_time_seconds\`, \`nodejs_version_info\` | start, version of Node |`;

/** The page. */
export async function metricsPage(): Promise<string> {
  const { registry } = createDefinitions();
  const metrics = (await registry.getMetricsAsJSON()).map(({ name, help, type }) => {
    const metric = registry.getSingleMetric(name);
    return { name, help, type: String(type), labels: labelsOf(metric) };
  });
  const rows = metrics
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, help, type, labels }) => [codeCell(name), type, labels.map(codeCell).join(', '), help]);
  const table = markdownTable(['metric', 'type', 'labels', 'meaning'], rows);
  return `${['# Metrics', intro, '## Metrics of the service', table, processNote].join('\n\n')}\n`;
}

/** prom-client has the names of the labels in a property that its types leave out. */
function labelsOf(metric: object | undefined): readonly string[] {
  const names: unknown = metric !== undefined && 'labelNames' in metric ? metric.labelNames : [];
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
