/** The conditions of an SQL statement. */
import { isCalled, isName, type Word } from './sql-words.ts';

/** Names that end the condition after WHERE, ON or HAVING. */
const conditionEnds = new Set(
  'GROUP ORDER HAVING LIMIT UNION EXCEPT INTERSECT LEFT RIGHT INNER FULL CROSS JOIN WHERE OFFSET FETCH FOR RETURNING WINDOW ON'.split(
    ' ',
  ),
);

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The conjuncts of a condition. A condition with an OR outside of parentheses is one conjunct. */
export function conjuncts(words: readonly Word[], from: number, depth: number): readonly Span[] {
  const conjunctWords: Word[][] = [[]];
  let between = false;
  let cases = 0;
  let optional = 0;
  let hasOr = false;
  for (let at = from; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || isEnd(words, at, depth, cases)) break;
    if (word.kind === 'open') optional += 1;
    if (word.kind === 'close') optional -= 1;
    if (optional > 0 || word.kind === 'close') continue;
    const isOutside = word.depth === depth && cases === 0;
    if (isName(word, 'CASE')) cases += 1;
    if (isName(word, 'END')) cases -= 1;
    if (isOutside && isName(word, 'OR')) hasOr = true;
    if (isOutside && isName(word, 'AND') && !between) conjunctWords.push([]);
    else conjunctWords.at(-1)?.push(word);
    if (isOutside && isName(word, 'AND')) between = false;
    if (isOutside && isName(word, 'BETWEEN')) between = true;
  }
  const spans = conjunctWords.flatMap(spanOf);
  const [first, last] = [spans[0], spans.at(-1)];
  return hasOr && first !== undefined && last !== undefined ? [{ start: first.start, end: last.end }] : spans;
}

function spanOf(words: readonly Word[]): readonly Span[] {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
}

function isEnd(words: readonly Word[], at: number, depth: number, cases: number): boolean {
  const word = words[at];
  if (word === undefined || word.depth < depth || word.text === ';') return true;
  if (word.depth > depth) return false;
  if (word.text === ')' || word.text === ',') return true;
  return cases === 0 && word.kind === 'name' && conditionEnds.has(word.text) && !isCalled(words, at);
}
