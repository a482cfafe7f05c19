/** How similar two words are. */
import { distance } from 'fastest-levenshtein';

/** Levenshtein distance of two words, but a transposition of two adjacent letters counts as one edit. */
export function editDistance(word: string, candidate: string): number {
  const at = [...word].findIndex((letter, index) => letter !== candidate[index]);
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return at >= 0 && swapped === candidate ? 1 : distance(word, candidate);
}
