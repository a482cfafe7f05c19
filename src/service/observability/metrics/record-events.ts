/** Counts events of the service in its metrics. */
import type { Emit } from '../../events/events.ts';
import { type Metrics, serviceLabels } from './definitions.ts';

/** The label of requests to paths that the contract does not have: a client could send any number of different ones. */
const otherPath = 'other';

export type Outcome = 'ok' | 'refused' | 'failed' | 'aborted';

function outcomeOf(status: number, aborted: boolean): Outcome {
  if (aborted) return 'aborted';
  if (status < 400) return 'ok';
  return status < 500 ? 'refused' : 'failed';
}

/** `2xx`; `none` without an answer. */
const classOf = (status: number | undefined): string =>
  status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;

/** Returns a function that counts each event. `paths`: the endpoints of the contract. */
export function recordEvents(metrics: Metrics, paths: ReadonlySet<string>): Emit {
  const count: Emit = (event) => {
    const labels = serviceLabels(event.service);
    switch (event.event) {
      case 'request': {
        const endpoint = paths.has(event.path) ? event.path : otherPath;
        const { status, aborted } = event;
        metrics.requests.inc({ ...labels, endpoint, status, outcome: outcomeOf(status, aborted) });
        return metrics.requestDuration.observe({ ...labels, endpoint }, event.ms / 1_000);
      }
      case 'statement_ran': {
        const { source, operation, rows, error } = event;
        metrics.sourceDuration.observe({ ...labels, source, operation }, event.ms / 1_000);
        metrics.sourceResults.inc({ ...labels, source, operation, result: error ?? 'ok' });
        return rows === undefined ? undefined : metrics.sourceRows.inc({ ...labels, source }, rows);
      }
      case 'erp_request': {
        const { source, method: operation, status } = event;
        metrics.sourceDuration.observe({ ...labels, source, operation }, event.ms / 1_000);
        return metrics.sourceResults.inc({ ...labels, source, operation, result: classOf(status) });
      }
      case 'erp_retried':
        return metrics.sourceRetries.inc({ ...labels, source: event.source });
      case 'erp_throttled':
        return metrics.sourceThrottled.inc({ ...labels, source: event.source });
      case 'login_failed':
        return metrics.failedLogins.inc({ ...labels, source: event.source });
      case 'consent_stored':
        return metrics.consents.inc({ ...labels, source: event.source, outcome: 'stored' });
      case 'consent_refused':
        return metrics.consents.inc({ ...labels, source: event.source, outcome: 'refused' });
      case 'request_shed':
        return metrics.shedRequests.inc(labels);
      case 'answer_waited':
        return metrics.waitedAnswers.inc(labels);
      case 'answer_refused':
        return metrics.refusedAnswers.inc(labels);
      case 'request_malformed':
        return metrics.malformedRequests.inc();
      case 'call_failed':
        return metrics.failedCalls.inc({ ...labels, endpoint: event.endpoint, problem: event.problem });
      case 'row_dropped':
        return metrics.droppedRows.inc({ ...labels, endpoint: event.endpoint });
      case 'value_corrected':
        return metrics.correctedValues.inc({ ...labels, endpoint: event.endpoint });
      case 'document_adopted':
        return metrics.writes.inc({ ...labels, endpoint: event.endpoint, event: 'adopted' });
      case 'write_coalesced':
      case 'write_repeated':
      case 'write_retried':
      case 'write_in_doubt':
      case 'write_looked_up':
      case 'write_undone':
      case 'write_held':
      case 'write_overtaken':
        return metrics.writes.inc({ ...labels, endpoint: event.endpoint, event: event.event.replace('write_', '') });
      case 'right_missing':
        return metrics.writes.inc({ ...labels, endpoint: event.endpoint, event: 'right_missing' });
      default:
        return undefined;
    }
  };
  return (event) => {
    count(event);
    const { level, service } = event;
    if (level === 'warn' || level === 'error')
      metrics.faults.inc({ ...serviceLabels(service), event: event.event, level });
  };
}
