/** Reads the body of a request, up to a limit of bytes and time. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { cancelExpiry, expireAfter } from './engine-api.ts';

export type BodyRead =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly why: 'too large' | 'too slow' | 'cut short' };

/** Whether the head of a request declares a body of more than `limit` bytes. */
export function declaresMore(request: IncomingMessage, limit: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > limit;
}

/**
 * Reads a body of at most `limit` bytes within `timeoutMs`. Reading stops at the limit. The HTTP server discards the rest of a refused body,
 * so that a client that is still sending can read the answer instead of getting a connection reset.
 */
export function readBody(request: IncomingMessage, limit: number, timeoutMs: number): Promise<BodyRead> {
  const { promise, resolve } = Promise.withResolvers<BodyRead>();
  const chunks: Buffer[] = [];
  let size = 0;
  let isRefused = false;
  const end = (read: BodyRead): void => {
    cancelExpiry(expiry);
    resolve(read);
  };
  const refuse = (why: 'too large' | 'too slow'): void => {
    isRefused = true;
    chunks.length = 0;
    end({ ok: false, why });
  };
  const expiry = expireAfter(timeoutMs, () => refuse('too slow'));
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (isRefused) return;
    if (size > limit) refuse('too large');
    else chunks.push(chunk);
  });
  request.on('end', () => end({ ok: true, bytes: join(chunks) }));
  request.on('error', () => end({ ok: false, why: 'cut short' }));
  request.on('close', () => end({ ok: false, why: 'cut short' }));
  return promise;
}

function join(chunks: readonly Buffer[]): Buffer {
  const [first, ...others] = chunks;
  return first !== undefined && others.length === 0 ? first : Buffer.concat(chunks);
}

const byteOrderMark = '\uFEFF';

/** The text of a body, or undefined if it is not UTF-8. A byte order mark is removed (RFC 8259, section 8.1, allows it). */
export function decodeBody(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
