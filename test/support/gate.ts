/** A door to a server, which can be shut: connections through it are then refused, and those that are open are cut. */
import { connect, createServer, type Socket } from 'node:net';

export interface Gate {
  /** The given address, through the gate. */
  readonly url: string;
  open(): Promise<void>;
  shut(): Promise<void>;
}

/** A gate to the server of an address, shut. */
export async function createGate(address: string): Promise<Gate> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const own = server.address();
  const port = typeof own === 'object' && own ? own.port : 0;
  const shut = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    });
  await shut();
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, open: () => listen(port), shut };
}
