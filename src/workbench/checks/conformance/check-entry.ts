/** The result of a check over a profile as an entry of a report. */

import { endpointLines } from '../../testing/endpoint-lines.ts';
import { curl } from '../../testing/http-lines.ts';
import type { ReportDetail, ReportEntry, ReportGroup } from '../../testing/report-entry.ts';
import { statementLines } from '../../testing/statement-lines.ts';
import { themeOf } from '../core/check.ts';
import { resultEntry } from '../core/check-entry.ts';
import type { Outcome } from '../core/outcome.ts';
import type { ProfileCheckResult } from './run.ts';
import type { Subject } from './subject.ts';

/** Characters of a request or an answer that are shown at most. */
const longest = 4_000;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

function detailsOf({ outcome, statements, logged }: ProfileCheckResult): readonly ReportDetail[] {
  const exchange = outcome.kind === 'failed' ? outcome.exchanges.at(-1) : undefined;
  return [
    ...(exchange === undefined ? [] : exchangeDetails(exchange)),
    ...(statements.length === 0
      ? []
      : [{ label: 'The last statements', text: statements.flatMap(statementLines).join('\n') }]),
    ...(logged.length === 0 ? [] : [{ label: 'Logged', text: logged.join('\n') }]),
  ];
}

function exchangeDetails({
  sent,
  reply,
}: Extract<Outcome, { readonly kind: 'failed' }>['exchanges'][number]): readonly ReportDetail[] {
  const request = curl({ method: sent.method, url: new URL(sent.url), headers: sent.headers, body: sent.text });
  const answer = reply.kind === 'answer' ? `${reply.status} ${cut(reply.text)}` : reply.reason;
  return [
    { label: 'The last request', text: cut(request) },
    { label: 'Its answer', text: answer },
  ];
}

/** `placeOf`: the line of an endpoint in the profile. */
export function checkEntry(
  result: ProfileCheckResult,
  placeOf: (endpoint: string) => ReportEntry['place'],
): ReportEntry {
  return resultEntry(result, { place: placeOf(result.check.path), details: detailsOf(result) });
}

/** All results by their theme. */
export function checkGroups(
  results: readonly ProfileCheckResult[],
  subject: Pick<Subject, 'text' | 'profileName'>,
): readonly ReportGroup[] {
  const placeOf = endpointPlaces(subject);
  return [...Map.groupBy(results, ({ check }) => themeOf(check))].map(([name, resultsOfTheme]) => ({
    ...{ name, entries: resultsOfTheme.map((result) => checkEntry(result, placeOf)) },
  }));
}

/** Finds the line of an endpoint in the text of a profile; undefined if only a base profile has it. */
export function endpointPlaces({
  text,
  profileName,
}: Pick<Subject, 'text' | 'profileName'>): (endpoint: string) => ReportEntry['place'] {
  const lines = endpointLines(text);
  return (endpoint) => {
    const line = lines.get(endpoint)?.first;
    return line === undefined ? undefined : { file: profileName, line };
  };
}
