/** Sends one request of a plan with the values of a call, and reads the rows of its answer. */
import { mapInTurns } from '../../base/turn.ts';
import type { ExchangePlan, RowsLocation } from '../../plan/exchange.ts';
import { isRow, type WorkRow } from '../../shape/encode.ts';
import type { HttpReply, Judged } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { pathText } from '../../template/path.ts';
import { type RenderedRequest, renderRequest } from '../../template/request.ts';
import { UnfitValue } from '../../template/value.ts';
import type { Bindings } from '../../transform/expression.ts';
import type { RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { bodyOf, unwrappedTypes } from './body.ts';
import { answerBindings, judgeOf } from './judge-answer.ts';
import { exchangeBindings, inputOf } from './request-input.ts';

/** The answer to a request. */
export interface Answer {
  readonly rows: readonly WorkRow[];
  readonly body: unknown;
  /** Variables of expressions over the body. */
  readonly bindings: Bindings;
  /** The base URL of links in the answer. */
  readonly url: string;
}

/**
 * The request of a plan; undefined if its values cannot be written into a request, so that no record of the ERP can
 * have them.
 */
export async function renderExchange(
  plan: ExchangePlan,
  context: RunContext,
  more: Bindings,
): Promise<RenderedRequest | undefined> {
  try {
    const input = inputOf(context.state, plan.overlap);
    const bindings = exchangeBindings(plan, context, more);
    return await renderRequest(plan.request, { input, bindings, settings: context.requestSettings });
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    traceUnsent(plan, context, error);
    return undefined;
  }
}

/** Traces a request that is not sent. */
export function traceUnsent({ source, request }: ExchangePlan, { trace }: RunContext, { message }: UnfitValue): void {
  trace?.({ kind: 'unsent', source, request: `${request.method} ${pathText(request.path)}`, reason: message });
}

/** Traces the types of an answer whose values are unwrapped. */
export function traceUnwrapped({ source }: ExchangePlan, { trace }: RunContext, { body }: HttpReply): void {
  if (trace === undefined) return;
  const types = unwrappedTypes(body);
  if (Object.keys(types).length > 0) trace({ kind: 'unwrapped', source, types });
}

function accept({ verdict, reply }: Judged): boolean {
  switch (verdict.kind) {
    case 'ok':
      return true;
    case 'empty':
      return false;
    case 'refuse':
      refuse([{ field: verdict.field ?? '', message: verdict.message, rule: 'refused' }]);
      return false;
    case 'denied':
      throw new SourceError('denied', verdict.detail);
    case 'fail':
    case 'repeat':
      throw new SourceError([401, 403].includes(reply.status) ? 'denied' : 'broken', verdict.detail);
  }
}

/** The status says that there is no content (RFC 9110, 15.3.5). */
const noContent = 204;

/** A missing body is not an empty list, unless the profile defines the value of a missing one (`value ?? []`). */
function checkBody({ expression, required }: RowsLocation, { status }: HttpReply, body: unknown): void {
  if (body !== undefined || status === noContent || (expression !== undefined && !required)) return;
  throw new SourceError('broken', `The answer of the ERP is not what was expected: it is ${status} and has no body`);
}

/** Maximum number of names of members in an error. */
const maxShown = 10;

/** What a body has at its root. Names of members are no data of the ERP's records. */
function contentText(body: unknown): string {
  if (Array.isArray(body)) return 'the answer is a list';
  if (!isRow(body)) return 'the answer is a single value';
  const names = Object.keys(body);
  if (names.length === 0) return 'the answer is an empty map';
  const more = names.length > maxShown ? ` and ${names.length - maxShown} more` : '';
  return `the answer has ${names.slice(0, maxShown).join(', ')}${more}`;
}

/** The rows of a body; none without a body. Rejects with `SourceError` if they are not at the expected place. */
export async function rowsIn(
  { expression, required }: RowsLocation,
  body: unknown,
  bindings: Bindings,
): Promise<readonly WorkRow[]> {
  if (body === undefined) return [];
  const value = expression === undefined ? body : await expression.evaluate(body, bindings);
  if (value === undefined && required) {
    const where = `nothing stands at ${expression?.text.trim() ?? 'its root'}, where the profile looks for the rows; ${contentText(body)}`;
    throw new SourceError('broken', `The answer of the ERP is not what was expected: ${where}`);
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return mapInTurns(items, (item) => (isRow(item) ? item : { _value: item }));
}

/**
 * Sends a request and returns the rows of its answer. Rejects with the source's error, or with the refusal of the
 * ERP.
 */
export async function sendExchange(
  plan: ExchangePlan,
  context: RunContext,
  request: RenderedRequest,
  more: Bindings,
): Promise<Answer> {
  const bindings = exchangeBindings(plan, context, more);
  const judged = await context.send(plan.source, { ...request, effect: 'read' }, judgeOf(plan, bindings));
  const bindingsWithAnswer = answerBindings(judged.reply, bindings);
  const { url } = judged.reply;
  if (!accept(judged)) return { rows: [], body: undefined, bindings: bindingsWithAnswer, url };
  const body = await bodyOf(judged.reply);
  checkBody(plan.rows, judged.reply, body);
  const rows = await mapInTurns(await rowsIn(plan.rows, body, bindingsWithAnswer), plan.clean);
  traceUnwrapped(plan, context, judged.reply);
  context.trace?.({ kind: 'rows', source: plan.source, rows });
  return { rows, body, bindings: bindingsWithAnswer, url };
}
