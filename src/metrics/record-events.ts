/** Counts events of the service in its metrics. */
import type { Counter, LabelValues } from 'prom-client';
import type { Emit } from '../events/events.ts';
import { type Metrics, serviceLabels } from './definitions.ts';

/** The label of requests to paths that the contract does not have: a client could send any number of different ones. */
const otherPath = 'other';

type Outcome = 'ok' | 'refused' | 'failed' | 'aborted';

function outcomeOf(status: number, aborted: boolean): Outcome {
  if (aborted) return 'aborted';
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/** `2xx`; `none` without an answer. */
const classOf = (status: number | undefined): string =>
  status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;

/** A counter whose increments are added up until the metrics are requested: the counter itself hashes its labels each time. */
class BatchedCounter<L extends string> {
  readonly #counter: Counter<L>;
  readonly #sums = new Map<string, { readonly labels: LabelValues<L>; sum: number }>();

  constructor(counter: Counter<L>) {
    this.#counter = counter;
  }

  /** `key` identifies the labels. */
  add(key: string, labels: LabelValues<L>, by = 1): void {
    const entry = this.#sums.get(key);
    if (entry === undefined) this.#sums.set(key, { labels, sum: by });
    else entry.sum += by;
  }

  flush(): void {
    for (const entry of this.#sums.values()) {
      if (entry.sum > 0) this.#counter.inc(entry.labels, entry.sum);
      entry.sum = 0;
    }
  }
}

export interface EventRecorder {
  readonly record: Emit;
  /** Adds what has been counted to the metrics. Call it before they are read. */
  flush(): void;
}

/** Counts each event. `paths`: the endpoints of the contract. */
export function recordEvents(metrics: Metrics, paths: ReadonlySet<string>): EventRecorder {
  const requests = new BatchedCounter(metrics.requests);
  const results = new BatchedCounter(metrics.sourceResults);
  const sourceRows = new BatchedCounter(metrics.sourceRows);
  const count: Emit = (event) => {
    const of = serviceLabels(event.service);
    const prefix = event.service ?? '';
    switch (event.event) {
      case 'request': {
        const endpoint = paths.has(event.path) ? event.path : otherPath;
        const { status, aborted } = event;
        const outcome = outcomeOf(status, aborted);
        requests.add(`${prefix} ${endpoint} ${status} ${outcome}`, { ...of, endpoint, status, outcome });
        metrics.requestDuration.add(`${prefix} ${endpoint}`, { ...of, endpoint }, event.ms / 1_000);
        return;
      }
      case 'statement_ran': {
        const { source, operation, rows, error } = event;
        const labels = { ...of, source, operation };
        metrics.sourceDuration.add(`${prefix} ${source} ${operation}`, labels, event.ms / 1_000);
        const result = error ?? 'ok';
        results.add(`${prefix} ${source} ${operation} ${result}`, { ...of, source, operation, result });
        if (rows !== undefined) sourceRows.add(`${prefix} ${source}`, { ...of, source }, rows);
        return;
      }
      case 'erp_request': {
        const { source, method: operation, status } = event;
        const labels = { ...of, source, operation };
        metrics.sourceDuration.add(`${prefix} ${source} ${operation}`, labels, event.ms / 1_000);
        const result = classOf(status);
        results.add(`${prefix} ${source} ${operation} ${result}`, { ...of, source, operation, result });
        return;
      }
      case 'erp_retried':
        return metrics.sourceRetries.inc({ ...of, source: event.source });
      case 'erp_throttled':
        return metrics.sourceThrottled.inc({ ...of, source: event.source });
      case 'login_failed':
        return metrics.failedLogins.inc({ ...of, source: event.source });
      case 'request_shed':
        return metrics.shedRequests.inc(of);
      case 'request_malformed':
        return metrics.malformedRequests.inc();
      case 'call_failed':
        return metrics.failedCalls.inc({ ...of, endpoint: event.endpoint, problem: event.problem });
      case 'row_dropped':
        return metrics.droppedRows.inc({ ...of, endpoint: event.endpoint });
      case 'value_corrected':
        return metrics.correctedValues.inc({ ...of, endpoint: event.endpoint });
      case 'document_adopted':
        return metrics.writes.inc({ ...of, endpoint: event.endpoint, event: 'adopted' });
      case 'write_coalesced':
      case 'write_repeated':
      case 'write_retried':
      case 'write_in_doubt':
      case 'write_looked_up':
      case 'write_undone':
      case 'write_held':
      case 'write_overtaken':
        return metrics.writes.inc({ ...of, endpoint: event.endpoint, event: event.event.replace('write_', '') });
      case 'right_missing':
        return metrics.writes.inc({ ...of, endpoint: event.endpoint, event: 'right_missing' });
      default:
        return undefined;
    }
  };
  return {
    record(event) {
      const { level, service } = event;
      if (level === 'warn' || level === 'error')
        metrics.faults.inc({ ...serviceLabels(service), event: event.event, level });
      count(event);
    },
    flush() {
      for (const counter of [requests, results, sourceRows]) counter.flush();
    },
  };
}
