/** How each kind of proof is presented. */
import type { ProofKind } from '../../../../operations/protocol/proof.ts';

interface PresentedProof {
  readonly title: string;
  readonly description: string;
  /** The heads of a comparison. */
  readonly heads: readonly [string, string];
  readonly button: string;
}

const compared: readonly [string, string] = ['Expected', 'Received'];

export const presentedProofs: Readonly<Record<ProofKind, PresentedProof>> = {
  cases: {
    ...{ title: 'Cases', heads: compared, button: 'Run cases' },
    description: 'Runs the cases of the profile over its fixture, as engine test. The ERP of the settings is not used.',
  },
  conformance: {
    ...{ title: 'Conformance', heads: compared, button: 'Run checks' },
    description: 'Runs the checks that follow from the contract, over the fixture. They need no cases.',
  },
  mutation: {
    ...{ title: 'Mutation', heads: ['Profile', 'Mutant'], button: 'Try mutants' },
    description: 'Changes the profile in one place at a time. What neither a case nor a check detects, survives.',
  },
  sandbox: {
    ...{ title: 'Sandbox', heads: compared, button: 'Run sandbox' },
    description:
      'Acts as the platform, over the ERP of your settings or a running service. It only reads, unless run with writes.',
  },
  drift: {
    ...{ title: 'Drift', heads: compared, button: 'Compare' },
    description: 'Compares the ERP of your settings with the lock of the profile. It only reads.',
  },
};
