/** Services with one defect each: proxies that change requests to a correct service, or its answers. */
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A defect: answers a call, or rejects to cut the connection. `forward` calls the correct service. */
export type Defect = (call: Call, forward: (call: Call) => Promise<Reply>) => Promise<Reply>;

export interface Defective {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Headers that belong to a connection, and are made anew for the next. */
const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'expect'];

const kept = (headers: Iterable<readonly [string, string]>): Readonly<Record<string, string>> =>
  Object.fromEntries([...headers].filter(([name]) => !ofConnection.includes(name)));

/** Serves on a free port of the loopback interface. `correct`: the base URL of the correct service. */
export async function serveDefective(correct: () => string, defect: Defect): Promise<Defective> {
  const forward = async ({ method, path, headers, body }: Call): Promise<Reply> => {
    const response = await fetch(correct() + path, { method, headers, ...(method === 'GET' ? {} : { body }) });
    return { status: response.status, headers: kept(response.headers), body: await response.text() };
  };
  const server: Server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    const headers = kept(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const call = { method, path, headers, body: await text(request) };
    const reply = await defect(call, forward).catch(() => undefined);
    if (reply === undefined) request.socket.destroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the service does not listen');
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A JSON object of a body; without members where there is none. */
export function jsonOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A list of an answer, its items as objects. */
export function rowsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map((row: unknown) => (typeof row === 'object' ? { ...row } : {})) : [];
}

/** The defect that changes the successful answers of one endpoint. */
export function changing(
  path: string,
  change: (answer: Readonly<Record<string, unknown>>, request: Readonly<Record<string, unknown>>) => object,
): Defect {
  return async (call, forward) => {
    const reply = await forward(call);
    if (call.path !== path || reply.status !== 200) return reply;
    return { ...reply, body: JSON.stringify(change(jsonOf(reply.body), jsonOf(call.body))) };
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The defect that changes the requests of one endpoint. */
export function rewriting(path: string, change: (request: Fields) => Fields): Defect {
  return (call, forward) =>
    forward(call.path === path ? { ...call, body: JSON.stringify(change(jsonOf(call.body))) } : call);
}

/** The defect that changes each answer of one endpoint with a status. */
export function replacing(path: string, status: number, change: (reply: Reply) => Reply): Defect {
  return async (call, forward) => {
    const reply = await forward(call);
    return call.path === path && reply.status === status ? change(reply) : reply;
  };
}

/** An error answer in the contract's form. */
export function errorReply(status: number, code: string, field?: string): Reply {
  const details = field === undefined ? {} : { details: { fields: [{ field, message: 'No.', rule: 'unknown' }] } };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ schemaVersion: '1', error: 'No.', code, ...details }),
  };
}
