/** Removes the content codings of an answer. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** The `Accept-Encoding` of requests. */
export const acceptedEncodings = 'gzip, deflate, br';

/** Bytes that are searched for legible text, so that a large answer costs nothing. */
const searchedBytes = 8_192;

/**
 * The legible beginning of bytes that are not what their headers say: servers print warnings and error pages before a packed answer.
 * Undefined if they begin with something that is no text in UTF-8.
 */
export function legibleStart(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes.subarray(0, searchedBytes));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: packed bytes contain them, and text does not.
  return /^[^\u0000-\u0008\u000e-\u001f\ufffd]+/.exec(text)?.[0];
}

/** The reason why an answer cannot be read. */
export class UnreadableBody extends Error {
  /** It exceeds the limit, compressed or decompressed. */
  readonly tooLarge: boolean;
  constructor(message: string, tooLarge = false) {
    super(message);
    this.name = 'UnreadableBody';
    this.tooLarge = tooLarge;
  }
}

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

const gzip: Unpack = promisify(gunzip);
const brotli: Unpack = promisify(brotliDecompress);
const zlib: Unpack = promisify(inflate);
const raw: Unpack = promisify(inflateRaw);

/** `deflate` is the zlib format (RFC 9110, 8.4.1.2); some servers send it without the wrapper. */
const deflate: Unpack = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? zlib(bytes, options) : raw(bytes, options);

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', brotli],
  ['deflate', deflate],
]);

function reasonOf(error: unknown, coding: string): UnreadableBody {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return new UnreadableBody('The answer is larger than the limit when it is unpacked', true);
  return new UnreadableBody(`The answer says that it is packed with ${coding}, and cannot be unpacked as that`);
}

/**
 * Removes the codings of `Content-Encoding`, last one first. `limit`: maximum size in bytes after each step. Rejects
 * with `UnreadableBody`.
 */
export async function unpack(bytes: Uint8Array, encoding: string | undefined, limit: number): Promise<Uint8Array> {
  const codings = (encoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let result = bytes;
  for (const coding of codings.reverse()) {
    const unpacker = unpackers.get(coding);
    if (unpacker === undefined) throw new UnreadableBody('The answer is packed in a way that was not asked for');
    try {
      result = await unpacker(result, { maxOutputLength: limit });
    } catch (error) {
      throw reasonOf(error, coding);
    }
  }
  return result;
}
