/**
 * Encryption in TDS 7: the TLS handshake is inside of prelogin packets; afterwards the packets are inside of TLS
 * (MS-TDS 3.2.5.1). TLS 1.2, like servers of that protocol.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { onMessages, packet, packetsOf } from './packets.ts';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** The encrypted side of a connection after its prelogin answer. Takes over the socket's data. */
export function secured(socket: Socket, { key, cert }: Certificate): Duplex {
  let agreeing = true;
  const inner = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      for (const part of agreeing ? packetsOf(packet.prelogin, chunk) : [chunk]) socket.write(part);
      done();
    },
  });
  const agreed = onMessages((_type, content) => inner.push(content));
  socket.on('data', (data) => {
    // The first byte distinguishes a plain TLS record from a packet.
    if (data[0] !== packet.prelogin) agreeing = false;
    if (agreeing) agreed(data);
    else inner.push(data);
  });
  const outer = new TLSSocket(inner, { isServer: true, key, cert, maxVersion: 'TLSv1.2' });
  outer.on('error', () => socket.destroy());
  return outer;
}
