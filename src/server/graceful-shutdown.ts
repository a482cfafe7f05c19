/** The first part of a stop: those who are connected still get an answer. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks. */
const step = 25;

/**
 * Waits for `limit` milliseconds, or until nobody is connected any more. Meanwhile the server goes on to take connections, and each
 * answer ends its own: callers with a connection at hand, and load balancers that ask on a new one, learn that the service stops.
 */
export async function drain(server: Server, limit: number): Promise<void> {
  for (let left = limit; left > 0 && (await connectionsOf(server)) > 0; left -= step) await setTimeout(step);
  // Timers come before sockets in a turn of the loop: what has arrived by now is read first.
  await setImmediate();
}

function connectionsOf(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((error, count) => resolve(error ? 0 : count));
  return promise;
}

/**
 * Keeps account of the connections that have brought no request yet, such as those that load balancers open in advance. Node counts
 * them as busy, so that a server with one of them does not close. `cut` ends them.
 */
export function silentConnections(server: Server): { cut(): void } {
  const silent = new Map<string, Socket>();
  const known = new WeakSet<Socket>();
  // By the address of the other end: with TLS, requests come on a socket around the one that was accepted.
  const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket) => {
    const name = nameOf(socket);
    silent.set(name, socket);
    socket.once('close', () => {
      if (silent.get(name) === socket) silent.delete(name);
    });
  });
  server.on('request', ({ socket }) => {
    if (known.has(socket)) return;
    known.add(socket);
    silent.delete(nameOf(socket));
  });
  return {
    cut() {
      for (const socket of silent.values()) socket.destroy();
    },
  };
}
