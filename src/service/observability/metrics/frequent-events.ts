/** Counts the events of every request, many together. */
import type { Counter, LabelValues } from 'prom-client';
import type { LoggedEvent } from '../../events/events.ts';
import { type Metrics, serviceLabels } from './definitions.ts';

/**
 * Number of events that are counted together. Between two of them the code that counts has left the caches of the processor: counting each at once takes several times
 * as long.
 */
const batchSize = 64;

/** An event of every request. */
export type FrequentEvent = Extract<LoggedEvent, { readonly event: 'request' | 'statement_ran' | 'erp_request' }>;

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

export interface FrequentEvents {
  /** Takes an event, which is counted later. */
  add(event: FrequentEvent): void;
  /** Adds what has been taken to the metrics. Call it before they are read. */
  flush(): void;
}

/** `paths`: the endpoints of the contract. */
export function countFrequentEvents(metrics: Metrics, paths: ReadonlySet<string>): FrequentEvents {
  const requests = new BatchedCounter(metrics.requests);
  const results = new BatchedCounter(metrics.sourceResults);
  const sourceRows = new BatchedCounter(metrics.sourceRows);
  const count = (event: FrequentEvent): void => {
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
    }
  };
  let pending: FrequentEvent[] = [];
  const countPending = (): void => {
    const batch = pending;
    pending = [];
    for (const event of batch) count(event);
  };
  return {
    add(event) {
      pending.push(event);
      if (pending.length >= batchSize) countPending();
    },
    flush() {
      countPending();
      for (const counter of [requests, results, sourceRows]) counter.flush();
    },
  };
}
