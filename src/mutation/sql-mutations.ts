/** Mutations of SQL: each is a mistake that a person makes and that leaves the statement valid. */
import type { Lexicon } from '../../engine/internal/index.ts';
import { type Edit, inOneLine } from './edit.ts';
import { conjuncts } from './sql-conditions.ts';
import { joinEdits } from './sql-joins.ts';
import { isCalled, isName, sqlWords, type Word } from './sql-words.ts';

/** A condition that every row meets. Unlike `1 = 1` it is no known idiom, so that no finding about idioms reports it. */
const always = '1 < 2';

/** The condition of an attached read: its rows are joined by `on`, so that others would only be read in vain. */
const attached = /^[\w.]+ IN \(:rows\.[\w.]+\)$/i;

/** Written before optional conditions, or after ON of a lateral join; its removal changes nothing. */
const idle = /^(1 = 1|true)$/i;

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
    .filter(({ text }) => !idle.test(text) && !attached.test(text))
    .map(({ start, end, text }) => ({ start, end, replacement: always, change: `without the condition ${text}` }));
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
      if (isIdle(words, index) || isPrecision(words, index)) return [];
      return edit(otherNumber(words, index), `${text} made another number`);
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

const decimalTypes = ['DECIMAL', 'NUMERIC', 'DEC'];

/** True for the number of digits of a decimal type: one digit more holds every value that fitted before. */
function isPrecision(words: readonly Word[], index: number): boolean {
  return words[index - 1]?.text === '(' && isName(words[index - 2], ...decimalTypes);
}

/** The next whole number. The decimals of a type are lost instead: one decimal more holds every value that fitted before. */
function otherNumber(words: readonly Word[], index: number): string {
  const text = words[index]?.text ?? '';
  const isScale = words[index - 1]?.text === ',' && isPrecision(words, index - 2);
  return isScale && text !== '0' ? '0' : String(BigInt(text.split('.')[0] ?? '0') + 1n);
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
