/** A small HTTP server that acts as an ERP or a token endpoint, and the ports of an authentication that uses it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as open } from 'node:http';
import { inspect } from 'node:util';
import type { SourceEvent } from '../../../../../engine/base/events.ts';
import { Secret } from '../../../../../engine/base/secret.ts';
import type { Authenticator, Exchange, RawReply, TokenStore } from '../../../../../engine/sources/http/auth/index.ts';
import { type AuthConfig, type AuthPorts, createAuthenticator } from '../../../../../engine/sources/http/auth/index.ts';
import type { HttpMethod, HttpRequest } from '../../../../../engine/sources/http-source.ts';
import { SourceError } from '../../../../../engine/sources/source.ts';

export interface Seen {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  /** In place of JSON. */
  readonly html?: string;
}

export interface Double {
  readonly url: string;
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

/** Answers what `answer` says; never, where it says nothing. */
export async function double(
  answer: (request: Seen) => Answer | undefined | Promise<Answer | undefined>,
): Promise<Double> {
  const seen: Seen[] = [];
  const server = createServer(async (incoming, reply) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const request = { method: incoming.method ?? '', target: incoming.url ?? '', headers: incoming.headers, body };
    seen.push(request);
    const given = await answer(request);
    if (given === undefined) return;
    const type = given.json === undefined ? {} : { 'content-type': 'application/json' };
    for (const [name, value] of Object.entries({ ...type, ...given.headers }))
      reply.setHeader(name, typeof value === 'string' ? value : [...value]);
    reply.writeHead(given.status ?? 200).end(given.json === undefined ? given.html : JSON.stringify(given.json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function exchangeOnce(request: HttpRequest, deadline: number): Promise<RawReply> {
  const { method, target, body } = request;
  const type = body === undefined ? {} : { 'content-type': body.type };
  return new Promise((resolve, reject) => {
    const outgoing = open(target, { method, headers: { ...request.headers, ...type } }, async (incoming) => {
      let text = '';
      for await (const chunk of incoming) text += chunk;
      const { 'set-cookie': cookies = [], ...others } = incoming.headers;
      const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
      const isJson = headers['content-type'] === 'application/json';
      resolve({
        url: target,
        status: incoming.statusCode ?? 0,
        headers,
        cookies,
        body: isJson ? JSON.parse(text) : text || undefined,
      });
    });
    const late = setTimeout(() => outgoing.destroy(new Error('too late')), Math.max(0, deadline - Date.now()));
    outgoing.on('close', () => clearTimeout(late));
    outgoing.on('error', (error) => reject(new SourceError('unreachable', error.message, { effect: 'unknown' })));
    outgoing.end(body?.text);
  });
}

export const exchange: Exchange = (request, { deadline }) => exchangeOnce(request, deadline);

interface Bench {
  readonly auth: Authenticator;
  readonly events: SourceEvent[];
  /** Moves the clock of the authentication, in milliseconds. */
  pass(milliseconds: number): void;
  /** Sends a request as the transport does: once more where the reply is a 401, or a 403 that asks for a token, and that is worth it. */
  send(target: string, method?: HttpMethod, deadlineMs?: number): Promise<RawReply>;
}

const isOver = ({ status, headers }: RawReply): boolean =>
  status === 401 || (status === 403 && headers['x-csrf-token']?.toLowerCase() === 'required');

export function bench(
  url: string,
  config: Partial<AuthConfig>,
  options: { readonly tokens?: TokenStore; readonly start?: number } = {},
): Bench {
  let shift = 0;
  const events: SourceEvent[] = [];
  const now = () => (options.start ?? Date.now()) + shift;
  const ports: AuthPorts = { url, exchange, tokens: options.tokens, now, report: (event) => events.push(event) };
  const auth = createAuthenticator({ keys: [], ...config }, ports);
  return {
    auth,
    events,
    pass(milliseconds) {
      shift += milliseconds;
    },
    async send(target, method = 'GET', deadlineMs = 60_000) {
      const call = { deadline: Date.now() + deadlineMs };
      const request: HttpRequest = {
        method,
        target: `${url}${target}`,
        headers: {},
        effect: method === 'GET' ? 'read' : 'write',
      };
      for (let attempt = 1; ; attempt += 1) {
        const authorized = await auth.authorize(request, call);
        const reply = await exchange(authorized.request, call);
        auth.processReply(reply, authorized.session);
        if (attempt === 2 || !isOver(reply) || !auth.expired(authorized.session)) return reply;
      }
    },
  };
}

/** The error that a promise rejects with; it must be a `SourceError`. */
export async function failure(work: Promise<unknown>): Promise<SourceError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SourceError) return error;
  throw new Error(`It did not fail as a source does: ${inspect(error)}`);
}

export const secret = (text: string): Secret => new Secret(text);
