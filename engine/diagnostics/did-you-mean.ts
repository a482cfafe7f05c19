/** Suggestions for misspelt names. */
import { editDistance } from '../base/edit-distance.ts';

/**
 * The candidate that is most similar to a misspelt word; undefined if none is similar enough. Case is ignored. Up to a third of the letters
 * may differ, at most three. Of equally similar candidates the first one is returned.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let least = Math.min(3, Math.ceil(lower.length / 3)) + 1;
  for (const candidate of candidates) {
    // Where a name is known and not possible here, the same name is no correction.
    if (candidate === word) continue;
    const edits = editDistance(lower, candidate.toLowerCase());
    // If every letter differs it is another word, even if both are short.
    if (edits < least && edits < candidate.length && edits < lower.length) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

const listBegins = 'Known here: ';

/** A hint without its list of known names, which differs from place to place. */
export function correctionIn(hint: string): string {
  const at = hint.indexOf(listBegins);
  return at === -1 ? hint : hint.slice(0, at);
}

/** A hint with the most similar candidate, or with all candidates if none is similar. Ends with a full stop or a question mark. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = closest(word, candidates);
  if (near !== undefined) return `Did you mean "${near}"?`;
  if (candidates.length === 0) return 'Remove it.';
  return `${listBegins}${[...candidates].sort().join(', ')}.`;
}

/** A hint with the most similar candidate, and the candidate as the text to write instead of the word. */
export interface Suggestion {
  readonly hint: string;
  readonly replacement?: string;
}

/** `suggest`, for a finding whose place is the word. `write`: the candidate as it is written there: `:name`. */
export function suggestion(
  word: string,
  candidates: readonly string[],
  write: (candidate: string) => string = (candidate) => candidate,
): Suggestion {
  const near = closest(word, candidates);
  const hint = suggest(word, candidates);
  return near === undefined ? { hint } : { hint, replacement: write(near) };
}
