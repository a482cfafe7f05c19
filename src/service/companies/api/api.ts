/** The API for operators: finds the operation of a request, checks its credential, and runs it. */
import type { IncomingMessage } from 'node:http';
import { SourceError } from '../../../../engine/index.ts';
import type { OperatorKey } from '../../config/operator-keys.ts';
import type { Emit } from '../../events/events.ts';
import { authenticate } from '../../server/authenticate.ts';
import { newRequestId } from '../../server/call-record.ts';
import { createFailedLogins } from './failed-logins.ts';
import { createHandlers, type HandlerParts } from './handlers.ts';
import { type Operation, type OperationId, operations } from './operations.ts';
import { readJson } from './read-json.ts';
import { ApiError, type ApiReply } from './reply.ts';

interface ApiOptions extends HandlerParts {
  readonly keys: () => readonly OperatorKey[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly emit: Emit;
}

export interface CompaniesApi {
  /** Whether a path, without the query, belongs to it. */
  owns(path: string): boolean;
  /** Answers a request. Never rejects. */
  answer(request: IncomingMessage): Promise<ApiReply>;
}

const all = Object.entries<Operation>(operations).map(([id, operation]) => ({
  id: idOf(id),
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

function idOf(text: string): OperationId {
  const isId = (id: string): id is OperationId => Object.hasOwn(operations, id);
  if (!isId(text)) throw new Error('invariant: an operation has an id');
  return text;
}

/** `%20` as a space; undefined for a text that cannot be decoded. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Creates the API. The admin listener serves it. */
export function createCompaniesApi(options: ApiOptions): CompaniesApi {
  const { keys, now, emit } = options;
  const handlers = createHandlers(options);
  const failedLogins = createFailedLogins(now);

  /** The credential of a request. Throws `ApiError` without a valid one. */
  function operatorOf(request: IncomingMessage, requestId: string, path: string): OperatorKey {
    const key = authenticate(request, keys(), now());
    if (key !== undefined) return key;
    const client = request.socket.remoteAddress ?? '';
    const wait = failedLogins.waitOf(client);
    if (wait !== undefined) throw new ApiError(429, { 'retry-after': String(wait) });
    failedLogins.add(client);
    emit({ level: 'warn', event: 'operator_refused', requestId, status: 401, client, path });
    throw new ApiError(401, { 'www-authenticate': 'Bearer' });
  }

  async function run(request: IncomingMessage, requestId: string): Promise<ApiReply> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const key = operatorOf(request, requestId, path);
    const matches = all.filter(({ pattern }) => pattern.test(path));
    if (matches.length === 0) throw new ApiError(404);
    const match = matches.find(({ operation }) => operation.method === request.method);
    if (match === undefined)
      throw new ApiError(405, { allow: matches.map(({ operation }) => operation.method).join(', ') });
    if (match.operation.scope === 'write' && key.scope !== 'write') {
      emit({
        level: 'warn',
        event: 'operator_refused',
        requestId,
        status: 403,
        client: request.socket.remoteAddress,
        path,
      });
      throw new ApiError(403);
    }
    const groups = Object.entries(match.pattern.exec(path)?.groups ?? {});
    const parameters = Object.fromEntries(groups.map(([name, text]) => [name, decoded(text) ?? '']));
    return handlers[match.id]({
      parameters,
      query,
      body: () => readJson(request),
      match: request.headers['if-match'],
      actor: { actor: key.name, via: 'api', requestId },
    });
  }

  function errorReply(error: unknown, requestId: string): ApiReply {
    const failure = error instanceof SourceError ? new ApiError(503, { 'retry-after': '5' }) : error;
    if (failure instanceof ApiError) {
      const { status, headers, message, details } = failure;
      return { status, headers, body: { error: message, requestId, ...details } };
    }
    emit({ level: 'error', event: 'bug', requestId, error });
    return { status: 500, headers: {}, body: { error: 'The program has a bug; the log has the details.', requestId } };
  }

  return {
    owns: (path) => /^\/(?:companies|audit)(?:\/|$)/.test(path),
    async answer(request) {
      const requestId = newRequestId();
      const reply = await run(request, requestId).catch((error: unknown) => errorReply(error, requestId));
      return { ...reply, headers: { ...reply.headers, 'x-request-id': requestId } };
    },
  };
}
