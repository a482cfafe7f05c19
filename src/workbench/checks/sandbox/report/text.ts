/** The report as text, for people at a terminal and in the log of a pipeline. */

import type { Paint } from '../../../../../engine/tools/index.ts';
import { deviationHint, themeOf } from '../../core/check.ts';
import { reasonIn } from '../../core/outcome.ts';
import type { CheckResult } from '../../core/run-checks.ts';
import { writtenLines } from '../../core/written.ts';
import { type Exchange, ownKey } from '../../validation/caller.ts';
import { countText, type EndpointReport, type Report, shownExchange } from './report.ts';

const shownFindings = 5;
const shownBody = 400;
const shownPaths = 2;

/** Replaces control characters: with them an answer could overwrite the report. */
const printable = (text: string): string =>
  text.replaceAll(/[\r\n\t]+ */g, ' ').replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** A mark, the path and the counts; below them what failed. Ends with a line break. */
export function reportText(report: Report, paint: Paint): string {
  const width = Math.max(0, ...report.endpoints.map(({ path }) => path.length));
  const lines = report.endpoints.flatMap((endpoint) => endpointLines(endpoint, width, paint));
  const { passed, failed, unreached } = report.counts;
  const total = `${passed + failed + unreached} checks: ${countText(report.counts, paint)}.`;
  const { erp, baseUrl } = report;
  const head = [`Sandbox against ${erp === undefined ? '' : `${printable(erp)}, `}${printable(baseUrl)}`, ''];
  return `${[...head, ...lines, ...notTestedLines(report.endpoints), '', total, ...writtenLines(report).map(printable)].join('\n')}\n`;
}

function mark({ counts: { failed, passed } }: EndpointReport, paint: Paint): string {
  if (failed > 0) return paint('error', 'FAIL');
  return passed > 0 ? paint('good', 'ok  ') : '--  ';
}

function endpointLines(endpoint: EndpointReport, width: number, paint: Paint): readonly string[] {
  const { path, results, counts } = endpoint;
  return [
    `${mark(endpoint, paint)} ${path.padEnd(width)}  ${countText(counts)}`,
    ...results.flatMap((result) => failureLines(result, paint)).map((line) => `     ${line}`),
    ...results.flatMap(({ notes }) => notes).map((note) => `     note: ${printable(note)}`),
  ];
}

function failureLines({ check, outcome }: CheckResult, paint: Paint): readonly string[] {
  if (outcome.kind !== 'failed') return [];
  const { findings, exchanges } = outcome;
  const shown = findings.slice(0, shownFindings).map(({ rule, clause, path, message }) => {
    const where = path === '' ? '' : `${printable(path)}: `;
    return `  ${paint('bad', `${rule} (${clause}): ${where}${printable(message)}`)}`;
  });
  const more = findings.length > shownFindings ? [`  ... ${findings.length - shownFindings} more`] : [];
  const hint = deviationHint(check);
  const advice = hint === undefined ? [] : [`  ${hint}`];
  return [
    `${themeOf(check)}: ${check.title}`,
    ...shown,
    ...more,
    ...advice,
    ...exchanges.slice(-1).flatMap(exchangeLines),
  ];
}

/** Headers that every request has are left out; the other formats show them. */
function exchangeLines(exchange: Exchange): readonly string[] {
  const { sent } = exchange;
  const { requestBody, answer, answerBody } = shownExchange(exchange, shownBody);
  const { authorization = 'no Authorization' } = sent.headers;
  const key = authorization === ownKey ? '' : ` (${authorization})`;
  const lines = [`  > ${sent.method} ${sent.url}${key} ${requestBody}`, `  < ${answer} ${answerBody}`];
  return lines.map((line) => printable(line).trimEnd());
}

/** Each reason once, with the number of checks that were not tested for it. */
function notTestedLines(endpoints: readonly EndpointReport[]): readonly string[] {
  const all = endpoints.flatMap(({ path, results }) =>
    results.flatMap(({ outcome }) =>
      outcome.kind === 'failed' || outcome.kind === 'passed' ? [] : [{ path, reason: reasonIn(outcome) }],
    ),
  );
  const reasons = [...new Set(all.map(({ reason }) => reason))];
  const lines = reasons.map((reason) => {
    const withReason = all.filter((one) => one.reason === reason);
    const where = [...new Set(withReason.map(({ path }) => path))];
    const shown = where.length > shownPaths ? `${where.length} endpoints` : where.join(', ');
    return `  ${String(withReason.length).padStart(3)}  ${shown}: ${printable(reason)}`;
  });
  return lines.length === 0 ? [] : ['', 'Not tested:', ...lines];
}
