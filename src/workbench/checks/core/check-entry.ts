/** The result of a check as an entry of a report. */
import type { ReportEntry } from '../../testing/report-entry.ts';
import { rules } from '../validation/rules.ts';
import { deviationHint, themeOf } from './check.ts';
import { reasonIn } from './outcome.ts';
import type { CheckResult } from './run-checks.ts';

/** Sentences that say why a check did not pass, and its remarks. */
function reasonsOf({ check, outcome, notes }: CheckResult): readonly string[] {
  const remarks = notes.map((note) => `Note: ${note}`);
  switch (outcome.kind) {
    case 'passed':
      return remarks;
    case 'not tested':
    case 'not applicable':
      return [reasonIn(outcome), ...remarks];
    case 'failed': {
      const failures = outcome.findings.map(({ rule, clause, path, message }) => {
        const where = path === '' ? '' : `${path}: `;
        return `${where}${message}. ${rules[rule].demands} (${rule}, ${clause})`;
      });
      const hint = deviationHint(check);
      const shown = failures.length === 0 ? [`No finding (${check.clause}).`] : failures;
      return [...shown, ...(hint === undefined ? [] : [hint]), ...remarks];
    }
  }
}

/** `place`: the line of the endpoint in the profile, if that is known. `details`: what was sent. */
export function resultEntry(
  result: CheckResult,
  { place, details }: Pick<ReportEntry, 'place' | 'details'>,
): ReportEntry {
  const { check, outcome, ms } = result;
  return {
    ...{ verdict: outcome.kind, title: `${themeOf(check)}: ${check.title}`, endpoint: check.path, ms },
    ...{ place, reasons: reasonsOf(result), comparison: [], details },
  };
}
