/** One step of a write over HTTP: sent once, with a known or an unknown result. */

import { ProblemError } from '../../base/problem.ts';
import type { HttpStep, RepeatPlan } from '../../plan/write.ts';
import { isRow, UnknownValue } from '../../shape/encode.ts';
import type { Judged } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { type RenderedRequest, renderRequest } from '../../template/request.ts';
import { MissingValue, UnfitValue } from '../../template/value.ts';
import { bindingsOf, type RunContext, withState } from '../context/context.ts';
import { explain, problemOf } from '../context/problem-of.ts';
import { bodyOf } from '../http/body.ts';
import { rowsIn, traceUnsent, traceUnwrapped } from '../http/exchange.ts';
import { answerBindings, judgeOf } from '../http/judge-answer.ts';
import { exchangeBindings, inputOf } from '../http/request-input.ts';
import type { SendResult } from '../write/durable/durable-work.ts';
import { undoneProblem } from '../write/durable/problems.ts';

/** Maximum number of names of an answer in a message. */
const shownKeys = 8;

/** The result of a step that the ERP denied to the login of this service, so that nothing was executed. */
function deniedResult({ name, exchange: { source } }: HttpStep, error: SourceError, context: RunContext): SendResult {
  const { endpoint } = context;
  const reason = explain(error);
  const message = `The ERP denied the step "${name}" of ${endpoint} to the login of the source "${source}": ${reason} Nothing was written. Grant the missing right to this login in the ERP.`;
  context.log({ level: 'error', event: 'right_missing', endpoint, step: name, source, message });
  return { kind: 'not processed', detail: reason, problem: new ProblemError(problemOf(error, true), error) };
}

/** The result of a step whose request failed in the source. */
function failureResult(step: HttpStep, error: SourceError, context: RunContext): SendResult {
  const detail = explain(error);
  if (error.effect === 'unknown') return { kind: 'unknown', detail };
  const retryAfterSeconds = error.retryAfterMs === undefined ? undefined : error.retryAfterMs / 1000;
  switch (error.kind) {
    case 'throttled':
      return { kind: 'not processed', detail, retryAfterSeconds, throttled: true };
    case 'unreachable':
    case 'timeout':
    case 'conflict':
      return { kind: 'not processed', detail, retryAfterSeconds };
    case 'denied':
      return deniedResult(step, error, context);
    case 'value':
    case 'constraint':
    case 'statement':
    case 'broken':
      return { kind: 'not processed', detail, problem: new ProblemError(problemOf(error, true), error) };
  }
}

/**
 * The result of a step whose request cannot be rendered, so that nothing is sent: a value of the ERP is missing, or a
 * value of the caller does not fit.
 */
function unfitResult(error: UnfitValue): SendResult {
  const detail = error.message;
  if (!(error instanceof MissingValue))
    return { kind: 'refused', message: `The ERP cannot take a value of this document: ${detail}.`, fields: [] };
  const message = 'A value that the ERP should have returned for this document is missing; nothing was sent.';
  return { kind: 'not processed', detail, problem: new ProblemError({ kind: 'broken', message }, error) };
}

/**
 * The outputs of a step; unknown, with the reason, if one is missing, because then the step is not proven to be done.
 */
async function resultOf(step: HttpStep, { reply }: Judged, context: RunContext): Promise<SendResult> {
  const { exchange, outputs, finishValues } = step;
  if (outputs.length === 0) return { kind: 'done', result: {} };
  traceUnwrapped(exchange, context, reply);
  const bindingsWithAnswer = answerBindings(reply, exchangeBindings(exchange, context, {}));
  const [first = {}] = await rowsIn(exchange.rows, await bodyOf(reply), bindingsWithAnswer);
  const row = exchange.clean(first);
  const values: Record<string, unknown> = {};
  for (const [name, expression] of outputs) values[name] = await expression.evaluate(row, bindingsWithAnswer);
  const result = finishValues.run(values);
  const isPresent = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== '' && !(value instanceof UnknownValue);
  const missing = outputs.flatMap(([name, { givesNull }]) => {
    const mayBeMissing = givesNull && values[name] === null;
    return isPresent(result[name]) || mayBeMissing ? [] : [name];
  });
  if (missing.length === 0) return { kind: 'done', result };
  const presentNames = Object.keys(first).slice(0, shownKeys).join(', ');
  const presentText = presentNames === '' ? '' : ` What is there: ${presentNames}.`;
  const detail = `The ERP answered ${reply.status} without what the step should give: ${missing.join(', ')}.${presentText}`;
  return { kind: 'unknown', detail };
}

/** The ERP has executed nothing, and the step cannot be repeated now. */
const notRepeated = (detail: string): SendResult => ({
  kind: 'not processed',
  detail,
  problem: undoneProblem(detail),
});

