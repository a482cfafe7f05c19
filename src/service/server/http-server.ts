/** The HTTP or HTTPS server. It leaves all error answers to the application. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { KeyPair } from '../config/tls.ts';
import { RecordedRequest } from './call-record.ts';
import type { Limits, SharedLimits } from './limits.ts';

const minVersion = 'TLSv1.2';

/** `requestTimeout`: longest time for a request to arrive. `answerTimeout`: longest time for a client to read an answer. */
export type ServerTimeouts = Pick<Limits, 'requestTimeout'> & Pick<SharedLimits, 'answerTimeout'>;

/** Time between two checks for requests that have not arrived in time, in milliseconds: Node cannot change it later. */
const checkInterval = 1_000;

/**
 * A server for `listener`: HTTPS with `pair`, otherwise HTTP. Node's own checks of Host and Expect are disabled, so that `listener` can answer
 * with the contract's error body.
 */
export function createHttpServer(
  listener: RequestListener,
  timeouts: ServerTimeouts,
  pair: KeyPair | undefined,
): Server {
  const options = {
    IncomingMessage: RecordedRequest,
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(checkInterval, Math.max(50, timeouts.requestTimeout / 4)),
    // Longer than the idle time-out of common load balancers, which could otherwise reuse a connection that is being closed.
    keepAliveTimeout: 75_000,
  };
  const server: Server =
    pair === undefined
      ? createServer(options, listener)
      : createSecureServer({ ...options, ...pair, minVersion }, listener);
  setTimeouts(server, timeouts);
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Sets the times: for new connections, and for requests that arrive from now on. */
export function setTimeouts(server: Server, { requestTimeout, answerTimeout }: ServerTimeouts): void {
  server.requestTimeout = requestTimeout;
  server.headersTimeout = Math.min(requestTimeout, 20_000);
  // Connections on which no byte moves: longer than a request may take and its answer may wait.
  server.timeout = requestTimeout + answerTimeout;
}

/** Sets the certificate for new connections; open ones keep theirs. */
export function setKeyPair(server: Server, pair: KeyPair): void {
  if (server instanceof SecureServer) server.setSecureContext({ ...pair, minVersion });
}
