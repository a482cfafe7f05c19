/** The end of a PostgreSQL connection on which nobody waits any longer for what runs there. */
import { connect } from 'node:net';
import type { Client } from 'pg';

function numberOf(client: Client, name: 'processID' | 'secretKey'): number | undefined {
  const value: unknown = Reflect.get(client, name);
  return typeof value === 'number' ? value : undefined;
}

/** Tells the server to stop what it does for `client`. The protocol's own message: needs no login and no free connection. */
export function cancel(client: Client): void {
  const process = numberOf(client, 'processID');
  const secret = numberOf(client, 'secretKey');
  if (process === undefined || secret === undefined) return;
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80877102, 4);
  message.writeInt32BE(process, 8);
  message.writeInt32BE(secret, 12);
  const { host, port } = client;
  // A folder is where the socket of a server on this machine lies, whose name libpq has settled.
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(2_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('connect', () => socket.end(message));
  socket.unref();
}

/** Milliseconds between one wish to stop and the next. */
const pauses = [50, 100, 200, 400, 800, 1_600];

/**
 * Ends a connection. While a statement runs there, the server is asked again and again to stop it, for three seconds at most:
 * a server that has not begun the statement yet takes no notice of the wish (PostgreSQL manual, "Canceling Requests in
 * Progress"), and one at work does not see that the connection was closed.
 */
export async function retire(client: Client): Promise<void> {
  for (const pause of pauses) {
    if (Reflect.get(client, 'readyForQuery') !== false || Reflect.get(client, '_ended') === true) break;
    cancel(client);
    await over(client, pause);
  }
  // It rejects where the connection is broken already.
  await client.end().catch(() => undefined);
}

/** Waits until the connection has nothing to do or is closed, but no longer than so many milliseconds. */
function over(client: Client, pause: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      client.off('drain', done).off('end', done);
      resolve();
    };
    const timer = setTimeout(done, pause);
    client.once('drain', done).once('end', done);
  });
}