/** The values that an outcome takes from an answer; undefined if one is missing. */
async function takenValues(
  { take }: RepeatPlan,
  { exchange }: HttpStep,
  { reply }: Judged,
  context: RunContext,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const bindingsWithAnswer = answerBindings(reply, exchangeBindings(exchange, context, {}));
  const values: Record<string, unknown> = {};
  for (const [name, expression] of take) {
    values[name] = await expression.evaluate(await bodyOf(reply), bindingsWithAnswer);
    if (values[name] === undefined || values[name] === null) return undefined;
  }
  return values;
}

/** Acknowledges what the ERP asks, and sends the step once more. Nothing of the step has been executed before. */
async function repeatStep(
  step: HttpStep,
  judged: Judged,
  { detail, outcome }: Extract<Judged['verdict'], { readonly kind: 'repeat' }>,
  context: RunContext,
): Promise<SendResult> {
  const plan = step.repeats.get(outcome);
  if (plan === undefined) throw new Error(`The step ${step.name} has no outcome ${outcome} that repeats it`);
  const values = await takenValues(plan, step, judged, context);
  if (values === undefined) return notRepeated(`The answer has no value for the acknowledgement: ${detail}`);
  const inner = withState(context, { steps: { ...context.state.steps, ...values } });
  if (plan.send !== undefined) {
    const sent = await exchangeOnce({ ...step, exchange: plan.send, effect: 'write' }, inner);
    if (!('verdict' in sent))
      return notRepeated(`The acknowledgement failed: ${'detail' in sent ? sent.detail : sent.kind}`);
    const { verdict } = sent;
    if (verdict.kind !== 'ok' && verdict.kind !== 'empty')
      return notRepeated(`The acknowledgement failed: ${'detail' in verdict ? verdict.detail : verdict.message}`);
  }
  const again = await exchangeOnce(step, inner);
  if (!('verdict' in again)) return again;
  if (again.verdict.kind === 'repeat') return notRepeated(`The ERP asks again: ${again.verdict.detail}`);
  return verdictResult(step, { ...again, verdict: again.verdict }, inner);
}

async function verdictResult(step: HttpStep, judged: Judged, context: RunContext): Promise<SendResult> {
  const { verdict } = judged;
  switch (verdict.kind) {
    case 'refuse': {
      const { message, field = '' } = verdict;
      return { kind: 'refused', message, fields: [{ field, message, rule: 'refused' }] };
    }
    case 'denied':
      return deniedResult(step, new SourceError('denied', verdict.detail), context);
    case 'fail': {
      const { detail, undone } = verdict;
      return undone === true
        ? { kind: 'not processed', detail, problem: undoneProblem(detail) }
        : { kind: 'unknown', detail };
    }
    case 'ok':
    case 'empty':
      return resultOf(step, judged, context);
    case 'repeat':
      return repeatStep(step, judged, verdict, context);
  }
}

/** Sends the request of a step once. Returns the answer, or the result of the step if there is none. */
async function exchangeOnce(step: HttpStep, context: RunContext): Promise<Judged | SendResult> {
  const { exchange, effect, sessionMs } = step;
  const bindings = exchangeBindings(exchange, context, {});
  let request: RenderedRequest;
  try {
    const input = inputOf(context.state, exchange.overlap);
    request = await renderRequest(exchange.request, { input, bindings, settings: context.requestSettings });
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    traceUnsent(exchange, context, error);
    return unfitResult(error);
  }
  try {
    return await context.send(exchange.source, { ...request, effect, sessionMs }, judgeOf(exchange, bindings));
  } catch (error) {
    if (error instanceof SourceError) return failureResult(step, error, context);
    throw error;
  }
}

async function sendOne(step: HttpStep, context: RunContext): Promise<SendResult> {
  const exchanged = await exchangeOnce(step, context);
  return 'verdict' in exchanged ? verdictResult(step, exchanged, context) : exchanged;
}

/** The variable of `each` for every item of its list; no variable, once, for a step without `each`. */
export async function itemsOf(
  { each }: HttpStep,
  context: RunContext,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (each === undefined) return [{}];
  const value = await each.items.evaluate(context.state.request, bindingsOf(context));
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return items.map((item, index) => ({ [each.variable]: isRow(item) ? { number: index + 1, ...item } : item }));
}

/**
 * Sends the requests of a step in sequence. A step that has several requests must use a key of the ERP, so that all
 * of them may be sent again. The outputs of the first request are available to later steps.
 */
export async function sendHttpStep(step: HttpStep, context: RunContext): Promise<SendResult> {
  let first: SendResult | undefined;
  for (const variable of await itemsOf(step, context)) {
    const sent = await sendOne(step, withState(context, { steps: { ...context.state.steps, ...variable } }));
    if (sent.kind !== 'done') return sent;
    first ??= sent;
  }
  return first ?? { kind: 'done', result: {} };
}
