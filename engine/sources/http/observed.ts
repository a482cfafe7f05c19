/** An HTTP source with an observer, and one for rehearsals, which sends no change. */
import { ExactNumber } from '../../base/exact-number.ts';
import { ProblemError } from '../../base/problem.ts';
import type { Secret } from '../../base/secret.ts';
import type { Conceal, HttpReply, HttpRequest, HttpSource } from '../http-source.ts';
import { concealer } from './hide-secrets.ts';
import { baseOf, resolveTarget } from './target.ts';

/** A request for display: without credentials, and without secret settings. */
export interface ShownRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A sent request with each answer, for the terminal of an author, never for the log. */
export interface RanRequest {
  readonly source: string;
  readonly request: ShownRequest;
  /** Undefined if there was no answer. */
  readonly reply:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | undefined;
  readonly ms: number;
  readonly error: unknown;
}

interface HttpObserver {
  readonly exchanged: (ran: RanRequest) => void;
  /** Milliseconds from an arbitrary origin. */
  readonly clock: () => number;
}

/** A body as text, without the credentials of the request. */
function bodyText({ body }: HttpReply, conceal: Conceal): string {
  if (body === undefined) return '';
  const exact = (_key: string, value: unknown): unknown => (value instanceof ExactNumber ? value.text : value);
  return conceal(typeof body === 'string' ? body : JSON.stringify(body, exact, 2));
}

/** Converts requests of a source for display. `url`: its base address. */
export function shownRequests(url: string, secrets: readonly Secret[]): (request: HttpRequest) => ShownRequest {
  const conceal = concealer(() => secrets.map((secret) => secret.reveal()));
  return ({ method, target, headers, body }) => ({
    method,
    url: conceal(resolveTarget(baseOf(url), target).href),
    headers: Object.fromEntries(
      Object.entries({ ...(body === undefined ? {} : { 'content-type': body.type }), ...headers }).map(
        ([name, value]) => [name, conceal(value)],
      ),
    ),
    body: conceal(body?.text ?? ''),
  });
}

/** The source, which reports each answer and each request without one. */
export function observedHttp(
  name: string,
  source: HttpSource,
  show: (request: HttpRequest) => ShownRequest,
  { exchanged, clock }: HttpObserver,
): HttpSource {
  return {
    ...source,
    async send(request, judge, call) {
      let started = clock();
      let isReported = false;
      const report = (reply: RanRequest['reply'], error: unknown): void => {
        isReported = true;
        exchanged({ source: name, request: show(request), reply, ms: clock() - started, error });
        started = clock();
      };
      try {
        return await source.send(
          request,
          (reply, conceal) => {
            report({ status: reply.status, headers: reply.headers, body: bodyText(reply, conceal) }, undefined);
            return judge(reply, conceal);
          },
          call,
        );
      } catch (error) {
        if (!isReported) report(undefined, error);
        throw error;
      }
    },
  };
}

/** The source, which sends only reads. It reports any other request and rejects with `ProblemError`. */
export function rehearsedHttp(source: HttpSource, stopped: (request: HttpRequest) => void): HttpSource {
  return {
    ...source,
    send(request, judge, call) {
      if (request.effect === 'read') return source.send(request, judge, call);
      stopped(request);
      const message = 'The rehearsal ended before the request that would change the ERP.';
      return Promise.reject(new ProblemError({ kind: 'unprovided', message }));
    },
  };
}
