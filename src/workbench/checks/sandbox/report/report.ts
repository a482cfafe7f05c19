/** The results of a sandbox run by endpoint, in the order of the contract. All formats show the same. */
import { type Paint, plain } from '../../../../../engine/tools/index.ts';
import type { Path } from '../../../../contract/types.ts';
import type { WrittenDocument } from '../../core/exchanges.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { CheckResult } from '../../core/run-checks.ts';
import type { Exchange } from '../../validation/caller.ts';
import { endpointAt, paths } from '../../validation/endpoint.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Not tested, or not applicable. */
  readonly unreached: number;
}

export interface Report {
  /** Name of the ERP or of the installation; undefined if it is not given. */
  readonly erp: string | undefined;
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Whether documents may have been written into the ERP. */
  readonly writes: boolean;
  /** Documents that the run has left in the ERP. */
  readonly written: readonly WrittenDocument[];
  readonly counts: Counts;
  readonly endpoints: readonly EndpointReport[];
}

export interface EndpointReport {
  readonly path: Path;
  readonly title: string;
  readonly results: readonly CheckResult[];
  readonly counts: Counts;
}

/** An exchange as reports show it. Keys are masked. */
export interface ShownExchange {
  readonly request: string;
  readonly requestBody: string;
  /** Status and time, or why there is no answer. */
  readonly answer: string;
  readonly answerBody: string;
}

/** Groups the results by endpoint, in the order of the contract. Endpoints without results are left out. */
export function reportOf(
  head: Pick<Report, 'erp' | 'baseUrl' | 'startedAt' | 'writes' | 'written'>,
  results: readonly CheckResult[],
): Report {
  const endpoints = paths.flatMap((path) => {
    const ofEndpoint = results.filter(({ check }) => check.path === path);
    return ofEndpoint.length === 0
      ? []
      : [{ path, title: endpointAt(path)?.title ?? '', results: ofEndpoint, counts: countsOf(ofEndpoint) }];
  });
  return { ...head, counts: countsOf(results), endpoints };
}

function countsOf(results: readonly CheckResult[]): Counts {
  const countOf = (...kinds: readonly Outcome['kind'][]): number =>
    results.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
  return { passed: countOf('passed'), failed: countOf('failed'), unreached: countOf('not tested', 'not applicable') };
}

/** `180 passed, 4 failed, 2 not tested` */
export function countText({ passed, failed, unreached }: Counts, paint: Paint = plain): string {
  const parts = [
    failed > 0 ? `${passed} passed` : paint('good', `${passed} passed`),
    failed > 0 ? paint('error', `${failed} failed`) : '',
    unreached > 0 ? `${unreached} not tested` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}...` : text);

/** `most`: characters of a body that are shown at most. */
export function shownExchange({ sent, reply }: Exchange, most: number): ShownExchange {
  const headers = Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`);
  const received = reply.kind === 'answer' ? String(reply.status) : reply.reason;
  return {
    request: [`${sent.method} ${sent.url}`, ...headers].join('\n'),
    requestBody: cut(sent.text, most),
    answer: `${received} (${Math.round(reply.ms)} ms)`,
    answerBody: reply.kind === 'answer' ? cut(reply.text, most) : '',
  };
}
