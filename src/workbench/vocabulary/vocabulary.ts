/** Looks words up, and splits compounds into known words. */
import { type Meaning, wordsByMeaning } from './meanings.ts';

export type { Meaning } from './meanings.ts';

const meanings = new Map<string, readonly Meaning[]>();
for (const meaning of Object.keys(wordsByMeaning)) {
  if (!isMeaning(meaning)) continue;
  for (const word of wordsByMeaning[meaning].split(' '))
    meanings.set(word, [...new Set([...(meanings.get(word) ?? []), meaning])]);
}

/** Whether a text names a meaning. */
export function isMeaning(text: string): text is Meaning {
  return Object.hasOwn(wordsByMeaning, text);
}

/** The possible meanings of a word; empty if unknown. */
export const meaningsOf = (word: string): readonly Meaning[] => meanings.get(word) ?? [];

/** Linking letters between the parts of a compound: KUNDENNR, RECHNUNGSDATUM. */
const joints = ['', 's', 'n', 'en', 'es'];

const splits = new Map<string, readonly string[] | undefined>();

/** Splits a compound into known words; undefined if that is not possible. The split with the fewest parts wins. */
export function splitCompound(word: string): readonly string[] | undefined {
  if (word === '') return undefined;
  if (meanings.has(word)) return [word];
  if (!splits.has(word)) splits.set(word, bestSplit(word));
  return splits.get(word);
}

function bestSplit(word: string): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  for (let length = word.length - 2; length >= 2; length--) {
    const head = word.slice(0, length);
    if (!meanings.has(head)) continue;
    for (const joint of joints) {
      if (!word.startsWith(joint, length)) continue;
      const rest = word.length > length + joint.length ? splitCompound(word.slice(length + joint.length)) : undefined;
      if (rest !== undefined && (best === undefined || rest.length + 1 < best.length)) best = [head, ...rest];
    }
  }
  return best;
}
