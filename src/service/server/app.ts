/** The HTTP application: the contract's endpoints; everything else gets an error answer of the contract. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type FastifyInstance, fastify } from 'fastify';
import type { Contract, Endpoint, Span } from '../../../engine/index.ts';
import type { KeyPair } from '../config/tls.ts';
import type { Emit } from '../events/events.ts';
import { createAdmission } from './admission.ts';
import { type AnswerMemories, createAnswerMemories } from './answer-memory.ts';
import type { AppService } from './app-service.ts';
import { type CallRecords, clientOf, createCallRecords } from './call-record.ts';
import { Caller } from './caller-connection.ts';
import { inspectHead, refusalOfCall, refusalWithoutService, type Verdict } from './check-head.ts';
import { type CallTools, handleCall } from './handle-call.ts';
import { healthAnswerer } from './health.ts';
import { createHttpServer, type ServerTimeouts } from './http-server.ts';
import type { SharedLimits } from './limits.ts';
import { type Pipelining, watchPipelining } from './pipelining.ts';
import { attachRawReplies, type RawReplies } from './raw-replies.ts';
import { badRequest, bugProblem, refusalOf } from './refusal.ts';
import type { RequestTracer } from './request-tracer.ts';
import { createRefuser, type Refuser, sendAnswer } from './send-answer.ts';
import type { ServedServices } from './served-services.ts';
import { createThreadShares, type ThreadShares } from './thread-share.ts';
import { createUnsentAnswers, type UnsentAnswers } from './unsent-answers.ts';

export interface AppOptions {
  readonly contract: Contract;
  readonly services: ServedServices;
  /** The log for events of no particular service. */
  readonly emit: Emit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The limits that apply now. */
  readonly limits: () => SharedLimits;
  /** The name of the service in the answer to the connection test. */
  readonly serviceName: string;
  readonly phase: () => ServicePhase;
  /** Undefined if requests are not traced. */
  readonly tracer?: RequestTracer | undefined;
  readonly pair: KeyPair | undefined;
}

/**
 * `draining`: the service answers requests, but reports that it is not ready, so that load balancers send it no more of them. `stopping`: it
 * refuses new requests. In both, each answer ends its connection.
 */
export type ServicePhase = 'serving' | 'draining' | 'stopping';

const isEnding = ({ phase }: AppOptions): boolean => phase() !== 'serving';

/** The state that the parts of the application share. */
interface AppContext {
  readonly options: AppOptions;
  readonly records: CallRecords;
  readonly refuser: Refuser;
  readonly unsent: UnsentAnswers;
  /** Checks the head of a request, and records its key. `isRouted`: the router has an endpoint for it. */
  readonly inspect: (request: IncomingMessage, isRouted: boolean, isDecodable: boolean) => Verdict;
}

/** Builds the application; it does not listen yet. */
export function createApp(options: AppOptions): FastifyInstance {
  const { contract, emit } = options;
  const context = createContext(options);
  const { records, refuser, inspect } = context;
  const app = createInstance(context);
  const shared = {
    pipelining: watchPipelining(app.server),
    shares: createThreadShares<AppService>(),
    memories: createAnswerMemories(options.limits),
  };
  const toolsByService = new WeakMap<AppService, CallTools>();
  const tools = (service: AppService): CallTools => {
    const serviceTools = toolsByService.get(service) ?? toolsOf(service, options, shared);
    toolsByService.set(service, serviceTools);
    return serviceTools;
  };

  app.addHook('onRequest', (request, reply, done) => {
    const verdict = inspect(request.raw, !request.is404, true);
    if (verdict.ok) done();
    else refuser.refuseUnread(reply, records.recordOf(request.raw), verdict.refusal).catch(done);
  });
  // Handlers read bodies: a failure to read one has an answer of the contract, and the engine's parser keeps all digits of numbers.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const endpoint of contract.endpoints) addEndpoint(app, context, tools, endpoint);
  app.setErrorHandler((error, request, reply) => {
    const record = records.recordOf(request.raw);
    const log = record.service?.emit ?? emit;
    log({ level: 'error', event: 'bug', requestId: record.id, error });
    return refuser.refuse(reply, record, refusalOf(bugProblem));
  });
  return app;
}

function createContext(options: AppOptions): AppContext {
  const { contract, services, emit, now } = options;
  const records = createCallRecords({
    route: services.route,
    emit,
    now,
    client: (request) => clientOf(request, options.limits().trustProxy),
  });
  const paths = new Set(contract.endpoints.map(({ path }) => path));
  const inspect: AppContext['inspect'] = (request, isRouted, isDecodable) => {
    const record = records.recordOf(request);
    const { service } = record;
    if (service === undefined) return { ok: false, refusal: refusalWithoutService(request, services.isComplete()) };
    const keys = service.keys();
    const isStopping = options.phase() === 'stopping';
    const verdict = inspectHead(request, { keys, now: now(), isStopping, paths, isRouted, isDecodable });
    record.key = verdict.key;
    return verdict;
  };
  const refuser = createRefuser(contract.version, () => isEnding(options));
  return { options, records, refuser, unsent: createUnsentAnswers(options.limits), inspect };
}

const noSchemas = (): never => {
  throw new Error('invariant: no route has a schema');
};

