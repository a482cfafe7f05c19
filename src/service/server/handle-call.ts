/** Answers an authorised request for an endpoint in phases: body, admission, engine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem, Span } from '../../../engine/index.ts';
import type { Emit } from '../events/events.ts';
import type { Admission, WaitingCall } from './admission.ts';
import type { CallMemory } from './answer-memory.ts';
import type { Caller } from './caller-connection.ts';
import { cancelExpiry, expireAfter, type Outcome, type ServedEngine } from './engine-api.ts';
import { failureEvent, lateFailureEvent } from './failure-log.ts';
import type { EndTurn } from './fair-turns.ts';
import type { Limits } from './limits.ts';
import type { Pipelining } from './pipelining.ts';
import { cutShort, receiveBody } from './receive-body.ts';
import { bugProblem, type Refusal, refusalOf, unavailable } from './refusal.ts';

export interface CallTools {
  readonly engine: ServedEngine;
  readonly emit: Emit;
  readonly admission: Admission;
  /** The memory for answers of the ERP to a call. */
  readonly memory: (call: WaitingCall, caller: Caller) => CallMemory;
  /** Begins a call when the service has a part of the thread for it. */
  readonly begin: (call: WaitingCall, caller: Caller) => true | Promise<boolean>;
  /** To wait for before the refusal of a call. */
  readonly delayRefusal: (call: WaitingCall, caller: Caller) => Promise<void> | undefined;
  readonly pipelining: Pipelining | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Answers the connection test. */
  readonly health: (body: unknown) => Answer;
}

interface Call extends WaitingCall {
  readonly limits: Limits;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** The span of the request; undefined if it is not traced. */
  readonly span: Span | undefined;
}

export type Answer = Extract<Outcome, { ok: true }> | { readonly ok: false; readonly refusal: Refusal };

const busy = unavailable('The integration service is busy. Try again shortly.', 1);
const tooManyWaiting = unavailable('Too many requests wait for answers on this connection. Open another one.', 1);

/** Time after the deadline in which the engine may still report its own time-out, in milliseconds. */
const grace = 1_000;

/** Answers a call whose head has passed the checks. Never rejects. */
export async function handleCall(tools: CallTools, call: Call): Promise<Answer> {
  const { endpoint, request, response, caller, span } = call;
  const begun = tools.begin(call, caller);
  if (begun !== true && !(await begun)) return refused(busy);
  if (request.headers.expect !== undefined) response.writeContinue();
  const receiving = span?.start('receive', 'internal');
  const body = await receiveBody(request, call.limits);
  receiving?.end();
  if (!body.ok) return body;
  const turn = tools.pipelining?.turnOf(request);
  if (turn === 'too many') return refused(tooManyWaiting);
  if (turn !== undefined && !(await turn)) return refused(cutShort);
  if (endpoint.answer.kind === 'service') return tools.health(body.value);
  const waiting = span?.start('wait', 'internal');
  const end = await tools.admission.admit(call, caller);
  waiting?.end();
  if (end === undefined) {
    await tools.delayRefusal(call, caller);
    return refused(busy);
  }
  return answerOf(tools, call, await runEngine(tools, call, body.value, end));
}

type Ended = { readonly outcome: Outcome; readonly error?: unknown };

/**
 * Calls the engine. A rejection is a bug. An engine that does not answer within the grace after its deadline counts as timed out. `endTurn`
 * ends the admission when the engine has finished, which can be after the answer.
 */
function runEngine(tools: CallTools, call: Call, body: unknown, endTurn: EndTurn): Promise<Ended> {
  const { engine, emit } = tools;
  const deadline = call.started + call.limits.requestTimeout;
  const memory = tools.memory(call, call.caller);
  let isOver = false;
  return new Promise((resolve) => {
    const expiry = expireAfter(deadline + grace - tools.now(), () => {
      isOver = true;
      resolve({ outcome: { ok: false, problem: timeoutProblem } });
    });
    const end = (ended: Ended): void => {
      const { outcome } = ended;
      if (isOver && !outcome.ok) emit(lateFailureEvent({ requestId: call.id, endpoint: call.endpoint.path, outcome }));
      memory.end();
      endTurn();
      cancelExpiry(expiry);
      span?.end({}, outcome.ok ? undefined : outcome.problem.kind);
      resolve(ended);
    };
    const span = call.span?.start('run', 'internal');
    engine.call(call.endpoint.path, body, { requestId: call.id, deadline, signal: call.caller, span, memory }).then(
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

function refused(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
