/** ERPs that answer in turn, how their answers are judged, and an authentication that counts. */
import type { Authenticator } from '../../../../engine/sources/http/auth/index.ts';
import type { Verdict } from '../../../../engine/sources/http-source.ts';
import { byStatus, httpDouble, json } from './double.ts';

export const retry = { kind: 'retry', detail: 'busy' } as const satisfies Verdict;
export const throttled = { kind: 'throttled', detail: 'slow down' } as const satisfies Verdict;
const login = { kind: 'login', detail: 'session over' } as const satisfies Verdict;
export const judge = byStatus({ 401: login, 403: { kind: 'refuse', message: 'No.' }, 429: throttled, 503: retry });

/** An ERP that answers with these in turn, the last one for ever. */
export function inTurn(...answers: readonly (readonly [number, Record<string, string>?, unknown?])[]) {
  let next = 0;
  return httpDouble((_seen, response) => {
    const [status, headers = {}, body = { status }] = answers[Math.min(next, answers.length - 1)] ?? [500];
    next += 1;
    json(response, body, status, headers);
  });
}

/** An authentication that counts its sessions. */
export function sessions(): Authenticator & { readonly used: number[] } {
  let session = 1;
  const used: number[] = [];
  return {
    used,
    async authorize(request) {
      used.push(session);
      return { request: { ...request, headers: { ...request.headers, cookie: `s=${session}` } }, session };
    },
    processReply: () => undefined,
    expired(over) {
      if (over === session) session += 1;
      return true;
    },
    close: async () => undefined,
  };
}
