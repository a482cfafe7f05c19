/** Counts events of the service in its metrics. */
import type { Emit } from '../../events/events.ts';
import { type Metrics, serviceLabels } from './definitions.ts';
import { countFrequentEvents } from './frequent-events.ts';

export interface EventRecorder {
  readonly record: Emit;
  /** Adds what has been counted to the metrics. Call it before they are read. */
  flush(): void;
}

/** Counts each event. `paths`: the endpoints of the contract. */
export function recordEvents(metrics: Metrics, paths: ReadonlySet<string>): EventRecorder {
  const frequent = countFrequentEvents(metrics, paths);
  const countRare: Emit = (event) => {
    const of = serviceLabels(event.service);
    switch (event.event) {
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
      switch (event.event) {
        // Never faults.
        case 'request':
        case 'statement_ran':
          return frequent.add(event);
        case 'erp_request':
          frequent.add(event);
          break;
        default:
          countRare(event);
      }
      const { level, service } = event;
      if (level === 'warn' || level === 'error')
        metrics.faults.inc({ ...serviceLabels(service), event: event.event, level });
    },
    flush: frequent.flush,
  };
}
