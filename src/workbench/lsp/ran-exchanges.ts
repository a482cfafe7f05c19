/** The exchanges of calls to the ERP that were run, for completion. */
import { parseBody } from '../../../engine/index.ts';
import { type RanRequest, readableText } from '../../../engine/tools/index.ts';
import type { RunRecord } from '../../service/lifecycle/recorder.ts';
import type { KnownExchange } from '../language/index.ts';

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

/** The exchanges of a call. Their values are real: completion shows the forms of them only. `path`: that of the endpoint. */
export const ranExchanges = (path: string, { steps }: Pick<RunRecord, 'steps'>): readonly KnownExchange[] =>
  steps.flatMap((step) => (step.kind === 'exchange' ? [knownExchange(step.ran, path)] : []));
