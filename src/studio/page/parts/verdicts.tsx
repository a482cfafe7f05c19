/** How verdicts of proofs are shown. */
import type { ProofEntry, VerdictName } from '../../protocol/proof.ts';

export const verdictTones: Readonly<Record<VerdictName, string>> = {
  failed: 'bad',
  'not tested': 'warn',
  passed: 'good',
  'not applicable': '',
};

const signs: Readonly<Record<VerdictName, string>> = {
  failed: '✕',
  'not tested': '?',
  passed: '✓',
  'not applicable': '–',
};

/** A sign with the word for readers without it. */
export function VerdictSign({ verdict }: { readonly verdict: VerdictName }) {
  return (
    <span class={`sign ${verdictTones[verdict]}`} title={verdict}>
      <span aria-hidden="true">{signs[verdict]}</span>
      <span class="hidden">{verdict}</span>
    </span>
  );
}

export const countOf = (entries: readonly ProofEntry[], verdict: VerdictName): number =>
  entries.filter((entry) => entry.verdict === verdict).length;
