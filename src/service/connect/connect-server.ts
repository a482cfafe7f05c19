/** The HTTP server for consents: `/connect/<link>`, the redirect of the vendor and the confirmation. It has no other paths. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { KeyPair } from '../config/tls.ts';
import { browserCookie } from './browser-cookie.ts';
import type { ConnectFlow } from './connect-flow.ts';
import { callbackPath, connectPath, isLink } from './create-link.ts';
import { contentPolicy, type Page, renderPage } from './page.ts';
import { createRateLimit } from './rate-limit.ts';

interface ConnectServerOptions {
  readonly flow: ConnectFlow;
  /** Base URL in browsers. Requests for another host are refused. */
  readonly connectUrl: string;
  /** For HTTPS; undefined behind a proxy. */
  readonly pair: KeyPair | undefined;
  /** Whether the last entry of X-Forwarded-For is the address of the client. */
  readonly trustProxy: boolean;
  /** Milliseconds, monotonic. */
  readonly clock: () => number;
  /** Receives a bug. */
  readonly onError: (error: unknown) => void;
}

/** An answer: a page, or a redirect to a path of this listener. */
type Reply = { readonly page: Page; readonly cookie?: string } | { readonly redirect: string };

/** Time for a request to arrive, in milliseconds. */
const receiveTimeout = 10_000;
/** Largest body: a form with one choice, in bytes. */
const mostBytes = 4_096;
const mostConnections = 200;

const continuePath = `${connectPath}/continue`;
const invalid: Reply = { page: { kind: 'invalid' } };
const foreign: Reply = { page: { kind: 'failed', reason: 'foreign', link: undefined } };
const busy: Reply = { page: { kind: 'failed', reason: 'busy', link: undefined } };

function clientOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return forwarded.at(-1)?.trim() || (socket.remoteAddress ?? '');
}

/** The form in the body. Undefined if it is too large, or no form. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostBytes) return undefined;
    chunks.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** Creates the server; it does not listen yet. */
export function createConnectServer(options: ConnectServerOptions): Server {
  const { flow, connectUrl, pair, trustProxy, clock, onError } = options;
  const { host, origin, protocol } = new URL(connectUrl);
  const cookie = browserCookie(protocol === 'https:');
  const isWithinLimit = createRateLimit(clock);

  async function post(request: IncomingMessage, path: string): Promise<Reply> {
    // Browsers always send it with a form. A form of another page must not confirm anything.
    if (request.headers.origin !== origin) return foreign;
    if (path === continuePath) {
      const choice = (await readForm(request))?.get('choice') ?? '';
      if (!/^\d{1,4}$/.test(choice)) return foreign;
      return { page: await flow.confirm(cookie.read(request.headers.cookie), Number(choice)) };
    }
    const link = path.slice(connectPath.length + 1);
    if (!isLink(link)) return invalid;
    const { page, attempt } = await flow.begin(link);
    return attempt === undefined ? { page } : { page, cookie: cookie.set(attempt) };
  }

  async function get(request: IncomingMessage, path: string, query: string): Promise<Reply> {
    const attempt = cookie.read(request.headers.cookie);
    if (path === continuePath) return { page: await flow.choices(attempt) };
    if (path === callbackPath) {
      // The redirect removes the code from the address bar, so that a reload does not send it again.
      const page = await flow.receive(attempt, new URLSearchParams(query));
      return page === undefined ? { redirect: continuePath } : { page };
    }
    const link = path.slice(connectPath.length + 1);
    return isLink(link) ? { page: await flow.show(link) } : invalid;
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { method = '', url = '/' } = request;
    const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
    if (!isWithinLimit(clientOf(request, trustProxy))) return busy;
    if (request.headers.host !== host || !path.startsWith(`${connectPath}/`)) return invalid;
    if (method === 'POST') return post(request, path);
    // A HEAD of the redirect, of a program that previews links, must not use its code up.
    const isRead = method === 'GET' || (method === 'HEAD' && path !== callbackPath);
    return isRead ? get(request, path, query) : invalid;
  }

  function send(response: ServerResponse, reply: Reply, withBody: boolean): void {
    const { status, html } = 'page' in reply ? renderPage(reply.page) : { status: 303, html: '' };
    response.writeHead(status, {
      ...('redirect' in reply ? { location: reply.redirect } : {}),
      ...('cookie' in reply && reply.cookie !== undefined ? { 'set-cookie': reply.cookie } : {}),
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(html),
      'cache-control': 'no-store',
      'content-security-policy': contentPolicy,
      'cross-origin-opener-policy': 'same-origin',
      // Not no-referrer: the browser would then send forms of this page with the origin "null".
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    });
    response.end(withBody ? html : undefined);
  }

  const timeouts = { requestTimeout: receiveTimeout, headersTimeout: receiveTimeout, maxHeaderSize: 16_384 };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request)
      .catch((error: unknown): Reply => {
        onError(error);
        return { page: { kind: 'failed', reason: 'unavailable', link: undefined } };
      })
      .then((reply) => {
        request.resume();
        send(response, reply, request.method !== 'HEAD');
      })
      .catch(onError);
  };
  const server =
    pair === undefined
      ? createServer(timeouts, listener)
      : createSecureServer({ ...timeouts, ...pair, minVersion: 'TLSv1.2' }, listener);
  server.maxConnections = mostConnections;
  return server;
}
