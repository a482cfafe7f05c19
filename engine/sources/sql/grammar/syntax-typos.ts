/** Typos that a grammar's refusal does not name: a misspelt keyword, a comma or a bracket too many or too few. */
import { editDistance } from '../../../base/edit-distance.ts';
import { closest } from '../../../diagnostics/did-you-mean.ts';
import { masked } from '../text/masked.ts';
import type { Lexicon } from '../text/tokens.ts';
import type { SqlRange } from './reading.ts';

/** Words that are too short to be guessed. */
const short = ['AS', 'BY', 'IN', 'IS', 'ON', 'OR'];
const keywords =
  'ALL AND ASC BETWEEN CASE CROSS DELETE DESC DISTINCT ELSE END EXCEPT EXISTS FROM FULL GROUP HAVING INNER INSERT INTERSECT INTO JOIN LEFT LIKE LIMIT NOT NULL OFFSET ORDER OUTER OVER PARTITION RETURNING RIGHT SELECT SET THEN UNION UPDATE VALUES WHERE WHEN WITH'.split(
    ' ',
  );

interface Typo {
  /** What to do, as a sentence. */
  readonly hint: string;
  /** Where it most likely is, which may be before the place of the refusal. */
  readonly range: SqlRange;
}

const isKeyword = (word: string): boolean => [...short, ...keywords].includes(word.toUpperCase());

/** The keyword that a word most likely is meant to be. */
function misspelt(word: string, offset: number): Typo | undefined {
  const near = isKeyword(word) ? undefined : closest(word, keywords);
  // Many names of columns are two letters away from some keyword.
  const isFar = near !== undefined && editDistance(word.toUpperCase(), near) > (word.length < 6 ? 1 : 2);
  return near === undefined || isFar
    ? undefined
    : { hint: `Did you mean "${near}"?`, range: { offset, length: word.length } };
}

/** The most likely typo where a grammar refuses a statement; undefined where the text gives no clue. */
export function typoAt(sql: string, lexicon: Lexicon, range: SqlRange): Typo | undefined {
  const text = masked(sql, lexicon);
  const before = text.slice(0, range.offset);
  const here = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(text.slice(range.offset))?.[0] ?? '';
  const previousWord = /([\p{L}_][\p{L}\p{N}_]*)\s*$/u.exec(before);
  const open = before.split('(').length - before.split(')').length;
  const sign = text.charAt(range.offset);
  if (/^(?:from|where|group|order)$/i.test(here) || sign === ')') {
    const comma = /,\s*$/.exec(before);
    if (comma !== null) return { hint: 'Take away the comma before it.', range: { offset: comma.index, length: 1 } };
  }
  if (here !== '' && isKeyword(here) && previousWord?.[1]?.toUpperCase() === here.toUpperCase())
    return { hint: `One ${here.toUpperCase()} is too many: remove it.`, range };
  const typo =
    misspelt(here, range.offset) ??
    (previousWord === null ? undefined : misspelt(previousWord[1] ?? '', previousWord.index));
  if (typo !== undefined) return typo;
  if (sign === ')' && open <= 0) return { hint: 'Take it away: no bracket is open here.', range };
  const isClause = isKeyword(here) || sign === '';
  if (open > 0 && isClause) return { hint: 'Close the bracket that is open before it.', range };
  const isItem = here !== '' && !isKeyword(here) && /[\p{L}\p{N}_")\]']\s*$/u.test(before);
  const follows = previousWord === null || !isKeyword(previousWord[1] ?? '');
  return isItem && follows ? { hint: 'Perhaps a comma is missing before it.', range } : undefined;
}

/** The advice where a grammar accepts the whole statement, and refuses it without an optional block. */
export function inBlock(range: SqlRange): Typo {
  const hint =
    'The statement must also be valid without the block: move WHERE, AND, a comma or a bracket into the block, or out of it.';
  return { hint, range };
}
