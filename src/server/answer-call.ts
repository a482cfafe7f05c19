/** One authenticated request for an endpoint, phase by phase: body, app, JSON, engine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, Problem } from '../../engine/index.ts';
import { type Engine, type Outcome, parseBody } from './engine-api.ts';
import type { FailureLog } from './failure-log.ts';
import { type Key, mayCall } from './keys.ts';
import { decodeBody, readBody } from './read-body.ts';
import { badRequest, bugProblem, type Refusal, refusalOf } from './refusal.ts';

export interface CallTools {
  readonly engine: Engine;
  readonly failures: FailureLog;
  /** Counts the calls that are worked on. */
  readonly load: { running: number };
  readonly now: () => number;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Milliseconds that a request may take in all. */
  readonly requestTimeout: number;
  /** Answers the connection test. */
  readonly health: (body: unknown) => Answer;
}

export interface Call {
  readonly endpoint: Endpoint;
  readonly key: Key;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly started: number;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export type Answer = { readonly ok: true; readonly json: string } | { readonly ok: false; readonly refusal: Refusal };

const invalidJson: Refusal = { status: 400, code: 'INVALID_JSON', message: 'The body is not valid JSON.' };

/** Milliseconds that the engine has, past the deadline it was given, to say that it ran out of time. */
const grace = 1_000;

/**
 * Answers a call whose head has passed the gate. Never rejects. The call counts as running until the engine is done with it, which can be
 * later than the answer.
 */
export async function answerCall(tools: CallTools, call: Call): Promise<Answer> {
  const { load } = tools;
  let work: Promise<unknown> = Promise.resolve();
  load.running += 1;
  try {
    return await answer(tools, call, (begun) => {
      work = begun;
    });
  } finally {
    const ended = (): void => {
      load.running -= 1;
    };
    void work.then(ended, ended);
  }
}

type OnWork = (work: Promise<unknown>) => void;

async function answer(tools: CallTools, call: Call, onWork: OnWork): Promise<Answer> {
  const { endpoint, key, request, response } = call;
  if (request.headers.expect !== undefined) response.writeContinue();
  const read = await readBody(request, tools.bodyLimit);
  if (!read.ok) return no(bodyRefusal(read.why, tools.bodyLimit));
  if (!mayCall(key.app, endpoint.app)) {
    return no({
      status: 403,
      code: 'FORBIDDEN',
      message: `This API key belongs to another app: it cannot be used for ${endpoint.path}.`,
    });
  }
  const text = decodeBody(read.bytes);
  const parsed = text === undefined ? undefined : parseBody(text);
  if (!parsed?.ok) return no(invalidJson);
  if (endpoint.answer.kind === 'service') return tools.health(parsed.body);
  tools.failures.begin(call.id);
  const { outcome, error } = await runEngine(tools, call, parsed.body, onWork);
  if (outcome.ok) {
    tools.failures.end(call.id, undefined);
    return outcome;
  }
  const { problem } = outcome;
  const refusal = refusalOf(problem);
  tools.failures.end(call.id, { endpoint: endpoint.path, status: refusal.status, problem, error });
  return no(refusal);
}

/** The engine's outcome; a throw is a bug, and an engine that overruns its deadline has timed out. */
async function runEngine(
  tools: CallTools,
  call: Call,
  body: unknown,
  onWork: OnWork,
): Promise<{ readonly outcome: Outcome; readonly error?: unknown }> {
  const abandoned = new AbortController();
  const onClose = (): void => {
    if (!call.response.writableFinished) abandoned.abort();
  };
  call.response.once('close', onClose);
  if (call.response.destroyed) abandoned.abort();
  const deadline = call.started + tools.requestTimeout;
  const overrun = Promise.withResolvers<Outcome>();
  const timer = setTimeout(
    () => overrun.resolve({ ok: false, problem: timeoutProblem }),
    deadline + grace - tools.now(),
  );
  try {
    const work = tools.engine.call(call.endpoint.path, body, {
      requestId: call.id,
      deadline,
      signal: abandoned.signal,
    });
    onWork(work);
    return { outcome: await Promise.race([work, overrun.promise]) };
  } catch (error) {
    return { outcome: { ok: false, problem: bugProblem }, error };
  } finally {
    clearTimeout(timer);
    call.response.off('close', onClose);
  }
}

const timeoutProblem: Problem = { kind: 'timeout', message: 'The ERP did not answer in time. Try again later.' };

function bodyRefusal(why: 'too large' | 'cut short', limit: number): Refusal {
  return why === 'too large'
    ? badRequest(413, `The body is larger than the ${limit} bytes that are accepted.`)
    : badRequest(400, 'The body ended before it was complete.');
}

function no(refusal: Refusal): Answer {
  return { ok: false, refusal };
}
