/** The HTTP server of the admin listener: GET requests without a key, for probes and monitoring, and the API for operators, which has its own credentials. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { foreignRequest, isPrivateHost } from '../../server/foreign-request.ts';

interface AdminReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Replies by path. */
export type AdminRoutes = Readonly<Record<string, () => AdminReply | Promise<AdminReply>>>;

/** What answers further paths. It checks its own credentials. */
export interface AdminApi {
  /** Whether a path, without the query, belongs to it. */
  owns(path: string): boolean;
  /** Never rejects. */
  answer(request: IncomingMessage): Promise<{
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object | undefined;
  }>;
}

/** Time for a request to arrive, in milliseconds. */
const receiveTimeout = 5_000;
/** Largest number of connections: a monitoring system and an operator need a few. */
const mostConnections = 100;

/** JSON, indented by one space, with a line break at the end. */
export function jsonReply(status: number, value: object): AdminReply {
  return { status, type: 'application/json; charset=utf-8', body: `${JSON.stringify(value, null, 1)}\n` };
}

/** Whether the page of another site sends the request, or a page whose name was made to resolve to this machine. */
function isForeign({ headers, socket: { localPort: port = 0 } }: IncomingMessage): boolean {
  // Other methods are refused in any case. Browsers always send a Host; probes by HTTP 1.0 may not.
  const received = { method: 'GET', headers, isEntry: false, port };
  return foreignRequest(received, (host) => host === '' || isPrivateHost(host, hostname())) !== undefined;
}

interface AdminServerOptions {
  /** Those of each moment. */
  readonly routes: () => AdminRoutes;
  /** Undefined while there is none. */
  readonly api: () => AdminApi | undefined;
  /** Called with the error of a route, which is a bug. */
  readonly onError: (error: unknown) => void;
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** A server for the routes of each moment; it does not listen yet. */
export function createAdminServer({ routes: routesNow, api, onError }: AdminServerOptions): Server {
  const send = (response: ServerResponse, { status, type, body }: AdminReply, withBody: boolean): void => {
    response.writeHead(status, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(withBody ? body : undefined);
  };
  const answer = async (request: IncomingMessage): Promise<AdminReply> => {
    if (isForeign(request))
      return jsonReply(403, { error: 'The request comes from another site, or its Host is not this listener.' });
    const path = pathOf(request);
    const routes = routesNow();
    if (!Object.hasOwn(routes, path)) return jsonReply(404, { error: 'Not found.', paths: Object.keys(routes) });
    const route = routes[path];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (route === undefined || !isRead) return jsonReply(405, { error: 'Only GET and HEAD are accepted.' });
    return route();
  };
  const answerByApi = async (owner: AdminApi, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, headers, body } = await owner.answer(request);
    // What is left of a body that was not read.
    request.resume();
    const reply = body === undefined ? { status, type: undefined, body: '' } : jsonReply(status, body);
    response.writeHead(status, {
      ...headers,
      ...(reply.type === undefined
        ? {}
        : { 'content-type': reply.type, 'content-length': Buffer.byteLength(reply.body) }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(reply.body);
  };
  const options = { requestTimeout: receiveTimeout, headersTimeout: receiveTimeout, maxHeaderSize: 8_192 };
  const server = createServer(options, (request, response) => {
    const owner = api();
    if (owner?.owns(pathOf(request)) && !isForeign(request)) {
      answerByApi(owner, request, response).catch(onError);
      return;
    }
    request.resume();
    answer(request).then(
      (reply) => {
        if (reply.status === 405) response.setHeader('allow', 'GET, HEAD');
        send(response, reply, request.method !== 'HEAD');
      },
      (error: unknown) => {
        onError(error);
        send(response, jsonReply(500, { error: 'The program has a bug; the log has the details.' }), true);
      },
    );
  });
  server.maxConnections = mostConnections;
  return server;
}
