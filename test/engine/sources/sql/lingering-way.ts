import { connect, createServer, type Socket } from 'node:net';

/**
 * A way to the server that keeps its own connections open when the client hangs up: MariaDB ends a sleeping statement whose connection is cut
 * after five seconds, and here only the engine does.
 */
export async function lingeringWay(address: string): Promise<{ readonly url: string; end(): void }> {
  const { hostname, port } = new URL(address);
  const upstream = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    upstream.add(server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => client.write(bytes));
    server.on('close', () => {
      upstream.delete(server);
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  const listening = proxy.address();
  const url = new URL(address);
  url.host = `127.0.0.1:${typeof listening === 'object' && listening ? listening.port : 0}`;
  return {
    url: url.href,
    end() {
      proxy.close();
      for (const server of upstream) server.destroy();
    },
  };
}
