/** Decodes client messages: login, batches and calls (MS-TDS 2.2.6). */
import { type Reader, reader } from './bytes.ts';

export interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly application: string;
  readonly readOnlyIntent: boolean;
}

/** LOGIN7, 2.2.6.4. */
export function readLogin(buffer: Buffer): Login {
  const field = (place: number) => {
    const offset = buffer.readUInt16LE(place);
    return buffer.subarray(offset, offset + buffer.readUInt16LE(place + 2) * 2);
  };
  const text = (place: number) => field(place).toString('utf16le');
  // The halves of each byte of the password are swapped, then it is xored.
  const plain = Buffer.from(field(44)).map((byte) => {
    const value = byte ^ 0xa5;
    return ((value << 4) | (value >> 4)) & 0xff;
  });
  return {
    user: text(40),
    password: Buffer.from(plain).toString('utf16le'),
    application: text(48),
    database: text(68),
    // TypeFlags, fReadOnlyIntent.
    readOnlyIntent: ((buffer[26] ?? 0) & 0x20) !== 0,
  };
}

interface Parameter {
  /** Including the `@`. */
  readonly name: string;
  /** The type on the wire. */
  readonly type: string;
  readonly value: null | boolean | number | bigint | string | Buffer;
}

export type TdsRequest =
  | { readonly kind: 'batch'; readonly sql: string }
  /** A call of sp_executesql. `declared`: its parameter declaration. */
  | {
      readonly kind: 'call';
      readonly sql: string;
      readonly declared: string;
      readonly parameters: readonly Parameter[];
    };

/** 2.2.5.3: the headers of every request, which contain its transaction. */
function skipHeaders(from: Reader): void {
  const length = from.u32();
  from.bytes(length - 4);
}

export function readBatch(buffer: Buffer): TdsRequest {
  const from = reader(buffer);
  skipHeaders(from);
  const rest: string[] = [];
  while (!from.done) rest.push(from.text(1));
  return { kind: 'batch', sql: rest.join('') };
}

/** A value in chunks (2.2.5.2.3); undefined for NULL. */
function readChunks(from: Reader): Buffer | undefined {
  if (from.i64() === -1n) return undefined;
  const chunks: Buffer[] = [];
  for (let length = from.u32(); length > 0; length = from.u32()) chunks.push(from.bytes(length));
  return Buffer.concat(chunks);
}

function readLong(from: Reader, size: number): Buffer | undefined {
  if (size === 0xffff) return readChunks(from);
  const length = from.u16();
  return length === 0xffff ? undefined : from.bytes(length);
}

/**
 * Decodes type and value of a parameter. Supports the types that the driver sends for this engine; another type is an
 * error in the test.
 */
function readTyped(from: Reader): Omit<Parameter, 'name'> {
  const type = from.u8();
  const size = type === 0xe7 || type === 0xa5 ? from.u16() : from.u8();
  switch (type) {
    case 0xe7: {
      from.bytes(5);
      const value = readLong(from, size)?.toString('utf16le') ?? null;
      return { type: size === 0xffff ? 'nvarchar(max)' : 'nvarchar', value };
    }
    case 0xa5:
      return { type: 'varbinary', value: readLong(from, size) ?? null };
    case 0x26: {
      const length = from.u8();
      const bytes = from.bytes(length);
      if (length === 0) return { type: size === 8 ? 'bigint' : 'int', value: null };
      return length === 8
        ? { type: 'bigint', value: bytes.readBigInt64LE() }
        : { type: 'int', value: bytes.readInt32LE() };
    }
    case 0x68:
      return { type: 'bit', value: from.u8() === 0 ? null : from.u8() === 1 };
    default:
      throw new Error(`A parameter of type 0x${type.toString(16)} was not expected.`);
  }
}

const executeSql = 10;

/** RPC, 2.2.6.6. */
export function readCall(buffer: Buffer): TdsRequest {
  const from = reader(buffer);
  skipHeaders(from);
  const length = from.u16();
  const procedure = length === 0xffff ? from.u16() : from.text(length);
  if (procedure !== executeSql) throw new Error(`A call of ${procedure} was not expected.`);
  from.u16();
  const all: Parameter[] = [];
  while (!from.done) {
    const name = from.text(from.u8());
    from.u8();
    all.push({ name, ...readTyped(from) });
  }
  const [statement, declaration, ...parameters] = all;
  return { kind: 'call', sql: String(statement?.value), declared: String(declaration?.value ?? ''), parameters };
}
