/**
 * A bound on open connections, below the limit of the operating system on open files. Without it, a process that has no file left closes new
 * connections without a sign, and cannot connect to the ERP or open its store either.
 */
import type { Server } from 'node:http';
import type { Emit } from '../events/events.ts';

/** Files that the process keeps for other uses under a large limit: store, pools, worker processes, log, certificates. */
const reserved = 400;

/** Shortest time between two events, in milliseconds. */
const quietMs = 60_000;

/** Largest number of connections under a limit on open files; half of a small one. */
const connectionsWithin = (openFiles: number): number => Math.max(Math.floor(openFiles / 2), openFiles - reserved);

/** Refuses connections beyond the bound, and reports them once a minute. `now`: milliseconds since the epoch. */
export function limitConnections(server: Server, openFiles: number, emit: Emit, now: () => number): void {
  const limit = connectionsWithin(openFiles);
  let refused = 0;
  let quietUntil = 0;
  server.maxConnections = limit;
  server.on('drop', () => {
    refused += 1;
    if (now() < quietUntil) return;
    quietUntil = now() + quietMs;
    emit({ level: 'warn', event: 'connections_refused', refused, limit, openFiles });
    refused = 0;
  });
}
