/** The listening socket: plain HTTP or HTTPS, with every refusal of Node's own turned over to the service. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer, Server as SecureServer } from 'node:https';
import type { KeyPair } from '../config/tls.ts';
import { RecordedRequest } from './call-record.ts';

const minVersion = 'TLSv1.2';

/**
 * An HTTP server for `listener`, HTTPS with `pair`. `receiveTimeout` (milliseconds) is how long a request may take to arrive. The checks
 * that Node would answer by itself (Host, Expect) are left to `listener`, which answers them in the contract's words.
 */
export function createHttpServer(listener: RequestListener, receiveTimeout: number, pair: KeyPair | undefined): Server {
  const options = {
    IncomingMessage: RecordedRequest,
    requireHostHeader: false,
    requestTimeout: receiveTimeout,
    headersTimeout: Math.min(receiveTimeout, 20_000),
    connectionsCheckingInterval: Math.min(5_000, Math.max(50, receiveTimeout / 4)),
    // Longer than the idle time-out of usual load balancers, which would otherwise reuse a connection that is being closed.
    keepAliveTimeout: 75_000,
  };
  const server: Server =
    pair === undefined
      ? createServer(options, listener)
      : createSecureServer({ ...options, ...pair, minVersion }, listener);
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/** Gives new connections another certificate; those that are open keep theirs. */
export function setKeyPair(server: Server, pair: KeyPair): void {
  if (server instanceof SecureServer) server.setSecureContext({ ...pair, minVersion });
}
