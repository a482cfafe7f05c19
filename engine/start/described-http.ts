/** An HTTP source whose requests and answers are held against the vendor's description: for tests, recordings and rehearsals. */
import { isMap } from '../base/members.ts';
import type { ServiceDescription } from '../description/model.ts';
import {
  answerDisagreements,
  type Disagreement,
  type RealRequest,
  requestDisagreements,
} from '../description/validate.ts';
import { baseOf, resolveTarget } from '../sources/http/target.ts';
import type { Conceal, HttpReply, HttpRequest, HttpSource } from '../sources/http-source.ts';

const isJson = (media: string | undefined): boolean => /[/+]json\b/i.test(media ?? '');

/** The JSON value of a body, which the engine has written itself. */
function parsed({ body }: HttpRequest): unknown {
  return body !== undefined && isJson(body.type) ? JSON.parse(body.text) : undefined;
}

interface DescribedSource {
  readonly service: ServiceDescription;
  /** Address of the source. */
  readonly url: string;
  readonly conceal: Conceal;
  readonly disagreed: (disagreement: Disagreement) => void;
}

/** The source, which reports how its requests and their answers disagree with the description. */
export function describedHttp(source: HttpSource, described: DescribedSource): HttpSource {
  const { service, url, conceal, disagreed } = described;
  const base = baseOf(url);
  const start = base.pathname.replace(/\/$/, '');
  const real = (
    to: URL,
    { method, headers, body }: Omit<HttpRequest, 'target' | 'effect'>,
    json: unknown,
  ): RealRequest => ({
    ...{ method, base: base.pathname, query: [...to.searchParams] },
    path: to.pathname.startsWith(start) ? to.pathname.slice(start.length) : to.pathname,
    headers: body === undefined ? headers : { 'content-type': body.type, ...headers },
    body: json,
  });
  const report = (disagreements: readonly Disagreement[]): void => {
    for (const one of disagreements) disagreed({ ...one, clause: conceal(one.clause) });
  };
  return {
    ...source,
    send(request, judge, call) {
      const target = resolveTarget(base, request.target);
      const sent = real(target, request, parsed(request));
      // An absolute target is a link that the ERP has given.
      if (!/^[a-z]+:/i.test(request.target)) report(requestDisagreements(service, sent));
      return source.send(
        request,
        (reply, hide) => {
          report(answerDisagreements(service, answered(reply), bodyOf(reply)));
          return judge(reply, hide);
        },
        call,
      );

      /** The request of the reply: after a redirect, and where the ERP is asked again, another one, which reads. */
      function answered({ url: from }: HttpReply): RealRequest {
        const to = new URL(from);
        const isSame = to.pathname === target.pathname;
        return isSame ? sent : real(to, { method: 'GET', headers: request.headers }, undefined);
      }
    },
  };
}

/** The answer with its JSON value. */
function bodyOf({ status, headers, body }: HttpReply): Parameters<typeof answerDisagreements>[2] {
  const isValue = isJson(headers['content-type']) || isMap(body) || Array.isArray(body);
  return { status, headers, body: isValue ? body : undefined };
}
