/** A way to the ERP for one service. It can stop the service when a connection of a write is made, and sees which writes are sent after a pause. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ErpWay {
  readonly port: number;
  /** Calls `stop` in this many milliseconds after the next connection was accepted. */
  stopAtConnection(afterMs: number, stop: () => void): void;
  /** The service is paused: from now on until `resumed`. */
  paused(): void;
  resumed(): void;
  /** Writes whose connection was made before the last pause, and whose first byte came after it. */
  lateWrites(): number;
  close(): void;
}

/** `port`: of the ERP, on the loopback interface. */
export async function openErpWay(port: number): Promise<ErpWay> {
  const sockets = new Set<Socket>();
  let order: { readonly afterMs: number; readonly stop: () => void } | undefined;
  let pause: { readonly from: number; to: number } | undefined;
  let late = 0;
  const server = createServer((client) => {
    const acceptedAt = performance.now();
    const erp = connect(port, '127.0.0.1');
    const given = order;
    order = undefined;
    if (given !== undefined) setTimeout(given.stop, given.afterMs);
    client.once('data', (bytes: Buffer) => {
      const isOld = pause !== undefined && acceptedAt < pause.from && performance.now() > pause.to;
      if (isOld && bytes.toString('latin1').startsWith('POST')) late += 1;
    });
    for (const [socket, other] of [
      [client, erp],
      [erp, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy()).on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, server.address());
  return {
    port: address.port,
    stopAtConnection: (afterMs, stop) => {
      order = { afterMs, stop };
    },
    paused: () => {
      pause = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    },
    resumed: () => {
      if (pause !== undefined) pause.to = performance.now();
    },
    lateWrites: () => late,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
