/** The HTTP application: the contract's endpoints, and an answer in the contract's words for everything else. */
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
import { isUnfinished, lastWords } from './unread-body.ts';

export interface AppOptions extends Omit<CallTools, 'health'> {
  readonly emit: Emit;
  /** What the connection test calls this service. */
  readonly serviceName: string;
  /** The keys in force now. */
  readonly keys: () => readonly Key[];
  /** True from the moment on that new requests are turned away. */
  readonly stopping: () => boolean;
  /** More running calls than this are turned away. */
  readonly concurrency: number;
  readonly trustProxy: boolean;
  readonly pair: KeyPair | undefined;
}

const json = 'application/json; charset=utf-8';

/** Sends an answer that is complete, past what Fastify does for answers that are still to be written and typed. */
function sendJson(response: ServerResponse, requestId: string, body: string, last: boolean): void {
  const head = ['x-request-id', requestId, 'content-type', json, 'content-length', String(Buffer.byteLength(body))];
  if (last) head.push('connection', 'close');
  response.writeHead(200, head).end(body);
}

/** Builds the application; it does not listen yet. */
export function createApp(options: AppOptions): FastifyInstance {
  const { engine, emit, now, load } = options;
  const { version } = engine.contract;
  const records = createCallRecords(emit, now, (request) => clientOf(request, options.trustProxy));
  const paths = new Set(engine.contract.endpoints.map(({ path }) => path));
  let raw: RawReplies | undefined;

  const inspect = (request: Parameters<typeof inspectHead>[0], routed: boolean, readable: boolean): Verdict => {
    const facts = { keys: options.keys(), now: now(), stopping: options.stopping(), paths, routed, readable };
    const verdict = inspectHead(request, facts);
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
    return reply.header('content-length', Buffer.byteLength(body)).send(lastWords(body, reply.request.raw));
  };
  const refuseUnread = async (reply: FastifyReply, record: CallRecord, refusal: Refusal): Promise<FastifyReply> => {
    // A short body comes with its head: once the bytes at hand are parsed it is known to be whole, and the connection can be kept.
    await setImmediate();
    return refuse(reply, record, refusal);
  };

  const app = fastify({
    logger: false,
    // Answered by the gate, since Fastify's own reply is not the contract's.
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

  // The body is read by the call itself, after the checks that go before it.
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
      if (key === undefined) throw new Error('a request passed without a key');
      const shed = endpoint.answer.kind !== 'service' && load.running >= options.concurrency;
      if (shed) {
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
