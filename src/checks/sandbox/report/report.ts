/** A run as every format tells it: by endpoint, in the order of the contract. */
import type { Path } from '../../../contract/types.ts';
import type { Exchange } from '../../validation/caller.ts';
import { endpointAt, paths } from '../../validation/endpoint.ts';
import { type Check, type Counts, countsOf } from '../check.ts';

export interface Report {
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Whether documents were written into the ERP. */
  readonly writes: boolean;
  readonly counts: Counts;
  readonly endpoints: readonly EndpointReport[];
}

export interface EndpointReport {
  readonly path: Path;
  readonly title: string;
  readonly checks: readonly Check[];
  readonly counts: Counts;
}

/** An exchange as it is shown; keys have been masked where it was recorded. */
export interface ShownExchange {
  readonly request: string;
  readonly requestBody: string;
  /** Status and time, or why there is no answer. */
  readonly answer: string;
  readonly answerBody: string;
}

export function reportOf(
  { baseUrl, startedAt, writes }: Pick<Report, 'baseUrl' | 'startedAt' | 'writes'>,
  checks: readonly Check[],
): Report {
  const endpoints = paths.flatMap((path) => {
    const own = checks.filter((check) => check.path === path);
    return own.length === 0 ? [] : [{ path, title: endpointAt(path)?.title ?? '', checks: own, counts: countsOf(own) }];
  });
  return { baseUrl, startedAt, writes, counts: countsOf(checks), endpoints };
}

/** `186 checks: 180 passed, 4 failed, 2 not reached` */
export function countText({ passed, failed, unreached }: Counts): string {
  const parts = [
    `${passed} passed`,
    failed > 0 ? `${failed} failed` : '',
    unreached > 0 ? `${unreached} not reached` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What was written, in one sentence. */
export const writesText = (writes: boolean): string =>
  writes
    ? 'With --writes: new drafts and invoices in the ERP have numbers that begin with SBX-.'
    : 'Nothing was written but the sample draft of the connection test; --writes tries drafts and pushes, too.';

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}...` : text);

/** `most`: characters of a body that are shown at most. */
export function shownExchange({ sent, reply }: Exchange, most: number): ShownExchange {
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  const came = reply.kind === 'answer' ? String(reply.status) : reply.reason;
  return {
    request: [`${sent.method} ${sent.url}`, ...headers].join('\n'),
    requestBody: cut(sent.text, most),
    answer: `${came} (${Math.round(reply.ms)} ms)`,
    answerBody: reply.kind === 'answer' ? cut(reply.text, most) : '',
  };
}
