/** The HTTP server of the studio: checks each request, then serves the page, operations and events. */
import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { foreignRequest, isLoopbackHost } from '../../service/server/foreign-request.ts';
import { type Conceal, concealedJson } from '../operations/access/conceal.ts';
import { Refused } from '../operations/access/folder.ts';
import { type OperationName, operations } from '../operations/protocol/operations.ts';
import type { Answered, Routes } from '../operations/route.ts';
import { entryPage, type PageFile, withNonce } from './access/pages.ts';
import { createSession, type Session } from './access/session.ts';
import type { EventStream } from './event-stream.ts';

/**
 * `nonce`: of the page's style elements, which the editor adds. Scripts and styles come from the studio's own files only. `framedBy`: schemes of the pages
 * that may show the studio in a frame.
 */
function securityHeaders(nonce: string, framedBy: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
    "require-trusted-types-for 'script'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // It cannot name schemes. Browsers ignore it where the policy above has ancestors.
    ...(framedBy.length === 0 ? { 'x-frame-options': 'DENY' } : {}),
  };
}

interface ServerInput {
  /** 0: a free port. */
  readonly port: number;
  readonly pages: ReadonlyMap<string, PageFile>;
  /** Schemes of the pages that may show the studio in a frame, such as `vscode-webview:`; empty: none. */
  readonly framedBy: readonly string[];
  readonly routes: Routes;
  readonly events: EventStream;
  /** Creates a function that hides secrets; everything that is sent passes it. */
  readonly conceal: () => Promise<Conceal>;
  /** Takes errors that are bugs of this program. */
  readonly failed: (error: unknown) => void;
}

interface StudioServer {
  /** With the token. */
  readonly address: string;
  close(): Promise<void>;
}

/** Bytes of a request: a file of the profile. */
const bodyLimit = 8_000_000;

/** Listens on the loopback interface only. Rejects if the port is in use. */
export async function startServer(input: ServerInput): Promise<StudioServer> {
  const app = fastify({ bodyLimit, forceCloseConnections: true, trustProxy: false, exposeHeadRoutes: false });
  // A page of another site can send texts and forms without asking the browser; JSON it cannot.
  app.removeContentTypeParser('text/plain');
  const session = createSession({ isFramed: input.framedBy.length > 0 });
  addGuard(app, session, input.framedBy);
  addPages(app, input.pages);
  addOperations(app, input);
  addEvents(app, input);
  await app.listen({ host: '127.0.0.1', port: input.port });
  const [address] = app.addresses();
  const port = typeof address === 'object' ? address.port : input.port;
  return { address: `http://127.0.0.1:${port}/?token=${session.token}`, close: () => app.close() };
}

const nonces = new WeakMap<FastifyRequest, string>();

/** The token in the query of the printed address. */
function tokenOf({ method, url }: FastifyRequest): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  return method === 'GET' && pathname === '/' ? (searchParams.get('token') ?? undefined) : undefined;
}

/** Refuses every request of other pages and hosts, and every request without the session: with an empty body. */
function addGuard(app: FastifyInstance, session: Session, framedBy: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    nonces.set(request, nonce);
    reply.headers(securityHeaders(nonce, framedBy));
    const { method, headers, socket } = request.raw;
    const token = tokenOf(request);
    const isEntry = token !== undefined;
    const received = { method: method ?? '', headers, isEntry, port: socket.localPort ?? 0 };
    const foreign = foreignRequest(received, isLoopbackHost);
    if (foreign !== undefined) return refuse(reply, 403);
    if (token === undefined) return session.holds(headers.cookie) ? undefined : refuse(reply, 401);
    const cookie = session.claim(token);
    if (cookie !== undefined) reply.header('set-cookie', cookie);
    // A frame that is loaded again has the address with the token, and the session.
    else if (!session.isToken(token) || !session.holds(headers.cookie)) return refuse(reply, 401);
    return reply.type('text/html; charset=utf-8').send(entryPage);
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404));
  app.setErrorHandler(({ statusCode = 500 }: { readonly statusCode?: number }, _request, reply) =>
    refuse(reply, statusCode),
  );
}

const refuse = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).header('content-length', 0).send();

function addPages(app: FastifyInstance, pages: ReadonlyMap<string, PageFile>): void {
  app.get('/*', (request, reply) => {
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = pages.get(path);
    if (file === undefined) return refuse(reply, 404);
    const content = path.endsWith('.html') ? withNonce(file, nonces.get(request) ?? '') : file.content;
    return reply.type(file.type).send(content);
  });
}

const isOperation = (name: string): name is OperationName => Object.hasOwn(operations, name);

function addOperations(app: FastifyInstance, { routes, conceal, failed }: ServerInput): void {
  app.post<{ Params: { readonly name: string } }>('/api/:name', async ({ params, body }, reply) => {
    const { name } = params;
    if (!isOperation(name)) return refuse(reply, 404);
    const result = await answerOf(() => routes[name](body), failed);
    const text = concealedJson(result.answer, await conceal());
    return reply.code(result.status).type('application/json; charset=utf-8').send(text);
  });
}

async function answerOf(run: () => Promise<Answered>, failed: ServerInput['failed']): Promise<Answered> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) return { status: 422, answer: { error: error.message } };
    failed(error);
    const message = error instanceof Error ? error.message : String(error);
    return { status: 500, answer: { error: `Internal error of the studio: ${message}` } };
  }
}

function addEvents(app: FastifyInstance, { events, conceal }: ServerInput): void {
  app.get('/api/events', (_request, reply) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    events.open(reply.raw, conceal);
  });
}
