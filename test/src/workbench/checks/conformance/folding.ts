/** Lower case without accents, so that a comparison holds under any collation. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a text, as a search takes them. */
export function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** ASCII letters in the other case. */
export function swapped(text: string): string {
  return text.replace(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

/** How well a name answers a search text: 0 equals it, 1 begins with it, 2 holds it. */
export function rank(name: string, query: string): number {
  const [whole, text] = [folded(name), folded(query)];
  if (whole === text) return 0;
  return whole.startsWith(text) ? 1 : 2;
}

/**
 * True where every collation puts `later` before `earlier`: their first words are plain capitalised words, and differ
 * before either ends. Other pairs are ordered differently from one database to the next, and are not judged.
 */
export function surelyAfter(earlier: string, later: string): boolean {
  const plain = (name: string): string => /^([A-Z][a-z]+)(?=\s|$)/.exec(name)?.[1] ?? '';
  const [first, second] = [plain(earlier), plain(later)];
  if (first === '' || second === '' || first.startsWith(second) || second.startsWith(first)) return false;
  return first > second;
}
