/** Rule: every endpoint of the contract is provided or declared unavailable, so that a missing one is a decision and not an oversight. */
import { closest } from '../../diagnostics/did-you-mean.ts';
import type { Rule } from './rule.ts';

export const endpointsComplete: Rule = (context) => {
  const known = context.contract.endpoints.map(({ path }) => path);
  // A misspelt endpoint is reported as unknown. Reporting the right one as missing would repeat the same mistake.
  const meant = Object.keys(context.profile.endpoints)
    .filter((path) => !known.includes(path))
    .map((path) => closest(path, known));
  const missing = context.contract.endpoints.filter(
    ({ path, answer }) =>
      answer.kind !== 'service' && !Object.hasOwn(context.profile.endpoints, path) && !meant.includes(path),
  );
  for (const { path } of missing) {
    context.report('MAP261', {
      path: ['endpoints'],
      key: true,
      message: `The endpoint ${path} is neither provided nor declared unavailable.`,
      hint: `Add it, or write ${path}: { unavailable: the reason }.`,
      coordinate: path,
    });
  }
};
