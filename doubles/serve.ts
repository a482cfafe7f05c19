/** An HTTP server on a loopback port, shared by the doubles of HTTP APIs. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface DoubleServer {
  readonly url: string;
  /** Stops the server and closes open connections. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free port. If `answer` rejects, the double is faulty: the client receives status 500 with the
 * reason as text.
 */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<DoubleServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`The double failed: ${error}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The double has no address.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
