/** Regular expressions of a profile. */
import type { Finding, Reporter } from '../../diagnostics/reporter.ts';
import { canRunAway } from '../../transform/pattern-risk.ts';

/** Reports a regular expression that can take very long. */
export function checkPattern(reporter: Reporter, where: Pick<Finding, 'path' | 'range'>, pattern: string): void {
  if (!canRunAway(pattern)) return;
  reporter.report('EXP310', {
    ...where,
    severity: 'warning',
    message:
      'This regular expression repeats a repetition: some texts that do not match take hours, and no time limit stops it.',
    hint: 'Write it with one repetition for each character, such as \\w+(\\s\\w+)* in place of (\\w+\\s?)+.',
  });
}
