/** Splits messages into packets and joins them (MS-TDS 2.2.3). */
import type { Duplex } from 'node:stream';

/** Types of packets, 2.2.3.1.1. */
export const packet = { batch: 1, call: 3, answer: 4, attention: 6, login: 16, prelogin: 18 } as const;
/** The packet size that the double accepts. */
export const packetBytes = 4_096;

/** A message in packets of at most the agreed size; a flag marks the last one. */
export function packetsOf(type: number, content: Buffer): readonly Buffer[] {
  const room = packetBytes - 8;
  const count = Math.max(1, Math.ceil(content.length / room));
  return Array.from({ length: count }, (_, index) => {
    const part = content.subarray(index * room, (index + 1) * room);
    const header = Buffer.alloc(8);
    header[0] = type;
    header[1] = index === count - 1 ? 1 : 0;
    header.writeUInt16BE(part.length + 8, 2);
    header[6] = (index + 1) & 0xff;
    return Buffer.concat([header, part]);
  });
}

export function send(to: Duplex, content: Buffer): void {
  for (const part of packetsOf(packet.answer, content)) to.write(part);
}

/**
 * Processes data as it arrives, and calls `handle` with each complete message: its packet type and its joined
 * content.
 */
export function onMessages(handle: (type: number, content: Buffer) => void): (data: Buffer) => void {
  let received = Buffer.alloc(0);
  let message: Buffer[] = [];
  return (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
      const length = received.length >= 8 ? received.readUInt16BE(2) : 0;
      if (length === 0 || received.length < length) return;
      const [type = 0, status = 0] = received;
      message.push(Buffer.from(received.subarray(8, length)));
      received = received.subarray(length);
      if ((status & 1) === 0) continue;
      const content = Buffer.concat(message);
      message = [];
      handle(type, content);
    }
  };
}
