/** What the conformance suite found, as text for people, JUnit for pipelines and JSON for programs. */
import { curl } from '../../testing/http-lines.ts';
import { junitText } from '../../testing/junit.ts';
import { statementLines } from '../../testing/statement-lines.ts';
import type { CheckResult } from './run.ts';
import type { Verdict } from './verdict.ts';

/** Results of one profile. */
export interface ProfileReport {
  readonly name: string;
  readonly results: readonly CheckResult[];
}

export type Counts = Readonly<Record<Verdict['kind'], number>>;

export function countsOf(results: readonly CheckResult[]): Counts {
  const of = (kind: Verdict['kind']): number => results.filter(({ verdict }) => verdict.kind === kind).length;
  return {
    held: of('held'),
    failed: of('failed'),
    'not shown': of('not shown'),
    'not applicable': of('not applicable'),
  };
}

const signs: Readonly<Record<Verdict['kind'], string>> = {
  held: 'ok  ',
  failed: 'FAIL',
  'not shown': '?   ',
  'not applicable': '-   ',
};

/** Characters of an answer that are shown at most. */
const longest = 1_000;
const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}...` : text);

function failureLines({ exchange, statements, told }: CheckResult): readonly string[] {
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
    ...(told.length === 0 ? [] : ['Logged:', ...told.slice(0, 5)]),
  ];
}

const detailOf = (verdict: Verdict): string | undefined =>
  verdict.kind === 'held' ? undefined : verdict.kind === 'failed' ? verdict.message : verdict.reason;

/** One line for a check with its clause; below it why it does not hold. Ends with a line break. */
export function checkText(result: CheckResult): string {
  const { check, verdict } = result;
  const detail = detailOf(verdict);
  const lines = [
    `  ${signs[verdict.kind]} ${check.subject}: ${check.name} [${check.clause}]`,
    ...(detail === undefined ? [] : [`         ${verdict.kind === 'failed' ? '' : `${verdict.kind}: `}${detail}`]),
    ...(verdict.kind === 'failed' ? failureLines(result).map((line) => `         ${line}`) : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The sum of a run, as a sentence. */
export function summary(counts: Counts): string {
  const { held, failed, 'not shown': open, 'not applicable': none } = counts;
  return `${held} held, ${failed} failed, ${open} not shown by the fixture, ${none} not applicable.`;
}

export function conformanceJunit(profiles: readonly ProfileReport[], strict: boolean): string {
  return junitText(
    profiles.map(({ name, results }) => ({
      name,
      cases: results.map((result) => {
        const { check, verdict, ms } = result;
        const failed = verdict.kind === 'failed' || (strict && verdict.kind === 'not shown');
        const detail = detailOf(verdict) ?? '';
        const failure = failed ? { message: detail, text: failureLines(result).join('\n') } : undefined;
        const skipped = failed || verdict.kind === 'held' ? undefined : `${verdict.kind}: ${detail}`;
        return { group: check.subject, name: `${check.name} [${check.clause}]`, ms, failure, skipped };
      }),
    })),
  );
}

/** One JSON document; ends with a line break. */
export function conformanceJson(profiles: readonly ProfileReport[]): string {
  const shown = profiles.map(({ name, results }) => ({
    profile: name,
    counts: countsOf(results),
    checks: results.map((result) => {
      const { check, verdict } = result;
      const { subject, clause } = check;
      const detail = detailOf(verdict);
      return {
        subject,
        check: check.name,
        clause,
        verdict: verdict.kind,
        ...(detail === undefined ? {} : { detail }),
        ...(verdict.kind === 'failed' ? { lines: failureLines(result) } : {}),
      };
    }),
  }));
  return `${JSON.stringify({ profiles: shown }, null, 2)}\n`;
}
