/** Data of a request in progress, for its log event and its answer. */
import { randomUUID } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Key } from '../config/api-keys.ts';
import type { Emit } from '../events/events.ts';
import type { AppService } from './app-service.ts';
import type { Caller } from './caller-connection.ts';
import { pathOf } from './check-head.ts';
import type { RequestSpan } from './request-tracer.ts';
import type { ServiceRouter } from './service-router.ts';

export interface CallRecord {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** The service that the request is for; undefined if there is none. */
  readonly service: AppService | undefined;
  /** The valid key of the request; undefined until it has been checked. */
  key: Key | undefined;
  /** Whether the complete answer has been written although the response is not ended yet. A client that disconnects then has not aborted. */
  isAnswered: boolean;
  /** Undefined until the request is one for an endpoint. */
  caller: Caller | undefined;
  /** Undefined if the request is not traced. */
  trace: RequestSpan | undefined;
}

/**
 * A request with its record. A property is cheaper than a WeakMap: entries of a long-lived WeakMap keep requests alive beyond the young
 * generation of the garbage collector.
 */
export class RecordedRequest extends IncomingMessage {
  record: CallRecord | undefined;
}

/** The first part of all ids, random for each process, and the number of ids so far. */
const idStart = randomUUID().slice(0, -12);
let ids = 0;

/** A new id in the form of a UUID. It is unique, but not hard to guess. */
export function newRequestId(): string {
  ids += 1;
  return idStart + ids.toString(16).padStart(12, '0');
}

export interface CallRecords {
  /** Creates the record of a request, removes the prefix of its service from its target, and logs the request when its connection is done with it. */
  open(request: IncomingMessage, response: ServerResponse): void;
  recordOf(request: IncomingMessage): CallRecord;
}

interface CallRecordOptions {
  readonly route: ServiceRouter<AppService>;
  /** The log for requests that are for no service. */
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The address to log. */
  readonly client: (request: IncomingMessage) => string | undefined;
}

/** Records of requests in progress. */
export function createCallRecords({ route, emit, now, client }: CallRecordOptions): CallRecords {
  const recordOf = (request: IncomingMessage): CallRecord => {
    if (!(request instanceof RecordedRequest))
      throw new Error('invariant: the server makes requests that carry a record');
    request.record ??= newRecord(request);
    return request.record;
  };
  const newRecord = (request: IncomingMessage): CallRecord => {
    const routed = route(request);
    if (routed !== undefined) request.url = routed.url;
    return {
      id: newRequestId(),
      started: now(),
      service: routed?.service,
      key: undefined,
      isAnswered: false,
      caller: undefined,
      trace: undefined,
    };
  };
  const open = (request: IncomingMessage, response: ServerResponse): void => {
    const record = recordOf(request);
    const from = client(request);
    const log = record.service?.emit ?? emit;
    response.once('close', () => {
      const { statusCode: status } = response;
      record.trace?.span.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
      log({
        level: 'info',
        event: 'request',
        requestId: record.id,
        method: request.method ?? '',
        path: pathOf(request.url ?? ''),
        status,
        ms: now() - record.started,
        key: record.key?.name,
        client: from,
        aborted: !response.writableFinished && !record.isAnswered,
        ...(record.trace === undefined ? {} : { traceId: record.trace.traceId }),
      });
      record.caller?.close();
    });
  };
  return { open, recordOf };
}

/** The client's address: of the socket, or with a trusted proxy the last one in X-Forwarded-For. */
export function clientOf(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return last || request.socket.remoteAddress;
}
