/** Regular expressions of a profile. */
import type { Finding, Reporter } from '../../diagnostics/reporter.ts';
import { notLinear } from '../../transform/regex/linear-regexp.ts';

/** Reports a regular expression that cannot be searched in linear time. `flags`: those of JavaScript. */
export function checkPattern(
  reporter: Reporter,
  where: Pick<Finding, 'path' | 'range'>,
  pattern: string,
  flags = '',
): void {
  const reason = notLinear(pattern, flags);
  if (reason === undefined) return;
  reporter.report('EXP310', {
    ...where,
    severity: 'warning',
    message: `This regular expression ${reason}: it can take very long for some texts, and no time limit stops it.`,
    hint: 'Write it without look-ahead, look-behind and back references, and without repeating what can be empty.',
  });
}
