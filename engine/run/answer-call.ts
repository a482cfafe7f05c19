/**
 * Answers one call of an engine: checks the request, runs the plan of its endpoint, and turns failures into an
 * outcome.
 */
import type { AnswerMemory } from '../base/answer-memory.ts';
import type { EngineEvent } from '../base/events.ts';
import type { Problem } from '../base/problem.ts';
import type { Span } from '../base/span.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import type { RequestValues } from '../shape/request.ts';
import type { CallSignal } from '../sources/source.ts';
import { callSubject } from './call-subject.ts';
import { answeredOutcome, failedOutcome, type Outcome } from './outcome.ts';
import { checkRequest, invalidProblem } from './request/check-request.ts';
import { runEndpoint } from './run-endpoint.ts';
import type { Runtime } from './runtime/runtime.ts';
import { sampleHint } from './write/sample-draft.ts';

/** Data of one call. */
export interface EngineCall {
  /** Request id in all events of the call. */
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  /** Aborted when the caller disconnects: reads are cancelled, writes run to their end. */
  readonly signal?: CallSignal;
  /** The span of the call; its statements and requests become parts of it. Undefined if it is not traced. */
  readonly span?: Span | undefined;
  /** Takes the bytes that are read from the ERP. Undefined if they are not bounded. */
  readonly memory?: AnswerMemory | undefined;
}

interface AnsweredCall {
  readonly path: string;
  /** Undefined if the profile does not provide the endpoint. */
  readonly plan: EndpointPlan | undefined;
  /** The parsed body, from `parseBody`. */
  readonly body: unknown;
  readonly call: EngineCall;
  readonly runtime: Runtime;
  readonly emit: (event: EngineEvent) => void;
}

/** Answers a call. Never rejects: expected failures are outcomes. */
export async function answerCall({ path, plan, body, call, runtime, emit }: AnsweredCall): Promise<Outcome> {
  if (plan === undefined)
    return { ok: false, problem: { kind: 'unprovided', message: `This ERP profile does not provide ${path}.` } };
  const { requestId, deadline, signal, span, memory } = call;
  const log = (event: EngineEvent): void => emit({ ...event, requestId });
  const checked = checkRequest(plan, body, runtime.demoSku);
  if (!checked.ok) {
    const problem = invalidProblem(checked);
    logSampleHint(plan, checked.sound, problem, runtime, log);
    return { ok: false, problem, subject: callSubject(plan.endpoint, checked.sound, runtime.masked) };
  }
  runtime.trace?.({ kind: 'request', request: checked.value });
  try {
    const origin = { requestId, endpoint: path, span };
    const context = { deadline, origin, memory, ...(signal !== undefined && { signal }) };
    return answeredOutcome(await runEndpoint(plan, runtime, checked.value, context, log));
  } catch (error) {
    const outcome = failedOutcome(error, plan.work.kind === 'write');
    if (outcome.problem.kind === 'invalid') logSampleHint(plan, checked.value, outcome.problem, runtime, log);
    return { ...outcome, subject: callSubject(plan.endpoint, checked.value, runtime.masked) };
  }
}

/** A refused draft may have been the platform's connection test: logs how to configure it. */
function logSampleHint(
  { endpoint }: EndpointPlan,
  request: RequestValues,
  problem: Problem,
  { demoSku }: Runtime,
  log: (event: EngineEvent) => void,
): void {
  const message = sampleHint(endpoint.answer, request, demoSku, problem);
  if (message !== undefined) log({ level: 'info', event: 'draft_refused', endpoint: endpoint.path, message });
}
