/** Rule: the profile is written for the version of the contract that the service implements. */
import type { Rule } from './rule.ts';

/** Reports MAP115: another version. */
export const contractVersion: Rule = (context) => {
  const { profile, contract } = context;
  if (profile.contract === contract.version) return;
  const message = `This profile is written for version ${JSON.stringify(profile.contract)} of the contract; the service speaks ${JSON.stringify(contract.version)}.`;
  context.report('MAP115', { path: ['contract'], message, hint: `Write contract: "${contract.version}".` });
};
