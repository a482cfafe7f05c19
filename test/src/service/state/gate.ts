/** A proxy of a server that can be cut, blocked and opened again, like a network. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Gate {
  /** The address, by way of the gate. */
  readonly url: string;
  /** Cuts all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Takes connections, and lets nothing through. */
  block(): void;
  open(): Promise<void>;
}

/** Begins in the state `open`. */
export async function gateTo(address: string): Promise<Gate> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let blocked = false;
  let port = 0;
  let server: Server | undefined;

  function serve(socket: Socket): void {
    const behind = connect({ host: target.hostname, port: Number(target.port) });
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => !blocked && to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }

  async function open(): Promise<void> {
    blocked = false;
    if (server) return;
    const listening = createServer(serve);
    server = listening;
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
    const bound: AddressInfo | string | null = listening.address();
    if (typeof bound === 'object' && bound) port = bound.port;
  }

  await open();
  const through = new URL(address);
  through.port = String(port);
  return {
    url: through.href,
    async cut() {
      const closing = server;
      server = undefined;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
    block() {
      blocked = true;
    },
    open,
  };
}
