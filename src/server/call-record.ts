/** What the service remembers of a request while it runs, for its log line and its answers. */
import { randomUUID } from 'node:crypto';
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Key } from '../config/api-keys.ts';
import type { Emit } from '../events/events.ts';
import { pathOf } from './check-head.ts';

export interface CallRecord {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** The key presented, once it is known. */
  key: Key | undefined;
  /** True when the whole answer is out although it has not been ended: a caller who goes then has not given up. */
  answered: boolean;
}

/**
 * A request that carries its record. Kept in a WeakMap instead, requests would outlive the cheap garbage collections: a map that is old
 * holds its young keys.
 */
export class RecordedRequest extends IncomingMessage {
  record: CallRecord | undefined;
}

/** The first part of an id, random for each process, and the number of ids given with it. */
const idStart = randomUUID().slice(0, -12);
let ids = 0;

/** A new id, in the form of a UUID: it need not be hard to guess, only different from all others. */
export function newRequestId(): string {
  ids += 1;
  return idStart + ids.toString(16).padStart(12, '0');
}

export interface CallRecords {
  /** Starts a record, and logs the request when it ends. */
  open(request: IncomingMessage, response: ServerResponse): void;
  of(request: IncomingMessage): CallRecord;
}

/** Records of running requests. `client` gives the address to log. */
export function createCallRecords(
  emit: Emit,
  now: () => number,
  client: (request: IncomingMessage) => string | undefined,
): CallRecords {
  const of = (request: IncomingMessage): CallRecord => {
    if (!(request instanceof RecordedRequest))
      throw new Error('invariant: the server makes requests that carry a record');
    request.record ??= { id: newRequestId(), started: now(), key: undefined, answered: false };
    return request.record;
  };
  const open = (request: IncomingMessage, response: ServerResponse): void => {
    const record = of(request);
    const from = client(request);
    response.once('close', () =>
      emit({
        level: 'info',
        event: 'request',
        requestId: record.id,
        method: request.method ?? '',
        path: pathOf(request.url ?? ''),
        status: response.statusCode,
        ms: now() - record.started,
        key: record.key?.name,
        client: from,
        aborted: !response.writableFinished && !record.answered,
      }),
    );
  };
  return { open, of };
}

/** The caller's address: the socket's, or the nearest one that a trusted proxy wrote down. */
export function clientOf(request: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined;
  const last = typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return last || request.socket.remoteAddress;
}
