import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import { parsed } from './client.ts';

/** What came back on a bare connection. Status 0 and no text: the peer hung up without a word. */
export interface WireReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly json: unknown;
}

const PATIENCE = 15_000;
const BETWEEN_PIECES = 150;

/** The data of a chunked body as far as it has come, and whether its last chunk has. */
function unchunked(body: Buffer): { readonly data: Buffer; readonly complete: boolean } {
  const data: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at);
    if (line < 0) return { data: Buffer.concat(data), complete: false };
    const size = Number.parseInt(body.subarray(at, line).toString('latin1'), 16);
    if (!(size > 0)) return { data: Buffer.concat(data), complete: size === 0 };
    data.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

function readReply(received: Buffer): WireReply & { readonly complete: boolean } {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: new Map(), text: '', json: undefined, complete: false };
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  if (status === 100) return readReply(received.subarray(end + 4));
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = received.subarray(end + 4);
  const length = headers.get('content-length');
  const plain = { data: body, complete: length !== undefined && body.length >= Number(length) };
  const { data, complete } = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '') ? unchunked(body) : plain;
  const text = data.toString('utf8');
  return { status, headers, text, json: parsed(text), complete };
}

/**
 * Writes bytes on a connection of its own and reads the first reply, for requests that no HTTP client would send.
 * With several pieces it pauses between them and stops as soon as a reply has begun: a server may refuse a body early.
 */
export async function exchange(baseUrl: string, pieces: readonly (string | Buffer)[]): Promise<WireReply> {
  const base = new URL(baseUrl);
  const secure = base.protocol === 'https:';
  const host = base.hostname.replace(/^\[|\]$/g, '');
  const port = Number(base.port || (secure ? 443 : 80));
  const socket = secure ? tls.connect({ host, port, servername: host }) : net.connect({ host, port });
  let received: Buffer = Buffer.alloc(0);
  const { promise: over, resolve: finish } = Promise.withResolvers<void>();
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (readReply(received).complete) finish();
  });
  // A reset after the reply is no fault of the reply; one before it shows as status 0.
  socket.on('error', () => finish());
  socket.on('close', () => finish());
  const patience = setTimeout(() => finish(), PATIENCE);
  try {
    for (const [index, piece] of pieces.entries()) {
      if (received.length > 0 || socket.destroyed) break;
      socket.write(piece);
      if (index < pieces.length - 1) await pause(BETWEEN_PIECES);
    }
    await over;
    return readReply(received);
  } finally {
    clearTimeout(patience);
    socket.destroy();
  }
}

/** The path that a bare request line must name to reach `path` under the base URL. */
export function wirePath(baseUrl: string, path: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '') + path;
}
