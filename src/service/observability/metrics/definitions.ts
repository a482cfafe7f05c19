/**
 * The metrics of the service. Their names are stable: dashboards and alert rules of operators use them. docs/metrics.md is generated from this
 * file. Label values are bounded by the contract, the profile and the program; they contain no data of the ERP.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js';
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import version from 'prom-client/lib/metrics/version.js';

/** Upper bounds in seconds: from an answer out of the cache of a database to the longest time of a request. */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createDefinitions>;

/** Label of the service, if the process has several. A single one has no such label. */
const serviceLabel = 'service';

/** The labels of an event or of a state. */
export const serviceLabels = (service: string | undefined): { readonly service?: string } =>
  service === undefined ? {} : { service };

/** A new set of metrics, all of them zero, in a new registry. */
export function createDefinitions() {
  const registry = new Registry();
  const registers = [registry];
  // All but those of the process have the label of the service.
  const withService = <const L extends string>(labelNames: readonly L[]) => [...labelNames, serviceLabel] as const;
  const counter = <const L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
    new Counter<L | typeof serviceLabel>({ name, help, labelNames: [...withService(labelNames)], registers });
  const gauge = <const L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
    new Gauge<L | typeof serviceLabel>({ name, help, labelNames: [...withService(labelNames)], registers });
  const histogram = <const L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
    new Histogram<L | typeof serviceLabel>({
      name,
      help,
      labelNames: [...withService(labelNames)],
      buckets: seconds,
      registers,
    });
  return { registry, ...requestMetrics(), ...sourceMetrics(), ...writeMetrics(), ...stateMetrics() };

  function requestMetrics() {
    return {
      requests: counter(
        'engine_requests_total',
        'Answered requests. outcome: ok, refused (status 4xx), failed (5xx), or aborted by the client. Unknown paths have the endpoint "other".',
        'endpoint',
        'status',
        'outcome',
      ),
      requestDuration: histogram(
        'engine_request_duration_seconds',
        'Time from the arrival of the headers to the end of the answer.',
        'endpoint',
      ),
      failedCalls: counter(
        'engine_calls_failed_total',
        'Requests that were answered with an error, by the kind of the problem: invalid, unprovided, throttled, unreachable, timeout, broken, bug.',
        'endpoint',
        'problem',
      ),
      shedRequests: counter(
        'engine_requests_shed_total',
        'Requests that were refused because more than `concurrency` were in progress.',
      ),
      waitedAnswers: counter(
        'engine_answers_waited_total',
        'Waits of requests for memory for answers of the ERP (`answersLimit`, `allAnswersLimit`).',
      ),
      refusedAnswers: counter(
        'engine_answers_refused_total',
        'Requests that were refused because they got no such memory within `requestTimeout`.',
      ),
      malformedRequests: new Counter({
        name: 'engine_requests_malformed_total',
        help: 'Received bytes that were not an HTTP request, or requests that did not arrive in time.',
        registers,
      }),
      faults: counter('engine_faults_total', 'Logged events of level warn or error.', 'event', 'level'),
    };
  }

  function sourceMetrics() {
    return {
      sourceDuration: histogram(
        'engine_source_duration_seconds',
        'Duration of statements (operation: read, write) and of requests to ERPs by HTTP (operation: the method). A read includes the wait for a connection.',
        'source',
        'operation',
      ),
      sourceResults: counter(
        'engine_source_results_total',
        'Statements and requests to ERPs by HTTP. result: ok, the class of an HTTP status (2xx, 4xx, 5xx), none for a missing answer, or the kind of error of a statement.',
        'source',
        'operation',
        'result',
      ),
      sourceRows: counter('engine_source_rows_total', 'Rows that statements returned or changed.', 'source'),
      sourceRetries: counter(
        'engine_source_retries_total',
        'Requests to an ERP by HTTP that were sent again.',
        'source',
      ),
      sourceThrottled: counter(
        'engine_source_throttled_total',
        'Answers of an ERP by HTTP that it takes no more requests for now.',
        'source',
      ),
      failedLogins: counter('engine_source_logins_failed_total', 'Failed logins and requests for tokens.', 'source'),
      consents: counter(
        'engine_consents_total',
        'Consents of customers that were begun in a browser, by outcome: stored, refused.',
        'source',
        'outcome',
      ),
      droppedRows: counter(
        'engine_rows_dropped_total',
        'Rows of the ERP that break the contract and were left out.',
        'endpoint',
      ),
      correctedValues: counter(
        'engine_values_corrected_total',
        'Values of the ERP that break the contract and were corrected.',
        'endpoint',
      ),
    };
  }

  function writeMetrics() {
    return {
      writes: counter(
        'engine_write_events_total',
        'Events of writes: adopted, coalesced, repeated, retried, in_doubt, looked_up, undone, held, overtaken, right_missing.',
        'endpoint',
        'event',
      ),
      claims: gauge(
        'engine_claims',
        'Writes by HTTP in the store that are not settled, by state: claimed, sent, unknown (in doubt), undoing, undo_lost, held (an operator has to decide). Missing while the store cannot be read.',
        'state',
      ),
    };
  }

  function stateMetrics() {
    const labels = ['source', 'pool'] as const;
    return {
      ready: gauge('engine_ready', '1 if the service is ready, as in /ready.'),
      suspended: gauge('engine_suspended', '1 if an operator has suspended the service.'),
      running: gauge('engine_requests_running', 'Requests in progress.'),
      concurrency: gauge('engine_requests_running_limit', 'The setting `concurrency`: further requests are refused.'),
      answerBytes: gauge(
        'engine_answers_bytes',
        'Bytes of answers of the ERP that requests in progress hold; their values and rows take several times as much memory.',
      ),
      answersLimit: gauge('engine_answers_limit_bytes', 'The setting `answersLimit`: beyond it, further reads wait.'),
      consentNeeded: gauge(
        'engine_consent_needed',
        '1 if the consent of the customer is missing, expired or revoked; `engine auth link` makes a link for a new one.',
      ),
      sourceReady: gauge('engine_source_ready', '1 if the source answered its last probe.', 'source'),
      sourceDrifted: gauge(
        'engine_source_drifted',
        '1 if the profile does not fit the database of the source: a table or column has changed.',
        'source',
      ),
      circuitOpen: gauge(
        'engine_source_circuit_open',
        '1 if requests to the source fail at once, because the ERP did not answer several times.',
        'source',
      ),
      poolSize: gauge(
        'engine_pool_size',
        'Largest number of connections, or of concurrent requests by HTTP. pool: read, write, request.',
        ...labels,
      ),
      poolInUse: gauge('engine_pool_in_use', 'Connections or requests in use.', ...labels),
      poolWaiting: gauge('engine_pool_waiting', 'Callers that wait for a connection or for their turn.', ...labels),
      storeAvailable: new Gauge({
        name: 'engine_store_available',
        help: '1 if the store can be used.',
        registers,
      }),
      endpoints: gauge(
        'engine_endpoints',
        'Endpoints by what the profile does with them: provided, unavailable, undecided.',
        'state',
      ),
      build: new Gauge({
        name: 'engine_build_info',
        help: 'Always 1; version of the program.',
        labelNames: ['version'],
        registers,
      }),
    };
  }
}

/** Those of prom-client's metrics that cost nothing between two requests for them. An observer of the garbage collector costs up to a tenth of the processor time. */
const processMetrics = [
  eventLoopLag,
  heapSizeAndUsed,
  osMemoryHeap,
  processCpuTotal,
  processMaxFileDescriptors,
  processOpenFileDescriptors,
  processStartTime,
  version,
];

/** Adds the metrics of the process: memory, processor time, delay of the event loop (measured every 10 ms), file descriptors. */
export function addProcessMetrics(registry: Registry): void {
  for (const addTo of processMetrics) addTo(registry, { eventLoopMonitoringPrecision: 10 });
}
