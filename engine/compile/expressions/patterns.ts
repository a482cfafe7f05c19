/** Regular expressions of a profile. */
import type { Finding, Reporter } from '../../diagnostics/reporter.ts';
import { canRunAway } from '../../transform/pattern-risk.ts';
import { notLinear } from '../../transform/regex/linear-regexp.ts';

/** Reports a regular expression of JSONata that cannot be searched in linear time. */
export function checkExpressionPattern(
  reporter: Reporter,
  where: Pick<Finding, 'path' | 'range'>,
  pattern: string,
): void {
  const reason = notLinear(pattern);
  if (reason === undefined) return;
  reporter.report('EXP310', {
    ...where,
    severity: 'warning',
    message: `This regular expression ${reason}: it can take very long for some texts, and no time limit stops it.`,
    hint: 'Write it without look-ahead, look-behind and back references, and without repeating what can be empty.',
  });
}

/** Reports a regular expression of a setting that can take very long. */
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
