/** The HTTP or HTTPS server. It leaves all error answers to the application. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { KeyPair } from '../config/tls.ts';
import { RecordedRequest } from './call-record.ts';

const minVersion = 'TLSv1.2';

/** Times in milliseconds. */
export interface ServerTimeouts {
  /** Longest time for a request to arrive. */
  readonly requestTimeout: number;
  /** Longest time for a client to read an answer. */
  readonly answerTimeout: number;
}

/**
 * A server for `listener`: HTTPS with `pair`, otherwise HTTP. Node's own checks of Host and Expect are disabled, so that `listener` can answer
 * with the contract's error body.
 */
export function createHttpServer(
  listener: RequestListener,
  { requestTimeout: receiveTimeout, answerTimeout }: ServerTimeouts,
  pair: KeyPair | undefined,
): Server {
  const options = {
    IncomingMessage: RecordedRequest,
    requireHostHeader: false,
    requestTimeout: receiveTimeout,
    headersTimeout: Math.min(receiveTimeout, 20_000),
    connectionsCheckingInterval: Math.min(5_000, Math.max(50, receiveTimeout / 4)),
    // Longer than the idle time-out of common load balancers, which could otherwise reuse a connection that is being closed.
    keepAliveTimeout: 75_000,
  };
  const server: Server =
    pair === undefined
      ? createServer(options, listener)
      : createSecureServer({ ...options, ...pair, minVersion }, listener);
  // Connections on which no byte moves: longer than a request may take and its answer may wait.
  server.setTimeout(receiveTimeout + answerTimeout);
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Sets the certificate for new connections; open ones keep theirs. */
export function setKeyPair(server: Server, pair: KeyPair): void {
  if (server instanceof SecureServer) server.setSecureContext({ ...pair, minVersion });
}
