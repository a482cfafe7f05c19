/**
 * Messages to a PostgreSQL server. Those of one statement are written into one buffer: a write to the socket costs more than anything else.
 * Formats: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import type { SqlValue } from '../../source.ts';

const typeLength = 1;
const lengthLength = 4;

/** The bytes of a message, from the bytes of its body. */
const messageLength = (body: number): number => typeLength + lengthLength + body;
const cStringLength = (text: string): number => Buffer.byteLength(text) + 1;

/** Writes one message after the other into a buffer of the right size. */
class MessageWriter {
  readonly buffer: Buffer;
  #at = 0;
  constructor(length: number) {
    this.buffer = Buffer.allocUnsafe(length);
  }
  begin(type: string, body: number): this {
    this.#at = this.buffer.writeUInt8(type.charCodeAt(0), this.#at);
    return this.int32(lengthLength + body);
  }
  int16(value: number): this {
    this.#at = this.buffer.writeInt16BE(value, this.#at);
    return this;
  }
  int32(value: number): this {
    this.#at = this.buffer.writeInt32BE(value, this.#at);
    return this;
  }
  text(text: string): this {
    this.#at += this.buffer.write(text, this.#at);
    return this;
  }
  cString(text: string): this {
    this.text(text);
    this.#at = this.buffer.writeUInt8(0, this.#at);
    return this;
  }
}

/** The bytes of Bind: unnamed portal, parameters and columns as text. `values` counts the bytes of the parameters. */
const bindLength = (name: string, values: number): number => 1 + cStringLength(name) + 2 + 2 + values + 2;
/** The bytes of Execute: unnamed portal, all rows. */
const executeLength = 1 + 4;

/** A prepared statement; `known` where the server has it already. */
export interface NamedStatement {
  readonly name: string;
  readonly sql: string;
  readonly known: boolean;
}

/**
 * Bind, Execute and Sync of a named statement. Where the server does not have it yet, Close and Parse come first, and Describe asks for
 * the columns. Close is needed because an earlier run may have failed after its Parse.
 */
export function runMessage({ name, sql, known }: NamedStatement, values: readonly SqlValue[]): Buffer {
  const texts = values.map((value) => (value === null ? null : String(value)));
  const lengths = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const body = lengths.reduce((sum, length) => sum + lengthLength + length, 0);
  const target = 1 + cStringLength(name);
  const parse = cStringLength(name) + cStringLength(sql) + 2;
  const portal = 2;
  const first = known ? 0 : messageLength(target) + messageLength(parse) + messageLength(portal);
  const writer = new MessageWriter(
    first + messageLength(bindLength(name, body)) + messageLength(executeLength) + messageLength(0),
  );
  if (!known) {
    writer.begin('C', target).text('S').cString(name);
    writer.begin('P', parse).cString(name).cString(sql).int16(0);
  }
  writer.begin('B', bindLength(name, body)).cString('').cString(name).int16(0).int16(texts.length);
  for (const [index, text] of texts.entries()) {
    // Minus one is NULL.
    if (text === null) writer.int32(-1);
    else writer.int32(lengths[index] ?? 0).text(text);
  }
  writer.int16(0);
  if (!known) writer.begin('D', portal).text('P').cString('');
  writer.begin('E', executeLength).cString('').int32(0);
  return writer.begin('S', 0).buffer;
}

/** Refuses the data for a COPY and ends the statement with a Sync: the server has ignored the Sync sent before. */
export function refuseCopyMessage(reason: string): Buffer {
  const writer = new MessageWriter(messageLength(cStringLength(reason)) + messageLength(0));
  return writer.begin('f', cStringLength(reason)).cString(reason).begin('S', 0).buffer;
}
