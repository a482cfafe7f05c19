/** Graceful shutdown, phase 1: connected clients still get an answer. */
import type { Server } from 'node:http';
import { Server as ConnectionServer, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Time between two checks, in milliseconds. */
const pollMs = 25;

/**
 * Waits until there are no connections, at most `limit` milliseconds. Meanwhile the server accepts connections, and each answer closes its
 * connection: clients with an open connection, and load balancers with a new one, are informed that the service stops.
 */
export async function drain(server: Server, limit: number): Promise<void> {
  for (let left = limit; left > 0 && (await connectionsOf(server)) > 0; left -= pollMs) await setTimeout(pollMs);
  // Timers run before sockets in a turn of the event loop: let it read what has arrived.
  await setImmediate();
}

/**
 * Accepts no further connections, and leaves open those that are accepted: a request may be on its way on them, or wait to be read. `close` of an HTTP
 * server would end them with a reset.
 */
export async function stopAccepting(server: Server): Promise<void> {
  await acceptWaiting(server);
  ConnectionServer.prototype.close.call(server);
}

/** Turns of the event loop, each of which accepts one connection: more than callers of a service have in their queue. */
const mostTurns = 1_000;

/** Accepts the connections that wait in the queue of the operating system, which resets those that are left when the listener closes. */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let turn = 0, before = -1; turn < mostTurns && accepted !== before; turn += 1) {
    before = accepted;
    await setImmediate();
  }
  server.off('connection', count);
}

function connectionsOf(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((error, count) => resolve(error ? 0 : count));
  return promise;
}

/**
 * Tracks connections without a request, such as those that load balancers open in advance. Node treats them as busy, so a server with one of
 * them does not close. `close` closes them.
 */
export function idleConnections(server: Server): { close(): void } {
  const idle = new Map<string, Socket>();
  const seenSockets = new WeakSet<Socket>();
  // By the remote address: with TLS, the socket of a request wraps the accepted one.
  const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket) => {
    const name = nameOf(socket);
    idle.set(name, socket);
    socket.once('close', () => {
      if (idle.get(name) === socket) idle.delete(name);
    });
  });
  server.on('request', ({ socket }) => {
    if (seenSockets.has(socket)) return;
    seenSockets.add(socket);
    idle.delete(nameOf(socket));
  });
  return {
    close() {
      for (const socket of idle.values()) socket.destroy();
    },
  };
}
