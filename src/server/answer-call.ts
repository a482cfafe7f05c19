/** Answers an authenticated request for an endpoint in phases: body, app, JSON, engine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint, Problem } from '../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import type { Emit } from '../events/events.ts';
import { mayCall } from './authenticate.ts';
import { Caller } from './caller-connection.ts';
import {
  cancelExpiry,
  expireAfter,
  type JsonExcess,
  type JsonLimits,
  type Outcome,
  parseBody,
  type ServedEngine,
} from './engine-api.ts';
import { failureEvent, lateFailureEvent } from './failure-log.ts';
import { type BodyRead, decodeBody, readBody } from './read-body.ts';
import { badRequest, bugProblem, type Refusal, refusalOf } from './refusal.ts';

export interface CallTools {
  readonly engine: ServedEngine;
  readonly emit: Emit;
  /** Number of calls in progress. */
  readonly load: { running: number };
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Longest duration of a request, in milliseconds. */
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

/**
 * Limits of bodies, besides their bytes. The check of 50,000 values takes about 10 ms of the only thread; a document of 5,000 lines, the most
 * that the contract allows, has half as many.
 */
const bodyJson: JsonLimits = { depth: 64, values: 50_000 };

function unreadable(why: 'invalid' | JsonExcess): Refusal {
  switch (why) {
    case 'invalid':
      return { status: 400, code: 'INVALID_JSON', message: 'The body is not valid JSON.' };
    case 'too deep':
      return {
        status: 400,
        code: 'INVALID_JSON',
        message: `The body has more than ${bodyJson.depth} lists and objects inside each other.`,
      };
    case 'too many values':
      return badRequest(413, `The body has more than the ${bodyJson.values} values that are accepted.`);
  }
}

/** Time after the deadline in which the engine may still report its own time-out, in milliseconds. */
const grace = 1_000;

/**
 * Answers a call whose head has passed the checks. Never rejects. The call counts as running until the engine has finished it, which can be
 * after the answer.
 */
export async function answerCall(tools: CallTools, call: Call): Promise<Answer> {
  const { load } = tools;
  const { request, response } = call;
  load.running += 1;
  let isWithEngine = false;
  try {
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = bodyOf(tools, call, await readBody(request, tools.bodyLimit));
    if (!body.ok) return body;
    if (call.endpoint.answer.kind === 'service') return tools.health(body.value);
    isWithEngine = true;
    return answerOf(tools, call, await runEngine(tools, call, body.value));
  } finally {
    if (!isWithEngine) load.running -= 1;
  }
}

type Body = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refusal: Refusal };

function bodyOf({ bodyLimit }: CallTools, { endpoint, key }: Call, read: BodyRead): Body {
  if (!read.ok) return refused(bodyRefusal(read.why, bodyLimit));
  if (!mayCall(key.app, endpoint.app)) {
    return refused({
      status: 403,
      code: 'FORBIDDEN',
      message: `This API key belongs to another app: it cannot be used for ${endpoint.path}.`,
    });
  }
  const text = decodeBody(read.bytes);
  if (text === undefined) return refused(unreadable('invalid'));
  const parsed = parseBody(text, bodyJson);
  return parsed.ok ? { ok: true, value: parsed.body } : refused(unreadable(parsed.why));
}

type Ended = { readonly outcome: Outcome; readonly error?: unknown };

/** Calls the engine. A rejection is a bug. An engine that does not answer within the grace after its deadline counts as timed out. */
function runEngine(tools: CallTools, call: Call, body: unknown): Promise<Ended> {
  const { engine, emit, load, requestTimeout } = tools;
  const deadline = call.started + requestTimeout;
  let isOver = false;
  return new Promise((resolve) => {
    const expiry = expireAfter(deadline + grace - tools.now(), () => {
      isOver = true;
      resolve({ outcome: { ok: false, problem: timeoutProblem } });
    });
    const end = (ended: Ended): void => {
      const { outcome } = ended;
      if (isOver && !outcome.ok) emit(lateFailureEvent({ requestId: call.id, endpoint: call.endpoint.path, outcome }));
      load.running -= 1;
      cancelExpiry(expiry);
      resolve(ended);
    };
    const signal = new Caller(call.response);
    engine.call(call.endpoint.path, body, { requestId: call.id, deadline, signal }).then(
      (outcome) => end({ outcome }),
      (error: unknown) => end({ outcome: { ok: false, problem: bugProblem }, error }),
    );
  });
}

function answerOf({ emit }: CallTools, { id, endpoint: { path } }: Call, { outcome, error }: Ended): Answer {
  if (outcome.ok) return outcome;
  const refusal = refusalOf(outcome.problem);
  const { status } = refusal;
  if (error === undefined) emit(failureEvent({ requestId: id, endpoint: path, outcome }, status));
  else emit({ level: 'error', event: 'bug', requestId: id, endpoint: path, status, error });
  return refused(refusal);
}

const timeoutProblem: Problem = { kind: 'timeout', message: 'The ERP did not answer in time. Try again later.' };

function bodyRefusal(why: 'too large' | 'cut short', limit: number): Refusal {
  return why === 'too large'
    ? badRequest(413, `The body is larger than the ${limit} bytes that are accepted.`)
    : badRequest(400, 'The body ended before it was complete.');
}

function refused(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
