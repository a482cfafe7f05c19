/** A proxy of a database server that can cut the connection at the next COMMIT. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What happens to the next COMMIT: the connection breaks `before` the server gets it, or `after` the server has done it and before its
 * answer arrives; `silent`: the server has done it, and its answer never arrives.
 */
export type CommitFault = 'before' | 'after' | 'silent';

interface CommitProxy {
  /** The address given, by way of the proxy. */
  readonly url: string;
  failNextCommit(fault: CommitFault): void;
  close(): void;
}

export async function commitProxy(address: string): Promise<CommitProxy> {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let fault: CommitFault | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let struck: CommitFault | undefined;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    client.on('data', (bytes) => {
      if (fault !== undefined && bytes.includes('COMMIT')) {
        struck = fault;
        fault = undefined;
      }
      if (struck === 'before') {
        client.destroy();
        upstream.destroy();
      } else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (struck === 'after') client.destroy();
      else if (struck === undefined) client.write(bytes);
    });
    client.on('close', () => upstream.end());
    upstream.on('close', () => struck === undefined && client.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    failNextCommit(next) {
      fault = next;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
