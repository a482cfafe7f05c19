/** The values of a case, without the names of members and elements: what must not contain a real word. */
import { parseBody } from '../../../engine/index.ts';
import { ExactNumber } from '../../../engine/tools/index.ts';
import type { ReplayedCall } from './case-text.ts';
import { answerMembers } from './mask-call.ts';

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof ExactNumber) return [value.text];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => textsOf(item));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function bodyTexts(body: string): readonly string[] {
  const parsed = parseBody(body);
  return parsed.ok ? textsOf(parsed.body) : [body.replaceAll(/<[^>]*>/g, ' ')];
}

/** The values of headers. A media type is a name of a standard: `application` in it is no word of the ERP. */
const headerTexts = (headers: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === 'content-type' ? value.replace(/^[\w.+-]+\/[\w.+-]+/, '') : value,
  );

/** Texts of the request, the answer, and the exchanges with the ERP: addresses, headers of replies and bodies. Not unique. */
export function textsIn({ request, outcome, exchanges }: ReplayedCall): readonly string[] {
  const sent = exchanges.flatMap(({ url, body, answer }) => [
    ...[...url.searchParams.values()],
    ...url.pathname.split('/').map(decodeURIComponent),
    ...bodyTexts(body),
    ...(answer === undefined ? [] : [...headerTexts(answer.headers), ...bodyTexts(answer.body)]),
  ]);
  return [...textsOf(request), ...(outcome.ok ? textsOf(answerMembers(outcome.json)) : []), ...sent];
}
