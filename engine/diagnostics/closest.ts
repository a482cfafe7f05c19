/** Did-you-mean. */
import { distance } from 'fastest-levenshtein';

/** How far two words are from each other: letters to change, add or take away; two neighbours that changed places are one slip. */
export function steps(word: string, candidate: string): number {
  const at = [...word].findIndex((letter, index) => letter !== candidate[index]);
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return at >= 0 && swapped === candidate ? 1 : distance(word, candidate);
}

/**
 * The candidate that a misspelt word most likely stands for, or undefined when none is near enough to be worth saying.
 * Capitals do not count; up to a third of the letters may differ, three at most. Of equals the first candidate wins.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.min(3, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const needed = steps(wanted, candidate.toLowerCase());
    // A word of which nothing remains is another word, however short.
    if (needed < least && needed < candidate.length && needed < wanted.length) {
      best = candidate;
      least = needed;
    }
  }
  return best;
}

/** A hint that names the nearest candidate, else all of them while they are few. Ends with a full stop. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = closest(word, candidates);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (candidates.length === 0) return 'Remove it.';
  return `Known here: ${[...candidates].sort().join(', ')}.`;
}
