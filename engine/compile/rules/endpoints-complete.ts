/** Rule: every endpoint of the contract is provided or declared unavailable, so that a missing one is a decision and not an oversight. */
import { closest } from '../../diagnostics/did-you-mean.ts';
import type { Rule } from './rule.ts';

/** Reports MAP261 once for all missing endpoints, of those that are needed. */
export const endpointsComplete: Rule = (context) => {
  const contractPaths = context.contract.endpoints.map(({ path }) => path);
  // A misspelt endpoint is reported as unknown. Reporting the right one as missing would repeat the same mistake.
  const suggestions = Object.keys(context.profile.endpoints)
    .filter((path) => !contractPaths.includes(path))
    .map((path) => closest(path, contractPaths));
  const missing = context.contract.endpoints.filter(
    ({ path, answer }) =>
      answer.kind !== 'service' &&
      context.needed?.has(path) !== false &&
      !Object.hasOwn(context.profile.endpoints, path) &&
      !suggestions.includes(path),
  );
  const [first, ...others] = missing.map(({ path }) => path);
  if (first === undefined) return;
  const one = others.length === 0;
  const all = [first, ...others].join(', ');
  context.report('MAP261', {
    path: ['endpoints'],
    key: true,
    message: one
      ? `The endpoint ${first} is neither provided nor declared unavailable.`
      : `${missing.length} endpoints are neither provided nor declared unavailable: ${all}.`,
    hint: one
      ? `Add it, or write ${first}: { unavailable: the reason }.`
      : `Add them, or write for each ${first}: { unavailable: the reason }.`,
    ...(one ? { coordinate: first } : {}),
  });
};
