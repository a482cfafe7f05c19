/** Little-endian numbers and counted texts of TDS (MS-TDS 2.2.5.1). */

export function number(value: number | bigint, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  let rest = BigInt.asUintN(bytes * 8, BigInt(value));
  for (let at = 0; at < bytes; at++) {
    buffer[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return buffer;
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** B_VARCHAR: a count of characters in one byte. */
export const shortText = (text: string) => Buffer.concat([number(text.length, 1), utf16(text)]);
/** US_VARCHAR: a count of characters in two bytes. */
export const longText = (text: string) => Buffer.concat([number(text.length, 2), utf16(text)]);
/** B_VARBYTE: a count of bytes in one byte. */
export const shortBytes = (bytes: Uint8Array) => Buffer.concat([number(bytes.length, 1), bytes]);

/** Reads a buffer from its start. Reading past the end is an error in the test. */
export interface Reader {
  u8(): number;
  u16(): number;
  u32(): number;
  i64(): bigint;
  bytes(count: number): Buffer;
  text(characters: number): string;
  readonly done: boolean;
}

export function reader(buffer: Buffer): Reader {
  let at = 0;
  const take = (count: number) => {
    if (at + count > buffer.length) throw new Error(`A request ends ${at + count - buffer.length} bytes too early.`);
    at += count;
    return buffer.subarray(at - count, at);
  };
  return {
    u8: () => take(1).readUInt8(),
    u16: () => take(2).readUInt16LE(),
    u32: () => take(4).readUInt32LE(),
    i64: () => take(8).readBigInt64LE(),
    bytes: (count) => take(count),
    text: (characters) => take(characters * 2).toString('utf16le'),
    get done() {
      return at === buffer.length;
    },
  };
}
