/** Parses the bytes of an answer: JSON with exact numbers, or text. */
import { isAscii } from 'node:buffer';
import type { ParsedAnswer } from '../../../base/exact-number.ts';
import { parseInTurns } from '../../../base/parse-in-turns.ts';

interface ReadBody {
  readonly body: unknown;
  readonly isPlain?: boolean;
  readonly malformed?: string;
}

const isJson = (type: string): boolean => /^(?:application|text)\/(?:[a-z0-9.+-]+\+)?json$/.test(type);
const isXml = (type: string): boolean => /^(?:application|text)\/(?:[a-z0-9.+-]+\+)?xml$/.test(type);
/** Media types that servers use for undeclared JSON. */
const mayHoldJson: ReadonlySet<string> = new Set(['', 'text/plain', 'text/html', 'application/octet-stream']);

/** The start of an XML document that declares its encoding, which is always ASCII. */
const xmlEncoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

function markOf(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function charsetOf(bytes: Uint8Array, type: string, parameters: string): string {
  const declared = /(?:^|;)\s*charset\s*=\s*"?([^";\s]+)"?/i.exec(parameters)?.[1];
  // A byte order mark takes precedence over the header (WHATWG Encoding, 6).
  const charsetName = markOf(bytes) ?? declared;
  if (charsetName !== undefined || !isXml(type)) return charsetName ?? 'utf-8';
  return xmlEncoding.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1'))?.[1] ?? 'utf-8';
}

/** The decoded text; undefined if the bytes are invalid in this character set, or it is unknown. */
function decode(bytes: Uint8Array, charset: string): string | undefined {
  // Most answers are ASCII, which need no check of sequences.
  if (/^utf-?8$/i.test(charset) && isAscii(bytes))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function malformedJson(why: Exclude<ParsedAnswer, { readonly ok: true }>['why'], bytes: number): string {
  return why === 'too deep'
    ? `The answer is JSON of ${bytes} bytes with more than 100 lists and objects inside each other`
    : `The answer says that it is JSON, and its ${bytes} bytes are none: cut off, or something else`;
}

/**
 * Parses an answer's body. `contentType` and `accept` are headers of the answer and of the request. An answer of
 * another type than requested is `malformed`, unless it is JSON. The reasons quote nothing of the body.
 */
export async function readBody(bytes: Uint8Array, contentType: string | undefined, accept: string): Promise<ReadBody> {
  if (bytes.length === 0) return { body: undefined };
  const [declared = '', ...parameters] = (contentType ?? '').split(';');
  const type = declared.trim().toLowerCase();
  const charset = charsetOf(bytes, type, parameters.join(';'));
  const text = decode(bytes, charset);
  if (text === undefined) {
    return {
      body: undefined,
      malformed: `The answer (${bytes.length} bytes of ${type || 'no type'}) is no text in ${charset}`,
    };
  }
  if (isJson(type)) {
    const read = await parseInTurns(text);
    return read.ok
      ? { body: read.body, isPlain: read.isPlain }
      : { body: text, malformed: malformedJson(read.why, bytes.length) };
  }
  if (!/json/i.test(accept) || /xml|html|text|\*/i.test(accept)) return { body: text };
  if (mayHoldJson.has(type) && /^\s*[[{]/.test(text)) {
    const read = await parseInTurns(text);
    if (read.ok) return { body: read.body, isPlain: read.isPlain };
  }
  return { body: text, malformed: `The answer is ${type || 'of no type'}, and JSON was asked for` };
}
