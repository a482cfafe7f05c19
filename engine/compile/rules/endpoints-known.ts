/** Rule: every endpoint of the profile is an endpoint of the contract that a profile can provide. */
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Rule } from './rule.ts';

/** Reports MAP106: an endpoint that the contract lacks, or that the service answers itself. */
export const endpointsKnown: Rule = (context) => {
  const paths = context.contract.endpoints.filter(({ answer }) => answer.kind !== 'service').map(({ path }) => path);
  for (const path of Object.keys(context.profile.endpoints).filter((name) => !paths.includes(name))) {
    const service = context.contract.endpoints.some((endpoint) => endpoint.path === path);
    const message = service ? `${path} is answered by the service itself.` : `The contract has no endpoint "${path}".`;
    context.report('MAP106', {
      path: ['endpoints', path],
      key: true,
      message,
      ...(service ? { hint: 'Remove it; the `probe` of a source decides what it answers.' } : suggestion(path, paths)),
    });
  }
};
