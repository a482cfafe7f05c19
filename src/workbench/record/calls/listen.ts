/** Forwards the platform's requests to a running service for a limited time, and keeps those that read in memory. */
import fastify from 'fastify';
import { type Contract, parseBody } from '../../../../engine/index.ts';
import { jsonText } from '../../../../engine/tools/index.ts';
import { newRequestId } from '../../../service/server/call-record.ts';
import { errorBody, refusalOf } from '../../../service/server/refusal.ts';
import type { CallToRecord } from '../session.ts';

interface ListenInput {
  readonly contract: Pick<Contract, 'endpoints' | 'version'>;
  /** Port on the loopback interface; 0: a free one. */
  readonly port: number;
  /** Origin of the running service, such as `http://127.0.0.1:8080`. */
  readonly service: string;
  /** Ends the listening. */
  readonly signal: AbortSignal;
  /** Called with the address, once requests are accepted. */
  readonly listening: (address: string) => void;
  /** Called with the reason where the service does not answer a request. */
  readonly unanswered: (reason: string) => void;
}

/** Different requests of one endpoint that are kept at most. */
const mostRequests = 1_000;

/** Bytes of a request body at most. The limit of the service applies to what is forwarded. */
const bodyLimit = 16 * 2 ** 20;

/** Headers of one connection, which a proxy does not forward (RFC 9110, 7.6.1), and those that the HTTP client sets. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'content-length', 'host', 'expect'],
]);

function forwarded(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ownHeaders.has(name)) kept[name] = String(value);
  return kept;
}

/** The address at the service. The target of a request never names another host, such as `//elsewhere.example`. */
function targetOf(service: string, target: string): URL {
  const url = new URL(service);
  const query = target.indexOf('?');
  url.pathname = query < 0 ? target : target.slice(0, query);
  url.search = query < 0 ? '' : target.slice(query);
  return url;
}

/** The innermost message: `fetch` only says that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Requests of reading endpoints, each different one once. */
function createHeardCalls({ endpoints }: Pick<Contract, 'endpoints'>) {
  const reading = new Set(endpoints.filter(({ answer }) => answer.kind !== 'write').map(({ path }) => path));
  const byPath = new Map<string, Map<string, CallToRecord>>();
  return {
    /** `status`: that of the answer. */
    add(path: string, body: Buffer, status: number): void {
      if (!reading.has(path) || (status !== 200 && status !== 422)) return;
      const parsed = parseBody(body.toString());
      if (!parsed.ok || typeof parsed.body !== 'object' || parsed.body === null) return;
      const request = Object.fromEntries(Object.entries(parsed.body).filter(([name]) => name !== 'schemaVersion'));
      const callsByKey = byPath.get(path) ?? new Map<string, CallToRecord>();
      byPath.set(path, callsByKey);
      if (callsByKey.size < mostRequests) callsByKey.set(jsonText(request), { path, request });
    },
    calls: (): readonly CallToRecord[] => [...byPath.values()].flatMap((calls) => [...calls.values()]),
  };
}

/**
 * Listens until `signal` is aborted, and returns the requests that were answered with 200 or 422, without `schemaVersion`. Writes are forwarded and not
 * kept. Nothing is written to a file; API keys are forwarded and not kept. Rejects if the port cannot be used.
 */
export async function listenForCalls(input: ListenInput): Promise<readonly CallToRecord[]> {
  const { contract, port, service, signal, listening, unanswered } = input;
  const calls = createHeardCalls(contract);
  const app = fastify({ bodyLimit, forceCloseConnections: 'idle' });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.all('/*', async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    try {
      const answer = await fetch(targetOf(service, request.raw.url ?? '/'), {
        method: request.method,
        headers: { ...forwarded(request.headers), 'accept-encoding': 'identity' },
        redirect: 'manual',
        ...(body === undefined ? {} : { body: new Uint8Array(body) }),
      });
      const text = Buffer.from(await answer.arrayBuffer());
      if (body !== undefined) calls.add(request.raw.url ?? '', body, answer.status);
      return await reply
        .status(answer.status)
        .headers(forwarded(Object.fromEntries(answer.headers)))
        .send(text);
    } catch (error) {
      // The platform gets what the service itself would answer if its ERP were down.
      unanswered(reasonOf(error));
      const refusal = refusalOf({ kind: 'unreachable', message: 'The service cannot be reached at the moment.' });
      return reply
        .status(refusal.status)
        .headers(refusal.headers ?? {})
        .type('application/json')
        .send(errorBody(refusal, contract.version, newRequestId()));
    }
  });
  try {
    listening(await app.listen({ host: '127.0.0.1', port }));
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return calls.calls();
  } finally {
    await app.close();
  }
}
