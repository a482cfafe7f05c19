/** Ends a PostgreSQL connection whose statement may still be running on the server. */
import { connect } from 'node:net';
import type { Client } from 'pg';
import { numberMember } from '../../../base/members.ts';

/** Code of a CancelRequest. https://www.postgresql.org/docs/current/protocol-message-formats.html */
const cancelCode = 80_877_102;
const cancelLength = 16;

/** Milliseconds after which a cancel request that does not get through is given up. */
const cancelTimeoutMs = 2_000;

/** Asks the server to stop the client's statement, on a separate connection: a CancelRequest needs no login. */
export function cancelStatement(client: Client): void {
  const process = numberMember(client, 'processID');
  const secret = numberMember(client, 'secretKey');
  if (process === undefined || secret === undefined) return;
  const message = Buffer.alloc(cancelLength);
  message.writeInt32BE(cancelLength, 0);
  message.writeInt32BE(cancelCode, 4);
  message.writeInt32BE(process, 8);
  message.writeInt32BE(secret, 12);
  const { host, port } = client;
  // A host that is a folder holds the local socket of the server, under a name that libpq defines.
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(cancelTimeoutMs, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => socket.end(message));
  socket.unref();
}

/** Milliseconds between one cancel request and the next. */
const pauses = [50, 100, 200, 400, 800, 1_600];

/**
 * Ends a connection, which may be broken already. While a statement runs there, cancel requests are repeated for about three seconds: the
 * server ignores one that arrives before the statement (PostgreSQL manual, "Canceling Requests in Progress"), and does not notice during
 * a statement that its client has gone.
 */
export async function endConnection(client: Client): Promise<void> {
  for (const pause of pauses) {
    const isRunning = Reflect.get(client, 'readyForQuery') === false && Reflect.get(client, '_ended') !== true;
    if (!isRunning) break;
    cancelStatement(client);
    await idleOrEnded(client, pause);
  }
  // Rejects where the connection is broken.
  await client.end().catch(() => undefined);
}

/** Waits until the connection is idle or has ended, but no longer than so many milliseconds. */
function idleOrEnded(client: Client, limit: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      client.off('drain', done).off('end', done);
      resolve();
    };
    const timer = setTimeout(done, limit);
    client.once('drain', done).once('end', done);
  });
}
