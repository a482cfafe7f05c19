/** An HTTP source whose requests and answers are held against the vendor's description: in tests, recordings and calls of an author, and in a service that is asked to. */

import type { SourceEvent } from '../base/events.ts';
import { isMap } from '../base/members.ts';
import { noteDisagreements } from '../description/disagreement.ts';
import type { ServiceDescription } from '../description/model.ts';
import { realBody } from '../description/real-body.ts';
import { addressed, type RealRequest, unresolvedName } from '../description/real-request.ts';
import { answerDisagreements, type Disagreement, requestDisagreements } from '../description/validate.ts';
import { baseOf, resolveTarget } from '../sources/http/target.ts';
import type { Conceal, HttpReply, HttpRequest, HttpSource } from '../sources/http-source.ts';
import type { CallContext } from '../sources/source.ts';

const isJson = (media: string | undefined): boolean => /[/+]json\b/i.test(media ?? '');

interface DescribedSource {
  readonly service: ServiceDescription;
  /** Address of the source. */
  readonly url: string;
  readonly conceal: Conceal;
  /** Names of headers, in lower case, and of parameters that the authentication adds. */
  readonly credentials: readonly string[];
  readonly disagreed: (disagreement: Disagreement, call: CallContext) => void;
}

/** The most disagreements that a service reports of a source: a map in an answer may have any number of names. */
const mostReported = 100;

/** The source in a service: each disagreement is reported once, without values, to the log of the request. Requests are answered as without it. */
export function watchedHttp(
  source: HttpSource,
  described: Omit<DescribedSource, 'disagreed'>,
  report: (event: SourceEvent) => void,
): HttpSource {
  const { note, texts } = noteDisagreements('ERP');
  const disagreed: DescribedSource['disagreed'] = (disagreement, call) => {
    const { side, operation, withoutValues: clause } = disagreement;
    const key = [side, operation, clause].join('\n');
    const message = texts().length < mostReported ? note({ ...disagreement, clause, key }) : undefined;
    if (message !== undefined) (call.report ?? report)({ level: 'warn', event: 'description_disagrees', message });
  };
  return { ...describedHttp(source, { ...described, disagreed }), disagreements: texts };
}

/** The source, which reports how its requests and their answers disagree with the description. */
export function describedHttp(source: HttpSource, described: DescribedSource): HttpSource {
  const { service, url, conceal, credentials, disagreed } = described;
  const base = baseOf(url);
  const real = (to: URL, { method, headers, body }: Omit<HttpRequest, 'target' | 'effect'>): RealRequest => ({
    ...{ method, ...addressed(base, to), credentials },
    headers: body === undefined ? headers : { 'content-type': body.type, ...headers },
    ...(body === undefined ? { body } : realBody(body.text, body.type)),
  });
  const concealed = (one: Disagreement): Disagreement => ({
    ...one,
    clause: conceal(one.clause),
    withoutValues: conceal(one.withoutValues),
  });
  return {
    ...source,
    async send(request, judge, call) {
      const target = resolveTarget(base, request.target);
      const sent = real(target, request);
      const report = (side: Disagreement['side'], compare: () => readonly Disagreement[]): void => {
        for (const one of compared(side, sent, service, compare)) disagreed(concealed(one), call);
      };
      // An absolute target is a link that the ERP has given.
      if (!/^[a-z]+:/i.test(request.target)) report('request', () => requestDisagreements(service, sent));
      return source.send(
        request,
        (reply, hide) => {
          report('answer', () => answerDisagreements(service, answered(reply), bodyOf(reply)));
          return judge(reply, hide);
        },
        call,
      );

      /** The request of the reply: after a redirect, and where the ERP is asked again, another one, which reads. */
      function answered({ url: from }: HttpReply): RealRequest {
        const to = new URL(from);
        const isSame = to.pathname === target.pathname;
        return isSame ? sent : real(to, { method: 'GET', headers: request.headers });
      }
    },
  };
}

/** The disagreements. A comparison that fails is one of them: it must not fail the request. */
function compared(
  side: Disagreement['side'],
  request: RealRequest,
  { files }: ServiceDescription,
  compare: () => readonly Disagreement[],
): readonly Disagreement[] {
  try {
    return compare();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const clause = `something that cannot be compared with ${files.join(', ')}: ${reason}`;
    return [
      {
        side,
        operation: unresolvedName(request),
        clause,
        withoutValues: clause,
        key: `${side}\n${clause}`,
        isExcerpt: false,
      },
    ];
  }
}

/** The answer with its JSON value. In XML, a number is a text, and a list of one element is that element. */
function bodyOf({ status, headers, body }: HttpReply): Parameters<typeof answerDisagreements>[2] {
  const media = headers['content-type'] ?? '';
  const isValue = isJson(media) || (!/\bxml\b/i.test(media) && (isMap(body) || Array.isArray(body)));
  return { status, headers, body: isValue ? body : undefined };
}
