/** A key that a company with the same installation name uses: its answer is not sent. */
import { ProblemError } from '../../base/problem.ts';
import type { Installation } from './installation.ts';
import type { WriteKey } from './key.ts';

/** `other`: the label of the installation that has the claim. */
export function otherCompanyProblem(
  { claim, natural }: WriteKey,
  { label }: Installation,
  other: string,
): ProblemError {
  const message =
    'This key is in use by another company of the same ERP; an operator has to correct the configuration of the service before the document can be sent.';
  const detail = `The claim ${claim} of ${natural} belongs to the installation ${other}, and this service is ${label}. If these are two companies, give each service an \`installation\` of its own. If a setting was changed on purpose, release the key with \`engine writes release\`: the next request writes the document with the present settings`;
  return new ProblemError({ kind: 'broken', message }, new Error(detail));
}
