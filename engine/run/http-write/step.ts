/** One step of a write over HTTP: it is sent once, and what came of it is known, or it is not. */

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
import type { Sent } from '../write/durable/durable-work.ts';

/** Names in an answer that a message shows at most. */
const shownKeys = 8;

/** What the failure of a source says about the step. */
function ofFailure(error: SourceError): Sent {
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

/** A request that cannot be made is not sent: what the ERP should have given is missing, or the caller's value has no place in it. */
function ofUnfit(error: UnfitValue): Sent {
  const detail = error.message;
  if (!(error instanceof MissingValue))
    return { kind: 'refused', message: `The ERP cannot take a value of this document: ${detail}.`, fields: [] };
  const message = 'Something that the ERP should have told about this document is missing; nothing was sent.';
  return { kind: 'not processed', detail, problem: new ProblemError({ kind: 'broken', message }, error) };
}

/** What the step gives; unknown, with the reason, where some of it is missing, so that nobody can say that it was done. */
async function resultOf(step: HttpStep, { reply }: Judged, context: RunContext): Promise<Sent> {
  const { exchange, outputs, finishValues } = step;
  if (outputs.length === 0) return { kind: 'done', result: {} };
  const known = answerBindings(reply, exchangeBindings(exchange, context, {}));
  const [first = {}] = await rowsIn(exchange.rows, bodyOf(reply), known);
  const row = exchange.clean(first);
  const given: Record<string, unknown> = {};
  for (const [name, expression] of outputs) given[name] = await expression.evaluate(row, known);
  const result = finishValues(given);
  const isThere = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== '' && !(value instanceof UnknownValue);
  const missing = outputs.map(([name]) => name).filter((name) => !isThere(result[name]));
  if (missing.length === 0) return { kind: 'done', result };
  const there = Object.keys(first).slice(0, shownKeys).join(', ');
  const found = there === '' ? '' : ` What is there: ${there}.`;
  const detail = `The ERP answered ${reply.status} without what the step should give: ${missing.join(', ')}.${found}`;
  return { kind: 'unknown', detail };
}

async function ofVerdict(step: HttpStep, judged: Judged, context: RunContext): Promise<Sent> {
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

async function sendOne(step: HttpStep, context: RunContext): Promise<Sent> {
  const { exchange, effect } = step;
  const bindings = exchangeBindings(exchange, context, {});
  let request: RenderedRequest;
  try {
    request = await renderRequest(exchange.request, { input: inputOf(context.state, exchange.overlap), bindings });
  } catch (error) {
    if (error instanceof UnfitValue) return ofUnfit(error);
    throw error;
  }
  let judged: Judged;
  try {
    judged = await context.send(exchange.source, { ...request, effect }, judgeOf(exchange, bindings));
  } catch (error) {
    if (error instanceof SourceError) return ofFailure(error);
    throw error;
  }
  return ofVerdict(step, judged, context);
}

async function itemsOf({ each }: HttpStep, context: RunContext): Promise<readonly unknown[]> {
  if (each === undefined) return [undefined];
  const value = await each.items.evaluate(context.state.request, bindingsOf(context));
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

/**
 * Sends the requests of a step, one after the other; `done` of several are those with a key of the ERP, so that all may be sent again. What
 * the first one gives is known to later steps.
 */
export async function sendHttpStep(step: HttpStep, context: RunContext): Promise<Sent> {
  let first: Sent | undefined;
  for (const [index, item] of (await itemsOf(step, context)).entries()) {
    const variable = step.each && { [step.each.variable]: isRow(item) ? { number: index + 1, ...item } : item };
    const inner = variable ? withState(context, { steps: { ...context.state.steps, ...variable } }) : context;
    const sent = await sendOne(step, inner);
    if (sent.kind !== 'done') return sent;
    first ??= sent;
  }
  return first ?? { kind: 'done', result: {} };
}
