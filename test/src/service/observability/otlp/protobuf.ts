/** Reads the wire format of Protocol Buffers (protobuf.dev/programming-guides/encoding), without a schema. */

/** Values by field number. 8 bytes and texts or messages are left as bytes: only the schema says what they are. */
export type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

export function decode(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('The message ends within a number.');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('The message ends within a field.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const tag = varint();
    const [field, type] = [Number(tag >> 3n), Number(tag & 7n)];
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : Number(varint()));
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const bytesOf = (message: Message, field: number): readonly Buffer[] =>
  (message.get(field) ?? []).filter((value) => typeof value !== 'bigint');

export const messagesOf = (message: Message, field: number): readonly Message[] => bytesOf(message, field).map(decode);
export const textOf = (message: Message, field: number): string => bytesOf(message, field)[0]?.toString('utf8') ?? '';
export const doubleOf = (message: Message, field: number): number | undefined =>
  bytesOf(message, field)[0]?.readDoubleLE();
export const fixedOf = (message: Message, field: number): bigint => bytesOf(message, field)[0]?.readBigUInt64LE() ?? 0n;
export const varintOf = (message: Message, field: number): bigint | undefined => {
  const [value] = message.get(field) ?? [];
  return typeof value === 'bigint' ? value : undefined;
};

/** The 8-byte elements of a repeated field, packed or not. */
export const wordsOf = (message: Message, field: number): readonly Buffer[] =>
  bytesOf(message, field).flatMap((bytes) =>
    Array.from({ length: bytes.length / 8 }, (_, index) => bytes.subarray(index * 8, index * 8 + 8)),
  );
