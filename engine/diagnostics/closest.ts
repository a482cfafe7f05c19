/** Did-you-mean. */
import { distance } from 'fastest-levenshtein';

/**
 * The candidate that a misspelt word most likely stands for, or undefined when none is near enough to be worth saying.
 * Capitals do not count; up to a third of the letters may differ, three at most. Of equals the first candidate wins.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let least = Math.min(3, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    const steps = distance(wanted, candidate.toLowerCase());
    // A word of which nothing remains is another word, however short.
    if (steps < least && steps < candidate.length && steps < wanted.length) {
      best = candidate;
      least = steps;
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
