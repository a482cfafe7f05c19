/** One step of a write over HTTP: sent once, with a known or an unknown result. */

import { ProblemError } from '../../base/problem.ts';
import type { HttpStep } from '../../plan/write.ts';
import { isRow, UnknownValue } from '../../shape/encode.ts';
import type { Judged } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { type RenderedRequest, renderRequest } from '../../template/request.ts';
import { MissingValue, UnfitValue } from '../../template/value.ts';
import { bindingsOf, type RunContext, withState } from '../context/context.ts';
import { explain, problemOf } from '../context/problem-of.ts';
import { bodyOf } from '../http/body.ts';
import { rowsIn } from '../http/exchange.ts';
import { answerBindings, judgeOf } from '../http/judge-answer.ts';
import { exchangeBindings, inputOf } from '../http/request-input.ts';
import type { SendResult } from '../write/durable/durable-work.ts';

/** Maximum number of names of an answer in a message. */
const shownKeys = 8;

/** The result of a step whose request failed in the source. */
function failureResult(error: SourceError): SendResult {
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
  const known = answerBindings(reply, exchangeBindings(exchange, context, {}));
  const [first = {}] = await rowsIn(exchange.rows, bodyOf(reply), known);
  const row = exchange.clean(first);
  const values: Record<string, unknown> = {};
  for (const [name, expression] of outputs) values[name] = await expression.evaluate(row, known);
  const result = finishValues(values);
  const isPresent = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== '' && !(value instanceof UnknownValue);
  const missing = outputs.flatMap(([name, { givesNull }]) => {
    const mayBeMissing = givesNull && values[name] === null;
    return isPresent(result[name]) || mayBeMissing ? [] : [name];
  });
  if (missing.length === 0) return { kind: 'done', result };
  const presentNames = Object.keys(first).slice(0, shownKeys).join(', ');
  const found = presentNames === '' ? '' : ` What is there: ${presentNames}.`;
  const detail = `The ERP answered ${reply.status} without what the step should give: ${missing.join(', ')}.${found}`;
  return { kind: 'unknown', detail };
}

async function verdictResult(step: HttpStep, judged: Judged, context: RunContext): Promise<SendResult> {
  const { verdict } = judged;
  switch (verdict.kind) {
    case 'refuse': {
      const { message, field = '' } = verdict;
      return { kind: 'refused', message, fields: [{ field, message, rule: 'refused' }] };
    }
    case 'fail':
      return { kind: 'unknown', detail: verdict.detail };
    case 'ok':
    case 'empty':
      return resultOf(step, judged, context);
  }
}

async function sendOne(step: HttpStep, context: RunContext): Promise<SendResult> {
  const { exchange, effect } = step;
  const bindings = exchangeBindings(exchange, context, {});
  let request: RenderedRequest;
  try {
    request = await renderRequest(exchange.request, { input: inputOf(context.state, exchange.overlap), bindings });
  } catch (error) {
    if (error instanceof UnfitValue) return unfitResult(error);
    throw error;
  }
  let judged: Judged;
  try {
    judged = await context.send(exchange.source, { ...request, effect }, judgeOf(exchange, bindings));
  } catch (error) {
    if (error instanceof SourceError) return failureResult(error);
    throw error;
  }
  return verdictResult(step, judged, context);
}

async function itemsOf({ each }: HttpStep, context: RunContext): Promise<readonly unknown[]> {
  if (each === undefined) return [undefined];
  const value = await each.items.evaluate(context.state.request, bindingsOf(context));
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

/**
 * Sends the requests of a step in sequence. A step that has several requests must use a key of the ERP, so that all
 * of them may be sent again. The outputs of the first request are available to later steps.
 */
export async function sendHttpStep(step: HttpStep, context: RunContext): Promise<SendResult> {
  let first: SendResult | undefined;
  for (const [index, item] of (await itemsOf(step, context)).entries()) {
    const variable = step.each && { [step.each.variable]: isRow(item) ? { number: index + 1, ...item } : item };
    const inner = variable ? withState(context, { steps: { ...context.state.steps, ...variable } }) : context;
    const sent = await sendOne(step, inner);
    if (sent.kind !== 'done') return sent;
    first ??= sent;
  }
  return first ?? { kind: 'done', result: {} };
}
