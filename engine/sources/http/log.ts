/** Log events of a source: never a header, a body or the value of a query parameter. */
import type { SourceEvent } from '../../base/events.ts';
import type { HttpMethod } from '../http-source.ts';
import { shownTarget } from './target.ts';

interface RequestStart {
  readonly method: HttpMethod;
  /** Without credentials. */
  readonly url: URL;
  /** Monotonic clock, in milliseconds. */
  readonly startedAt: number;
}

/** The event of a finished exchange: with a status, or with the reason for a missing one. */
export function exchangeEvent(
  { method, url, startedAt }: RequestStart,
  end: { readonly status: number } | { readonly reason: string },
): SourceEvent {
  const path = shownTarget(url);
  const ms = Math.round(performance.now() - startedAt);
  if ('status' in end) {
    const message = `${method} ${path}: ${end.status} in ${ms} ms`;
    return {
      level: end.status >= 500 ? 'warn' : 'debug',
      event: 'erp_request',
      message,
      method,
      path,
      status: end.status,
      ms,
    };
  }
  return { level: 'warn', event: 'erp_request', message: `${method} ${path}: ${end.reason}`, method, path, ms };
}

/** The event for a circuit breaker that opens (error) or closes (info). */
export function breakerEvent(open: boolean): SourceEvent {
  return open
    ? {
        level: 'error',
        event: 'circuit_opened',
        message: 'The ERP did not answer several times in a row. Requests fail at once until it answers a try.',
      }
    : { level: 'info', event: 'circuit_closed', message: 'The ERP answers again.' };
}
