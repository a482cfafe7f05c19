/** Replaces the values of recorded answers of an ERP over HTTP. Requests are not replaced: the replay builds them anew. */
import { parseBody } from '../../../engine/index.ts';
import { decodedPart, jsonText, type RanRequest } from '../../../engine/tools/index.ts';
import { type JsonMasking, maskJson, maskXml } from '../masking/index.ts';
import type { DescribedAnswers } from './described-values.ts';
import type { ReplayedAnswer } from './replaying-erp.ts';

/** Headers of an answer that an engine can use without the profile naming them. */
const usual = ['location', 'etag', 'link', 'retry-after', 'content-location'];

export interface ExchangeMasking extends Omit<JsonMasking, 'described'> {
  readonly describedBy: DescribedAnswers;
  /** The profile's text in lower case: headers that it names are kept. */
  readonly profileText: string;
}

function bodyOf(body: string, masking: JsonMasking): { readonly type: string; readonly text: string } {
  if (body === '') return { type: '', text: '' };
  const parsed = parseBody(body);
  if (parsed.ok) return { type: 'application/json', text: jsonText(maskJson(parsed.body, masking)) };
  if (/^\s*</.test(body)) return { type: 'application/xml', text: maskXml(body, masking) };
  return { type: 'text/plain', text: masking.masker.text('text', body) };
}

/** The answers of a call; undefined if a request got none. */
export function maskedAnswers(
  exchanges: readonly RanRequest[],
  masking: ExchangeMasking,
): readonly ReplayedAnswer[] | undefined {
  const answers: ReplayedAnswer[] = [];
  for (const ran of exchanges) {
    const { source, request, reply } = ran;
    if (reply === undefined) return undefined;
    const { pathname, search } = new URL(request.url);
    const { type, text } = bodyOf(reply.body, { ...masking, described: masking.describedBy(ran) });
    const keptHeaders = Object.entries(reply.headers).filter(
      ([name]) => usual.includes(name) || (name.startsWith('x-') && masking.profileText.includes(name)),
    );
    answers.push({
      source,
      method: request.method,
      target: masking.masker.text('id', decodedPart((pathname + search).replaceAll('+', ' '))),
      status: reply.status,
      headers: {
        ...(type === '' ? {} : { 'content-type': type }),
        ...Object.fromEntries(keptHeaders.map(([name, value]) => [name, masking.masker.text('id', value)])),
      },
      body: text,
    });
  }
  return answers;
}
