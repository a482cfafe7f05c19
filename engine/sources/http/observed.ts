/** An ERP by HTTP under somebody's eye, and one on which writes are rehearsed: nothing that changes it is sent. */
import { ExactNumber } from '../../base/exact-number.ts';
import { ProblemError } from '../../base/problem.ts';
import type { Secret } from '../../base/secret.ts';
import type { Conceal, HttpReply, HttpRequest, HttpSource } from '../http-source.ts';
import { concealer } from './hide-secrets.ts';
import { baseOf, resolveTarget } from './target.ts';

/** A request as it is shown: without what the authentication adds, and without secrets of the profile's settings. */
export interface ShownRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request that was sent, and each answer to it. For the author's terminal, never for a log. */
export interface RanRequest {
  readonly source: string;
  readonly request: ShownRequest;
  /** Undefined where none came. */
  readonly reply: { readonly status: number; readonly body: string } | undefined;
  readonly ms: number;
  readonly error: unknown;
}

export interface HttpObserver {
  readonly exchanged: (ran: RanRequest) => void;
  /** Milliseconds, from any beginning. */
  readonly clock: () => number;
}

/** A body as text, without what the authentication has added to the request. */
function bodyText({ body }: HttpReply, conceal: Conceal): string {
  if (body === undefined) return '';
  const exact = (_key: string, value: unknown): unknown => (value instanceof ExactNumber ? value.text : value);
  return conceal(typeof body === 'string' ? body : JSON.stringify(body, exact, 2));
}

/** How requests of a source are shown. `url` is its base address. */
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

/** The same source, telling of each answer, and of a request that had none. */
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
      let answered = false;
      const tell = (reply: RanRequest['reply'], error: unknown): void => {
        answered = true;
        exchanged({ source: name, request: show(request), reply, ms: clock() - started, error });
        started = clock();
      };
      try {
        return await source.send(
          request,
          (reply, conceal) => {
            tell({ status: reply.status, body: bodyText(reply, conceal) }, undefined);
            return judge(reply, conceal);
          },
          call,
        );
      } catch (error) {
        if (!answered) tell(undefined, error);
        throw error;
      }
    },
  };
}

/** The same source, which sends what reads alone. Anything else it tells, and rejects with a `ProblemError`. */
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
