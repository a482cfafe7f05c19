/** The exchanges of the last calls of the session, for completion. */
import { parseBody } from '../../../../engine/index.ts';
import { oncePer, type RanRequest, readableText } from '../../../../engine/tools/index.ts';
import type { KnownExchange } from '../../language/index.ts';
import type { KeptCall, SessionRecords } from './session-records.ts';

/** Bodies up to this length are read: a longer one has more rows with the same members. In characters. */
const longestBody = 1_000_000;

function bodyValue(text: string): unknown {
  const parsed = text === '' || text.length > longestBody ? undefined : parseBody(text);
  if (parsed?.ok === true) return parsed.body;
  return /^[^\s{[<"]+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

function knownExchange({ source, request, reply }: RanRequest, path: string): KnownExchange {
  const url = new URL(request.url);
  const isAnswer = reply !== undefined && reply.status < 300 && reply.body.length <= longestBody;
  return {
    ...{ source, method: request.method, target: `${url.origin}${url.pathname}` },
    params: Object.fromEntries(url.searchParams),
    request: bodyValue(request.body),
    answer: isAnswer ? readableText(reply.body) : undefined,
    from: `of the last answer to ${path}`,
    isReal: true,
  };
}

const exchangesOf = oncePer(
  ({ path, record }: KeptCall): readonly KnownExchange[] =>
    record.steps.flatMap((step) => (step.kind === 'exchange' ? [knownExchange(step.ran, path)] : [])),
  new WeakMap(),
);

/** The exchanges of the kept calls, those of the newest call first. */
export const lastExchanges = ({ calls }: SessionRecords): readonly KnownExchange[] =>
  [...calls.values()].toReversed().flatMap(exchangesOf);
