/** How texts compare in a search, so leniently that no collation of an ERP is found guilty. */

/** Small letters without accents. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

/** The words of a search text. */
export const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Whether a name holds every word of a text. */
export const holdsWords = (name: string, query: string): boolean =>
  wordsOf(query).every((word) => folded(name).includes(folded(word)));

/** How well a name answers a text: 0 is it, 1 begins with it, 2 is anything else. */
export function rankOf(name: string, query: string): 0 | 1 | 2 {
  const [whole, text] = [folded(name.trim()), folded(query.trim())];
  if (whole === text) return 0;
  return whole.startsWith(text) ? 1 : 2;
}

/** Whether a text consists of characters that a database or a query language may take for something else. */
export const isWild = (text: string): boolean => /^[%_[\]*?\\'"^]+$/.test(text);
