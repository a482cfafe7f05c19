/** What cases or checks prove that were not run: nothing. */

/** The sentence on stderr. The exit status is 1. */
export const nothingRun = (what: 'case' | 'check'): string => `No ${what} has run: nothing is proven.\n`;

/** Whether the output of a verb says that nothing was run. */
export const saysNothingRun = (err: string): boolean =>
  err.includes(nothingRun('case')) || err.includes(nothingRun('check'));