/** A Fastify instance whose own error answers are replaced with those of the contract. */
function createInstance({ options, records, refuser, inspect }: AppContext): FastifyInstance {
  const { contract, services, emit, pair } = options;
  let raw: RawReplies | undefined;
  const refuseConnect = (request: IncomingMessage) => {
    const verdict = inspect(request, true, true);
    const connect = badRequest(405, 'This service accepts only POST requests.', { allow: 'POST' });
    return verdict.ok || verdict.refusal.status !== 401 ? connect : verdict.refusal;
  };
  return fastify({
    logger: false,
    // The engine validates requests and writes answers. Fastify would load two more compilers of schemas, which no route uses.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // `inspect` answers requests during a stop: Fastify's own answer does not follow the contract.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const server = createHttpServer(handler, serverTimeouts(services.list(), options.limits()), pair);
      server.prependListener('request', records.open);
      raw = attachRawReplies(server, contract.version, emit, refuseConnect);
      return server;
    },
    clientErrorHandler: (error, socket) => raw?.onClientError(error, socket),
    frameworkErrors: (_error, request, reply) => {
      const verdict = inspect(request.raw, true, false);
      const refusal = verdict.ok ? badRequest(400, 'The request is not valid.') : verdict.refusal;
      refuser.refuse(reply, records.recordOf(request.raw), refusal);
    },
  });
}

/** Longest time for a request to arrive while there is no service, in milliseconds. */
const withoutServices = 30_000;

/** The times of the server, which does not know yet for which service a request is: the longest of all. */
export function serverTimeouts(services: readonly AppService[], { answerTimeout }: SharedLimits): ServerTimeouts {
  // 0 would be no limit at all.
  const longest = Math.max(0, ...services.map(({ limits }) => limits().requestTimeout)) || withoutServices;
  return { answerTimeout, requestTimeout: longest };
}

/** What the calls of all services share. */
interface SharedTools {
  readonly pipelining: Pipelining;
  readonly shares: ThreadShares<AppService>;
  readonly memories: AnswerMemories;
}

function toolsOf(service: AppService, options: AppOptions, { pipelining, shares, memories }: SharedTools): CallTools {
  const { contract, now, serviceName } = options;
  const { engine, emit, load } = service;
  const test = contract.endpoints.find(({ answer }) => answer.kind === 'service');
  if (test === undefined) throw new Error('invariant: the contract has a connection test');
  const health = healthAnswerer(engine, test, { serviceName, isEnding: () => isEnding(options) });
  const begin: CallTools['begin'] = ({ id, started, limits: { requestTimeout } }, caller) => {
    const limits = { waitMs: started + requestTimeout - now(), mostWaiting: service.limits().concurrency };
    const refused = () => emit({ level: 'warn', event: 'request_shed', requestId: id, running: load.running });
    return shares.begin(service, limits, caller, refused);
  };
  const delayRefusal: CallTools['delayRefusal'] = ({ started, limits: { requestTimeout } }, caller) =>
    shares.delayRefusal(service, started + requestTimeout - now(), caller);
  const memory: CallTools['memory'] = ({ id, endpoint, started, limits: { requestTimeout } }, caller) =>
    memories.begin({
      requestId: id,
      endpoint: endpoint.path,
      load,
      isWrite: endpoint.answer.kind === 'write',
      limits: service.limits(),
      waitMs: started + requestTimeout - now(),
      caller,
      emit,
    });
  return {
    engine,
    emit,
    now,
    admission: createAdmission({ ...service, now }),
    memory,
    begin,
    delayRefusal,
    pipelining,
    health,
  };
}

function addEndpoint(
  app: FastifyInstance,
  { options, records, refuser, unsent }: AppContext,
  toolsOfService: (service: AppService) => CallTools,
  endpoint: Endpoint,
): void {
  const { tracer } = options;
  app.post(endpoint.path, async (request, reply) => {
    const record = records.recordOf(request.raw);
    const { key, service } = record;
    if (key === undefined || service === undefined)
      throw new Error('invariant: a routed request has a service and a valid key');
    const tools = toolsOfService(service);
    const limits = service.limits();
    const refusal = refusalOfCall(request.raw, endpoint, key, limits.bodyLimit);
    if (refusal !== undefined) return refuser.refuseUnread(reply, record, refusal);
    const { id, started } = record;
    const { headers } = request;
    record.trace = tracer?.start({
      endpoint: endpoint.path,
      service: service.name,
      requestId: id,
      started,
      headers,
    });
    const span = record.trace?.span;
    const caller = new Caller(reply.raw);
    record.caller = caller;
    const call = { endpoint, key, id, started, limits, request: request.raw, response: reply.raw, caller, span };
    const answer = await handleCall(tools, call);
    if (span !== undefined) traceSending(span, reply.raw);
    if (!answer.ok) return refuser.refuse(reply, record, answer.refusal);
    const bytes = sendAnswer(reply, id, answer, isEnding(options));
    unsent.watch(reply.raw, { requestId: id, bytes, emit: service.emit });
    return reply;
  });
}

/** The last phase of a request: until its answer has left this process. */
function traceSending(span: Span, response: ServerResponse): void {
  const sending = span.start('send', 'internal');
  response.once('close', () => sending.end());
}
