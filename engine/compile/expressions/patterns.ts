/** Regular expressions of a profile. */
import type { Finding, Reporter } from '../../diagnostics/reporter.ts';
import { searchKind } from '../../transform/regex/linear-regexp.ts';

/** Reports a regular expression that cannot be searched in linear time, or not at all. `flags`: those of JavaScript. */
export function checkPattern(
  reporter: Reporter,
  where: Pick<Finding, 'path' | 'range'>,
  pattern: string,
  flags = '',
): void {
  const how = searchKind(pattern, flags);
  if (how === undefined || how.kind === 'linear') return;
  const isRefused = how.kind === 'refused';
  const effect = isRefused
    ? 'the engine does not search with it'
    : 'for some texts it ends with an error, after too many steps';
  reporter.report('EXP310', {
    ...where,
    ...(isRefused ? {} : { severity: 'warning' as const }),
    message: `This regular expression ${how.reason}: ${effect}.`,
    hint: isRefused
      ? 'Write it in another way: with fewer repetitions, and without changing flags inside.'
      : 'Write it without look-ahead, look-behind and back references, and without repeating what can be empty.',
  });
}
