/** Interprets an answer: by the profile's outcomes in their order, else by its status. */

import { toDecimalText } from '../../base/decimal.ts';
import { ExactNumber } from '../../base/exact-number.ts';
import type { ExchangePlan, HttpOutcome } from '../../plan/exchange.ts';
import type { Conceal, HttpReply, Judge, Judged, Verdict } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import { type Bindings, type Expression, ExpressionError } from '../../transform/expression.ts';
import { ownFunctions } from '../../transform/functions.ts';
import type { Message } from '../../transform/message.ts';
import { bodyOf } from './body.ts';

/** Maximum length of the ERP's text in the log and in a refusal, in characters. */
const longest = 500;

/** The text on one line: ERPs put HTML, line breaks and stack traces into their messages. */
function oneLine(text: string): string {
  const withoutMarkup = ownFunctions.text?.(text);
  const line = String(withoutMarkup ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
}

/** Values and characters of an answer that are searched for its message: an answer may have millions of rows. */
const searched = { values: 1_000, characters: 65_536 };

/** The first values of a JSON value. */
function startOf(value: unknown, left: { values: number }): unknown {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const first: [string, unknown][] = [];
  const isList = Array.isArray(value);
  for (const name in value) {
    if (left.values <= 0) break;
    left.values -= 1;
    if (Object.hasOwn(value, name)) first.push([name, startOf(Reflect.get(value, name), left)]);
  }
  return isList ? first.map(([, item]) => item) : Object.fromEntries(first);
}

/** An excerpt of an answer for the operator's log. */
function excerpt(body: unknown, conceal: Conceal): string {
  if (body === undefined) return 'without a body';
  const text = typeof body === 'string' ? body : JSON.stringify(startOf(body, { values: searched.values }));
  return oneLine(conceal(text).slice(0, searched.characters));
}

/** The beginning of a page or of a warning that arrived in place of JSON. A list that was cut off may hold data, and is not shown. */
function beginning(body: unknown, conceal: Conceal): string {
  const isPage = typeof body === 'string' && !/^\s*[[{]/.test(body);
  return isPage ? `. It begins: ${excerpt(body, conceal)}` : '';
}

/**
 * The verdict of the status if the profile defines none. The source reads the requested pause from the headers
 * itself. The body of any other status than 2xx may be HTML: error pages of web servers and gateways are. 408, 502,
 * 503 and 504 may come from a gateway that gave up while the ERP continued: only the vendor knows
 * when they mean that nothing was done.
 */
function verdictByStatus(reply: HttpReply, body: unknown, conceal: Conceal): Verdict {
  const { status, malformed } = reply;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && malformed === undefined) return { kind: 'ok' };
  const detail =
    malformed === undefined
      ? `the ERP answered ${status}: ${excerpt(body, conceal)}`
      : `the ERP answered ${status} with something that is not JSON: ${malformed}${beginning(body, conceal)}`;
  if (isSuccess) return { kind: 'fail', detail };
  switch (status) {
    case 401:
      return { kind: 'login', detail };
    case 429:
      return { kind: 'throttled', detail };
    case 503:
      return { kind: 'throttled', detail, unsure: true };
    case 408:
    case 502:
    case 504:
      return { kind: 'retry', detail, unsure: true };
    default:
      return { kind: 'fail', detail };
  }
}

async function waitOf(wait: Expression | undefined, body: unknown, bindings: Bindings): Promise<number | undefined> {
  const seconds = toDecimalText(await wait?.evaluate(body, bindings));
  return seconds === undefined ? undefined : Math.max(0, Math.ceil(Number(seconds) * 1000));
}

/** An answer with everything that an outcome of the profile may use. */
interface JudgedAnswer {
  readonly reply: HttpReply;
  readonly body: unknown;
  readonly bindings: Bindings;
  readonly conceal: Conceal;
}

/** The verdict of an outcome that matches. `position`: that of the outcome in its list. */
async function verdictOf(outcome: HttpOutcome, position: number, answer: JudgedAnswer): Promise<Verdict> {
  const { reply, body, bindings, conceal } = answer;
  const detail = () =>
    `the ERP answered ${reply.status}, for which the profile says ${outcome.kind}: ${excerpt(body, conceal)}`;
  const messageText = async (message: Message): Promise<string> =>
    oneLine(conceal(await message.render(body, bindings)));
  switch (outcome.kind) {
    case 'ok':
    case 'empty':
      return { kind: outcome.kind };
    case 'retry':
    case 'login':
      return { kind: outcome.kind, detail: detail() };
    case 'repeat':
      return { kind: outcome.kind, detail: detail(), outcome: position };
    case 'throttled':
      return { kind: outcome.kind, detail: detail(), waitMs: await waitOf(outcome.wait, body, bindings) };
    case 'poll': {
      const target = outcome.at === undefined ? reply.headers.location : await outcome.at.evaluate(body, bindings);
      if (typeof target !== 'string') return { kind: 'fail', detail: `${detail()}, but gives no address to poll` };
      if (!URL.canParse(target, reply.url))
        return { kind: 'fail', detail: `${detail()}, but the address to poll is invalid` };
      // The target may be relative to the URL that returned it.
      return {
        kind: 'poll',
        target: new URL(target, reply.url).href,
        waitMs: await waitOf(outcome.wait, body, bindings),
      };
    }
    case 'refuse': {
      return { kind: 'refuse', message: await messageText(outcome.message), field: outcome.field };
    }
    case 'fail':
      return {
        kind: 'fail',
        detail: `${await messageText(outcome.message)} (${reply.status})`,
        undone: outcome.undone,
      };
    case 'denied':
      return { kind: 'denied', detail: `${await messageText(outcome.message)} (${reply.status})` };
  }
}

/** Variables of expressions over an answer. */
export function answerBindings(reply: HttpReply, bindings: Bindings): Bindings {
  return { ...bindings, status: reply.status, headers: reply.headers };
}

/** A read that was neither answered nor empty, as an error. */
export const failureOf = (verdict: Exclude<Judged['verdict'], { readonly kind: 'ok' | 'empty' }>): SourceError =>
  verdict.kind === 'refuse'
    ? new SourceError('broken', verdict.message)
    : new SourceError(verdict.kind === 'denied' ? 'denied' : 'broken', verdict.detail);

/** Returns the judge of the answers to one request. */
export function judgeOf({ outcomes }: Pick<ExchangePlan, 'outcomes'>, bindings: Bindings): Judge {
  return async (reply, conceal) => {
    const body = await bodyOf(reply);
    const bindingsWithAnswer = answerBindings(reply, bindings);
    const answer: JudgedAnswer = { reply, body, bindings: bindingsWithAnswer, conceal };
    try {
      for (const [position, outcome] of outcomes.entries()) {
        if (await outcome.when.evaluate(body, bindingsWithAnswer)) return await verdictOf(outcome, position, answer);
      }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      // Whether the request had an effect is as unknown as with an unexpected answer.
      return {
        kind: 'fail',
        detail: `the ERP answered ${reply.status}, and its meaning is unknown. ${conceal(error.message)}`,
      };
    }
    return verdictByStatus(reply, body, conceal);
  };
}
