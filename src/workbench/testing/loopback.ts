/** HTTP servers on loopback ports, for mock ERPs and doubles. */
import type { Server } from 'node:http';

/** Listens on a free port, and returns it. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server on loopback has no port.');
  return address.port;
}

/** Stops a server and closes its connections. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
