/** Answers of the scripted ERP as bytes, so that they can be cut anywhere. */
import type { Socket } from 'node:net';

export interface ErpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly retryAfterSeconds?: number;
  /** Announced beyond what the body has. */
  readonly missing?: number;
}

export const json = (status: number, value: object): ErpAnswer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** One answer for each connection: the next request comes by a connection of its own, which a proxy can count. */
export function bytesOf({ status, type, body, retryAfterSeconds, missing = 0 }: ErpAnswer): Buffer {
  const lines = [
    `HTTP/1.1 ${status} Scripted`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body) + missing}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    'Connection: close',
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Writes the bytes, or the first of them, and resets the connection. */
export function cutAfter(socket: Socket, bytes: Buffer, count: number): void {
  if (count === 0) return void socket.resetAndDestroy();
  socket.write(bytes.subarray(0, count), () => {
    // A reset overtakes what the other side has not read yet: it gets a moment, or the cut would be at 0 always.
    setTimeout(() => socket.resetAndDestroy(), 5);
  });
}
