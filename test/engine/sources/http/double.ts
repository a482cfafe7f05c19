/** Servers on the loopback interface with scripted answers, which count the requests. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HttpPorts, HttpSourceConfig } from '../../../../engine/sources/http/index.ts';
import { openHttpSource } from '../../../../engine/sources/http/index.ts';
import type { HttpReply, HttpRequest, HttpSource, Judge, Verdict } from '../../../../engine/sources/http-source.ts';
import { type CallContext, SourceError } from '../../../../engine/sources/source.ts';

/** What a test opens, to be closed after it. */
const opened: (() => Promise<unknown> | unknown)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

export function later(close: () => Promise<unknown> | unknown): void {
  opened.push(close);
}

export function portOf(server: { address(): unknown }): number {
  const address = server.address();
  if (typeof address === 'object' && address !== null && 'port' in address) return Number(address.port);
  throw new Error('The server does not listen on a port.');
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** A number of its own for each connection. */
  readonly connection: number;
  /** By the monotonic clock, in milliseconds. */
  readonly at: number;
}

export interface Double {
  readonly url: string;
  readonly port: number;
  readonly seen: Seen[];
  readonly sockets: Set<Socket>;
  /** Listens no more, and cuts its connections. */
  stop(): void;
}

type Answer = (request: Seen, response: ServerResponse) => unknown;

/** An HTTP server. `answer` is called when the whole request is there. */
export async function httpDouble(
  answer: Answer,
  create: (listener: RequestListener) => ReturnType<typeof createServer> = createServer,
): Promise<Double> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const numbers = new WeakMap<Socket, number>();
  let connections = 0;
  const server = create((request, response) => {
    void text(request).then(
      (body) => {
        const { method = '', url = '', headers, socket } = request;
        const one = { method, path: url, headers, body, connection: numbers.get(socket) ?? 0, at: performance.now() };
        seen.push(one);
        return answer(one, response);
      },
      () => undefined,
    );
  });
  const note = (socket: Socket): void => {
    connections += 1;
    numbers.set(socket, connections);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  server.on('connection', note).on('secureConnection', note);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  later(stop);
  const port = portOf(server);
  return { url: `http://127.0.0.1:${port}`, port, seen, sockets, stop };
}

/** A server of bytes: `talk` has the connection when something came on it. */
export async function netDouble(
  talk: (socket: Socket, heard: string) => void,
): Promise<{ readonly url: string; readonly port: number; readonly heard: string[] }> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    const index = heard.push('') - 1;
    socket
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
      .on('data', (bytes) => {
        heard[index] += bytes.toString('latin1');
        talk(socket, heard[index] ?? '');
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = portOf(server);
  return { url: `http://127.0.0.1:${port}`, port, heard };
}

/** A source that is closed after the test. */
export function open(config: HttpSourceConfig, ports: HttpPorts = {}): HttpSource {
  const source = openHttpSource(config, { random: () => 0, ...ports });
  later(() => source.close());
  return source;
}

export const json = (
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

export const get = (target: string, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  method: 'GET',
  target,
  headers,
  effect: 'read',
});

export const post = (target: string, effect: HttpRequest['effect'] = 'write', body = '{}'): HttpRequest => ({
  method: 'POST',
  target,
  headers: {},
  body: { type: 'application/json', text: body },
  effect,
});

export const within = (milliseconds: number): CallContext => ({ deadline: Date.now() + milliseconds });

export const ok: Judge = async () => ({ kind: 'ok' });

/** A judge that goes by the status alone. */
export const byStatus =
  (verdicts: Readonly<Record<number, Verdict | ((reply: HttpReply) => Verdict)>>): Judge =>
  async (reply) => {
    const verdict = verdicts[reply.status] ?? { kind: 'ok' };
    return typeof verdict === 'function' ? verdict(reply) : verdict;
  };

/** The error that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<SourceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
  throw new Error('The call did not fail.');
}
