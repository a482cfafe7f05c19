/** How verdicts of proofs are shown. */
import type { ProofEntry, ProofKind, VerdictName } from '../../../operations/protocol/proof.ts';

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

/** A mutant that a case or a check detects has passed. */
export function verdictWord(kind: ProofKind, verdict: VerdictName): string {
  if (kind !== 'mutation') return verdict;
  return verdict === 'failed' ? 'survived' : verdict === 'passed' ? 'detected' : verdict;
}

/** A sign with the word for readers without it. */
export function VerdictSign({ verdict, word = verdict }: { readonly verdict: VerdictName; readonly word?: string }) {
  return (
    <span class={`sign ${verdictTones[verdict]}`} title={word}>
      <span aria-hidden="true">{signs[verdict]}</span>
      <span class="hidden">{word}</span>
    </span>
  );
}

/** The number of entries with this verdict. */
export const countOf = (entries: readonly ProofEntry[], verdict: VerdictName): number =>
  entries.filter((entry) => entry.verdict === verdict).length;
