/** Mutations of SQL: each is a mistake that a person makes and that leaves the statement valid. */
import type { Lexicon } from '../../engine/internal/index.ts';
import { type Edit, inOneLine } from './edit.ts';
import { sqlWords, type Word } from './sql-words.ts';

/** Names that end the condition after WHERE, ON or HAVING. */
const conditionEnds = new Set(
  'GROUP ORDER HAVING LIMIT UNION EXCEPT INTERSECT LEFT RIGHT INNER FULL CROSS JOIN WHERE OFFSET FETCH FOR RETURNING WINDOW ON'.split(
    ' ',
  ),
);

/** A condition that every row meets. Unlike `1 = 1` it is no known idiom, so that no finding about idioms reports it. */
const always = '1 < 2';

/** Written before optional conditions; its removal changes nothing. */
const idle = '1 = 1';

const swaps: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['<>', '='],
  ['!=', '='],
  ['+', '-'],
  ['-', '+'],
  ['*', '+'],
  ['/', '*'],
]);

const otherNames: ReadonlyMap<string, string> = new Map([
  ['SUM', 'MAX'],
  ['MAX', 'MIN'],
  ['MIN', 'MAX'],
  ['DESC', 'ASC'],
  ['OR', 'AND'],
]);

const isName = (word: Word | undefined, ...names: readonly string[]): boolean =>
  word?.kind === 'name' && names.includes(word.text);

/** True for a word that is a function's name, such as LEFT in `LEFT(a, 2)`. */
const isCalled = (words: readonly Word[], index: number): boolean => words[index + 1]?.text === '(';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** All mutations of one statement or fragment, in the order of the text. */
export function sqlMutations(sql: string, lexicon: Lexicon): readonly Edit[] {
  const words = sqlWords(sql, lexicon);
  const edits = words.flatMap((word, index) => [
    ...conditionEdits(sql, words, index),
    ...joinEdits(words, index),
    ...optionalEdits(sql, words, index),
    ...wordEdits(words, word, index),
    ...nullEdits(sql, words, index),
  ]);
  return edits.sort((a, b) => a.start - b.start);
}

/** Removes each conjunct of the condition that begins at a word. */
function conditionEdits(sql: string, words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  if (word === undefined || !isName(word, 'WHERE', 'ON', 'HAVING')) return [];
  if (isName(words[index + 1], 'CONFLICT', 'DUPLICATE')) return [];
  return conjuncts(words, index + 1, word.depth)
    .map(({ start, end }) => ({ start, end, text: inOneLine(sql.slice(start, end)) }))
    .filter(({ text }) => text !== idle)
    .map(({ start, end, text }) => ({ start, end, replacement: always, change: `without the condition ${text}` }));
}

/** The conjuncts of a condition. A condition with an OR outside of parentheses is one conjunct. */
function conjuncts(words: readonly Word[], from: number, depth: number): readonly Span[] {
  const found: Word[][] = [[]];
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
    if (isOutside && isName(word, 'AND') && !between) found.push([]);
    else found.at(-1)?.push(word);
    if (isOutside && isName(word, 'AND')) between = false;
    if (isOutside && isName(word, 'BETWEEN')) between = true;
  }
  const spans = found.flatMap(spanOf);
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

/** An outer join as an inner one, and the reverse. */
function joinEdits(words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  if (word === undefined || !isName(word, 'JOIN')) return [];
  const [before, last] = [words[index - 1], words[index - 2]];
  const outer = isName(before, 'OUTER') ? last : before;
  if (outer !== undefined && isName(outer, 'LEFT', 'RIGHT', 'FULL'))
    return [{ start: outer.start, end: word.end, replacement: 'INNER JOIN', change: `${outer.text} JOIN made inner` }];
  if (isName(before, 'CROSS', 'NATURAL', 'LATERAL', 'APPLY')) return [];
  const start = before !== undefined && isName(before, 'INNER') ? before.start : word.start;
  return [{ start, end: word.end, replacement: 'LEFT JOIN', change: 'JOIN made LEFT JOIN' }];
}

/** Removes `[[ ... ]]`. */
function optionalEdits(sql: string, words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  const close = words.slice(index).find(({ kind }) => kind === 'close');
  if (word?.kind !== 'open' || close === undefined) return [];
  const [start, end] = [word.start, close.end];
  return [{ start, end, replacement: '', change: `without ${inOneLine(sql.slice(start, end))}` }];
}

/** Replaces one word: an operator, a text, a number, an aggregate, an order. */
function wordEdits(words: readonly Word[], word: Word, index: number): readonly Edit[] {
  const { kind, start, end, text } = word;
  const edit = (replacement: string, change: string): readonly Edit[] => [{ start, end, replacement, change }];
  switch (kind) {
    case 'text':
      return edit(`${text.slice(0, -1)}~'`, `${text} made another text`);
    case 'number':
      if (isIdle(words, index)) return [];
      return edit(String(BigInt(text.split('.')[0] ?? '0') + 1n), `${text} made another number`);
    case 'operator':
      return isOperation(words, index) ? edit(swaps.get(text) ?? text, `${text} made ${swaps.get(text)}`) : [];
    case 'name':
      if (text === 'DISTINCT') return edit('', 'without DISTINCT');
      if (!otherNames.has(text) || (/^(SUM|MAX|MIN)$/.test(text) && !isCalled(words, index))) return [];
      return edit(otherNames.get(text) ?? text, `${text} made ${otherNames.get(text)}`);
    default:
      return [];
  }
}

/** True for a number that no answer depends on: in `1 = 1`, and in `SELECT 1 FROM`. */
function isIdle(words: readonly Word[], index: number): boolean {
  const [before, after] = [words[index - 1], words[index + 1]];
  const [first, last] = [words[index - 2], words[index + 2]];
  if (isName(before, 'SELECT') && (after === undefined || isName(after, 'FROM', 'WHERE'))) return true;
  return (before?.text === '=' && first?.text === '1') || (after?.text === '=' && last?.text === '1');
}

/** True for an operator with an operand on each side, and for a sign: not for the star of SELECT * or COUNT(*). */
function isOperation(words: readonly Word[], index: number): boolean {
  const [before, word, after] = [words[index - 1], words[index], words[index + 1]];
  if (word === undefined || !swaps.has(word.text)) return false;
  if (word.text !== '*') return after !== undefined;
  return before !== undefined && !isName(before, 'SELECT', 'DISTINCT') && before.text !== '(' && before.text !== '.';
}

/** Turns IS NULL and EXISTS round. */
function nullEdits(sql: string, words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  const next = words[index + 1];
  if (word === undefined || next === undefined) return [];
  const { start } = word;
  if (isName(word, 'IS') && isName(next, 'NULL'))
    return [{ start, end: next.end, replacement: 'IS NOT NULL', change: 'IS NULL made IS NOT NULL' }];
  if (isName(word, 'NOT') && isName(next, 'NULL') && isName(words[index - 1], 'IS'))
    return [{ start, end: next.end, replacement: 'NULL', change: 'IS NOT NULL made IS NULL' }];
  if (isName(word, 'NOT') && isName(next, 'EXISTS', 'IN', 'LIKE'))
    return [{ start, end: word.end, replacement: '', change: `NOT ${next.text} made ${next.text}` }];
  if (isName(word, 'EXISTS') && !isName(words[index - 1], 'NOT', 'IF'))
    return [
      { start, end: word.end, replacement: `NOT ${sql.slice(start, word.end)}`, change: 'EXISTS made NOT EXISTS' },
    ];
  return [];
}
