/** Results of a conformance run as text, as JUnit for pipelines, and as JSON for programs. */
import type { Paint } from '../../../../engine/tools/index.ts';
import { curl } from '../../testing/http-lines.ts';
import { junitText } from '../../testing/junit.ts';
import { resultText } from '../../testing/report.ts';
import { statementLines } from '../../testing/statement-lines.ts';
import { deviationHint, nameOf, themeOf } from '../core/check.ts';
import { type Outcome, reasonIn } from '../core/outcome.ts';
import { type MissingDatum, missingText } from './missing-data.ts';
import type { ProfileCheckResult } from './run.ts';

/** Results of one profile. */
export interface ProfileReport {
  readonly name: string;
  readonly results: readonly ProfileCheckResult[];
  /** Records that checks lacked. */
  readonly missing: readonly MissingDatum[];
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly notTested: number;
  readonly notApplicable: number;
}

/** Each result counts once. */
export function countsOf(results: readonly Pick<ProfileCheckResult, 'outcome'>[]): Counts {
  const countOf = (kind: Outcome['kind']): number => results.filter(({ outcome }) => outcome.kind === kind).length;
  return {
    passed: countOf('passed'),
    failed: countOf('failed'),
    notTested: countOf('not tested'),
    notApplicable: countOf('not applicable'),
  };
}

function mark(kind: Outcome['kind'], paint: Paint): string {
  switch (kind) {
    case 'passed':
      return paint('good', 'ok  ');
    case 'failed':
      return paint('error', 'FAIL');
    case 'not tested':
      return paint('warning', '?   ');
    case 'not applicable':
      return '-   ';
  }
}

/** Characters of a request or an answer that are shown at most. */
const longest = 1_000;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

/** The last request with its answer, the last statements, and the log. */
function failureLines({ outcome, statements, logged }: ProfileCheckResult): readonly string[] {
  const exchange = outcome.kind === 'failed' ? outcome.exchanges.at(-1) : undefined;
  const sent = exchange?.sent;
  const reply = exchange?.reply;
  const answer =
    reply === undefined ? '' : reply.kind === 'answer' ? `${reply.status} ${cut(reply.text)}` : reply.reason;
  return [
    ...(sent === undefined
      ? []
      : [
          'The last request:',
          `  ${cut(curl({ method: sent.method, url: new URL(sent.url), headers: sent.headers, body: sent.text }))}`,
          `  -> ${answer}`,
        ]),
    ...(statements.length === 0 ? [] : ['The last statements:', ...statements.flatMap(statementLines)]),
    ...(logged.length === 0 ? [] : ['Logged:', ...logged.slice(0, 5)]),
  ];
}

/** Why a check did not pass: its first finding, or the reason. */
function detailOf(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'passed':
      return undefined;
    case 'failed': {
      const [first, ...more] = outcome.findings;
      if (first === undefined) return 'no finding';
      const place = first.path === '' ? '' : `${first.path}: `;
      const others = more.length > 0 ? ` (and ${more.length} more)` : '';
      return `${first.rule} (${first.clause}): ${place}${first.message}${others}`;
    }
    case 'not tested':
    case 'not applicable':
      return reasonIn(outcome);
  }
}

/** One line for a check with its clause; below it why it did not pass. Ends with a line break. */
export function checkText(result: ProfileCheckResult, paint: Paint): string {
  const { check, outcome, notes } = result;
  const detail = detailOf(outcome);
  const lines = [
    `  ${mark(outcome.kind, paint)} ${themeOf(check)}: ${nameOf(check)} [${check.clause}]`,
    ...(detail === undefined
      ? []
      : [`         ${outcome.kind === 'failed' ? paint('bad', detail) : `${outcome.kind}: ${detail}`}`]),
    ...(outcome.kind === 'failed' ? [deviationHint(check) ?? []].flat().map((hint) => `         ${hint}`) : []),
    ...notes.map((note) => `         note: ${note}`),
    ...(outcome.kind === 'failed' ? failureLines(result).map((line) => `         ${line}`) : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** What to add to the data, so that no check lacks it; empty where none does. */
export const missingLines = (missing: readonly MissingDatum[]): readonly string[] =>
  missing.length === 0
    ? []
    : ['Missing data. Add such records to the fixture:', ...missing.map((one) => `  ${missingText(one)}`)];

/** The counts of a run as a sentence. */
export function summary({ passed, failed, notTested, notApplicable }: Counts, paint: Paint): string {
  return `${resultText(passed, failed, paint)}, ${notTested} not tested, ${notApplicable} not applicable.`;
}

/** A report in JUnit's XML: profiles are suites, themes are classes. With `strict`, checks that were not tested fail. */
export function conformanceJunit(profiles: readonly ProfileReport[], strict: boolean): string {
  return junitText(
    profiles.map(({ name, results }) => ({
      name,
      cases: results.map((result) => {
        const { check, outcome, ms } = result;
        const isFailed = outcome.kind === 'failed' || (strict && outcome.kind === 'not tested');
        const detail = detailOf(outcome) ?? '';
        const failure = isFailed ? { message: detail, text: failureLines(result).join('\n') } : undefined;
        const isSkipped = !isFailed && outcome.kind !== 'passed';
        const skipped = isSkipped ? `${outcome.kind}: ${detail}` : undefined;
        return { group: themeOf(check), name: `${nameOf(check)} [${check.clause}]`, ms, failure, skipped };
      }),
    })),
  );
}

/** One JSON document; ends with a line break. */
export function conformanceJson(profiles: readonly ProfileReport[]): string {
  const shown = profiles.map(({ name, results, missing }) => {
    const { passed, failed, notTested, notApplicable } = countsOf(results);
    return {
      profile: name,
      counts: { passed, failed, 'not tested': notTested, 'not applicable': notApplicable },
      checks: results.map((result) => {
        const { check, outcome } = result;
        const detail = detailOf(outcome);
        return {
          subject: themeOf(check),
          check: nameOf(check),
          clause: check.clause,
          verdict: outcome.kind,
          ...(detail === undefined ? {} : { detail }),
          ...(outcome.kind === 'failed' ? { lines: failureLines(result) } : {}),
          ...(outcome.kind === 'not tested' ? { because: outcome.gap.kind } : {}),
        };
      }),
      missing,
    };
  });
  return `${JSON.stringify({ profiles: shown }, null, 2)}\n`;
}
