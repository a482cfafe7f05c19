/** Error answers for connections without a parsed request: invalid HTTP, requests that do not arrive in time, CONNECT. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Emit } from '../events/events.ts';
import { newRequestId } from './call-record.ts';
import { answerHeaders } from './headers.ts';
import { badRequest, errorBody, type Refusal } from './refusal.ts';

/** Time that a client gets to read its answer before the connection is closed, in milliseconds. */
const linger = 1_000;

export interface RawReplies {
  /** Handler of the HTTP server's `clientError`. */
  onClientError(error: NodeJS.ErrnoException, socket: Duplex): void;
}

/**
 * Answers such connections with the contract's error body. If the previous request of the connection is still in progress, waits for its
 * answer, which must be sent first. A request that was answered before its body was complete gets no second answer. `refuseConnect` returns
 * the refusal of a CONNECT request.
 */
export function attachRawReplies(
  server: Server,
  version: string,
  emit: Emit,
  refuseConnect: (request: IncomingMessage) => Refusal,
): RawReplies {
  /** The last request of each connection. */
  const last = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>();
  const repliedSockets = new WeakSet<Duplex>();

  const reply = (socket: Duplex, refusal: Refusal, reason: string): void => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    const client =
      'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : undefined;
    emit({ level: 'warn', event: 'request_malformed', requestId, status: refusal.status, reason, client });
    socket.end(rawAnswer(refusal, version, requestId));
    socket.resume();
    setTimeout(() => socket.destroy(), linger).unref();
  };

  const onClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (repliedSockets.has(socket)) return;
    repliedSockets.add(socket);
    const current = last.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = refusalOfClientError(error);
    const reason = error.code ?? error.message;
    if (current === undefined) reply(socket, refusal, reason);
    else if (!current.request.complete && current.response.headersSent) socket.destroy();
    else if (!current.request.complete || current.response.writableFinished) reply(socket, refusal, reason);
    else current.response.once('finish', () => reply(socket, refusal, reason));
  };

  server.prependListener('request', (request, response) => {
    last.set(request.socket, { request, response });
  });
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy());
    reply(socket, refuseConnect(request), 'CONNECT');
  });
  return { onClientError };
}

function refusalOfClientError(error: NodeJS.ErrnoException): Refusal {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return badRequest(408, 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return badRequest(431, 'The headers of the request are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return badRequest(413, 'The chunk extensions of the request are too large.');
    case 'HPE_INVALID_EOF_STATE':
      return badRequest(400, 'The request ended before it was complete.');
    case 'HPE_INVALID_METHOD':
      return badRequest(400, 'The request is not HTTP, or its method is unknown.');
    default:
      return badRequest(400, 'The request is not valid HTTP.');
  }
}

function rawAnswer(refusal: Refusal, version: string, requestId: string): string {
  const body = errorBody(refusal, version, requestId);
  const headers = {
    ...refusal.headers,
    ...answerHeaders,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? 'Error'}\r\n${head.join('')}\r\n${body}`;
}
