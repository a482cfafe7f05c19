/** What an answer means: by the outcomes of the profile, in their order, and else by its status. */

import { toDecimalText } from '../../base/decimal.ts';
import type { ExchangePlan, HttpOutcome } from '../../plan/exchange.ts';
import type { Conceal, HttpReply, Judge, Verdict } from '../../sources/http-source.ts';
import type { Bindings, Expression } from '../../transform/expression.ts';
import { ownFunctions } from '../../transform/functions.ts';
import type { Message } from '../../transform/message.ts';
import { bodyOf } from './body.ts';

/** Characters of the ERP's own words in the log, and in a refusal. */
const longest = 500;

/** One line of readable text: ERPs put HTML, line breaks and whole stacks into their messages. */
function oneLine(text: string): string {
  const plain = ownFunctions.text?.(text);
  const line = String(plain ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
}

/** What an answer says, for the operator's log. */
function excerpt(body: unknown, conceal: Conceal): string {
  if (body === undefined) return 'without a word';
  return oneLine(conceal(typeof body === 'string' ? body : JSON.stringify(body)));
}

/**
 * What the status says where the profile says nothing. The time to wait stands in the headers, which the source reads itself. 408, 502, 503
 * and 504 may come from a gateway that gave up on an ERP which went on: only its vendor knows when they mean that nothing was done.
 */
export function byStatus(reply: HttpReply, body: unknown, conceal: Conceal): Verdict {
  const { status, malformed } = reply;
  if (malformed !== undefined) {
    return { kind: 'fail', detail: `the ERP answered ${status} with something that is not JSON: ${malformed}` };
  }
  if (status >= 200 && status < 300) return { kind: 'ok' };
  const detail = `the ERP answered ${status}: ${excerpt(body, conceal)}`;
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

async function verdictOf(
  outcome: HttpOutcome,
  reply: HttpReply,
  body: unknown,
  bindings: Bindings,
  conceal: Conceal,
): Promise<Verdict> {
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
    case 'throttled':
      return { kind: outcome.kind, detail: detail(), waitMs: await waitOf(outcome.wait, body, bindings) };
    case 'poll': {
      const target = outcome.at === undefined ? reply.headers.location : await outcome.at.evaluate(body, bindings);
      if (typeof target !== 'string') return { kind: 'fail', detail: `${detail()}, and nothing says where to ask` };
      if (!URL.canParse(target, reply.url))
        return { kind: 'fail', detail: `${detail()}, and where to ask is no address` };
      // It may be relative to the address that gave it.
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
      return { kind: 'fail', detail: `${await messageText(outcome.message)} (${reply.status})` };
  }
}

/** Variables of expressions over an answer. */
export function answerBindings(reply: HttpReply, bindings: Bindings): Bindings {
  return { ...bindings, status: reply.status, headers: reply.headers };
}

/** A judge for the answers to one request. */
export function judgeOf({ outcomes }: Pick<ExchangePlan, 'outcomes'>, bindings: Bindings): Judge {
  return async (reply, conceal) => {
    const body = bodyOf(reply);
    const known = answerBindings(reply, bindings);
    for (const outcome of outcomes) {
      if (await outcome.when.evaluate(body, known)) return verdictOf(outcome, reply, body, known, conceal);
    }
    return byStatus(reply, body, conceal);
  };
}
