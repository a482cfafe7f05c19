/** The HTTP application: the contract's endpoints; everything else gets an error answer of the contract. */
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';

import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import type { Key } from '../config/api-keys.ts';
import type { KeyPair } from '../config/tls.ts';
import type { Emit } from '../events/events.ts';
import { answerCall, type CallTools } from './answer-call.ts';
import { type CallRecord, clientOf, createCallRecords } from './call-record.ts';
import { inspectHead, type Verdict } from './check-head.ts';
import { healthAnswerer } from './health.ts';
import { createHttpServer } from './http-server.ts';
import { attachRawReplies, type RawReplies } from './raw-replies.ts';
import { badRequest, bugProblem, errorBody, type Refusal, refusalOf, unavailable } from './refusal.ts';
import { isUnfinished, lingeringBody } from './unread-body.ts';

export interface AppOptions extends Omit<CallTools, 'health'> {
  readonly emit: Emit;
  /** The name of the service in the answer to the connection test. */
  readonly serviceName: string;
  /** The keys that are valid now. */
  readonly keys: () => readonly Key[];
  /** Whether the service is stopping and refuses new requests. */
  readonly stopping: () => boolean;
  /** Largest number of calls in progress; further ones are refused. */
  readonly concurrency: number;
  readonly trustProxy: boolean;
  readonly pair: KeyPair | undefined;
}

const json = 'application/json; charset=utf-8';

/**
 * Sends a successful answer. Bypasses Fastify's reply, whose serialisation and header handling cost more than the rest of the call's
 * bookkeeping. `isLast`: ends the connection.
 */
function sendJson(response: ServerResponse, requestId: string, body: string, isLast: boolean): void {
  const head = ['x-request-id', requestId, 'content-type', json, 'content-length', String(Buffer.byteLength(body))];
  if (isLast) head.push('connection', 'close');
  response.writeHead(200, head).end(body);
}

/** Builds the application; it does not listen yet. */
export function createApp(options: AppOptions): FastifyInstance {
  const { engine, emit, now, load } = options;
  const { version } = engine.contract;
  const records = createCallRecords(emit, now, (request) => clientOf(request, options.trustProxy));
  const paths = new Set(engine.contract.endpoints.map(({ path }) => path));
  let raw: RawReplies | undefined;

  const inspect = (request: Parameters<typeof inspectHead>[0], isRouted: boolean, isDecodable: boolean): Verdict => {
    const keys = options.keys();
    const verdict = inspectHead(request, {
      keys,
      now: now(),
      isStopping: options.stopping(),
      paths,
      isRouted,
      isDecodable,
    });
    records.of(request).key = verdict.key;
    return verdict;
  };
  const refuse = (reply: FastifyReply, record: CallRecord, refusal: Refusal): FastifyReply => {
    const unfinished = isUnfinished(reply.request.raw);
    if (unfinished || options.stopping()) reply.header('connection', 'close');
    const body = errorBody(refusal, version, record.id);
    reply.code(refusal.status).headers({ ...refusal.headers, 'content-type': json, 'x-request-id': record.id });
    if (!unfinished) return reply.send(body);
    record.answered = true;
    return reply.header('content-length', Buffer.byteLength(body)).send(lingeringBody(body, reply.request.raw));
  };
  const refuseUnread = async (reply: FastifyReply, record: CallRecord, refusal: Refusal): Promise<FastifyReply> => {
    // A short body arrives with its head. After this turn of the event loop it is parsed, so that the connection can stay open.
    await setImmediate();
    return refuse(reply, record, refusal);
  };

  const app = fastify({
    logger: false,
    // `inspect` answers requests during a stop: Fastify's own answer does not follow the contract.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createHttpServer(handler, options.requestTimeout, options.pair);
      server.prependListener('request', records.open);
      raw = attachRawReplies(server, version, emit, (request) => {
        const verdict = inspect(request, true, true);
        const connect = badRequest(405, 'This service takes POST requests only.', { allow: 'POST' });
        return verdict.ok || verdict.refusal.status !== 401 ? connect : verdict.refusal;
      });
      return server;
    },
    clientErrorHandler: (error, socket) => raw?.onClientError(error, socket),
    frameworkErrors: (_error, request, reply) => {
      const verdict = inspect(request.raw, true, false);
      refuse(
        reply,
        records.of(request.raw),
        verdict.ok ? badRequest(400, 'The request is not valid.') : verdict.refusal,
      );
    },
  });

  // `answerCall` reads the body, after the checks of the head.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', (request, reply, done) => {
    const verdict = inspect(request.raw, !request.is404, true);
    if (verdict.ok) done();
    else refuseUnread(reply, records.of(request.raw), verdict.refusal).catch(done);
  });

  for (const endpoint of engine.contract.endpoints) {
    const tools: CallTools = { ...options, health: healthAnswerer(engine, endpoint, options.serviceName) };
    app.post(endpoint.path, (request, reply) => {
      const record = records.of(request.raw);
      const { key } = record;
      if (key === undefined) throw new Error('invariant: a routed request has a valid key');
      const isOverloaded = endpoint.answer.kind !== 'service' && load.running >= options.concurrency;
      if (isOverloaded) {
        emit({ level: 'warn', event: 'request_shed', requestId: record.id, running: load.running });
        return refuseUnread(reply, record, unavailable('The integration service is busy. Try again shortly.', 1));
      }
      const { id, started } = record;
      const call = { endpoint, key, id, started, request: request.raw, response: reply.raw };
      answerCall(tools, call)
        .then((answer) => {
          if (!answer.ok) return void refuse(reply, record, answer.refusal);
          reply.hijack();
          sendJson(reply.raw, id, answer.json, options.stopping());
        })
        .catch((error: unknown) => reply.send(error));
      return undefined;
    });
  }

  app.setErrorHandler((error, request, reply) => {
    const record = records.of(request.raw);
    emit({ level: 'error', event: 'bug', requestId: record.id, error });
    return refuse(reply, record, refusalOf(bugProblem));
  });
  return app;
}
