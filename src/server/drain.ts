/** The first part of a stop: those who are connected still get an answer. */
import type { Server } from 'node:http';
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
