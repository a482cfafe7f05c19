/** Reads the body of a request, up to a limit. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

export type BodyRead =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly why: 'too large' | 'cut short' };

/**
 * Reads a body of at most `limit` bytes. A larger declared length is refused without reading; without a declared length, reading stops at
 * the limit. The HTTP server discards the rest of a refused body, so that a client that is still sending can read the answer instead of
 * getting a connection reset.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<BodyRead> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.resolve({ ok: false, why: 'too large' });
  const { promise, resolve } = Promise.withResolvers<BodyRead>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    resolve({ ok: false, why: 'too large' });
  });
  request.on('end', () => resolve({ ok: true, bytes: join(chunks) }));
  request.on('error', () => resolve({ ok: false, why: 'cut short' }));
  request.on('close', () => resolve({ ok: false, why: 'cut short' }));
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
