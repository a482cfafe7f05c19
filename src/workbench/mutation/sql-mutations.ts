/** Mutations of SQL: each is a mistake that a person makes and that leaves the statement valid. */
import type { Lexicon } from '../../../engine/host/index.ts';
import { type Edit, inOneLine, type MutationKind } from './edit.ts';
import { kindOfOperator, otherOperator } from './operators.ts';
import { conjuncts } from './sql-conditions.ts';
import { joinEdits } from './sql-joins.ts';
import { isCalled, isName, sqlWords, type Word } from './sql-words.ts';

/** A condition that every row meets. Unlike `1 = 1` it is no known idiom, so that no finding about idioms reports it. */
const always = '1 < 2';

/** The condition of an attached read: its rows are joined by `on`, so that others would only be read in vain. */
const attached = /^[\w.]+ IN \(:rows\.[\w.]+\)$/i;

/** Written before optional conditions, or after ON of a lateral join; its removal changes nothing. */
const idle = /^(1 = 1|true)$/i;

interface OtherName {
  readonly text: string;
  readonly kind: MutationKind;
}

const otherNames: ReadonlyMap<string, OtherName> = new Map([
  ['SUM', { text: 'MAX', kind: 'aggregate' }],
  ['MAX', { text: 'MIN', kind: 'aggregate' }],
  ['MIN', { text: 'MAX', kind: 'aggregate' }],
  ['DESC', { text: 'ASC', kind: 'direction' }],
  ['OR', { text: 'AND', kind: 'logic' }],
  ['DISTINCT', { text: '', kind: 'duplicates' }],
]);

/** All mutations of one statement or fragment, in the order of the text. */
export function sqlMutations(sql: string, lexicon: Lexicon): readonly Edit[] {
  const words = sqlWords(sql, lexicon);
  const edits = words.flatMap((word, index) => [
    ...conditionEdits(sql, words, index),
    ...joinEdits(sql, words, index),
    ...optionalEdits(sql, words, index),
    ...wordEdits(sql, words, index, word),
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
    .map(({ start, end, text: subject }) => ({
      ...{ start, end, replacement: always, change: `without the condition ${subject}`, kind: 'condition', subject },
    }));
}

/** Removes `[[ ... ]]`. */
function optionalEdits(sql: string, words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  const close = words.slice(index).find(({ kind }) => kind === 'close');
  if (word?.kind !== 'open' || close === undefined) return [];
  const [start, end] = [word.start, close.end];
  const subject = inOneLine(sql.slice(start, end));
  return [{ start, end, replacement: '', change: `without ${subject}`, kind: 'optional condition', subject }];
}

/** Replaces one word: an operator, a text, a number, an aggregate, an order. */
function wordEdits(sql: string, words: readonly Word[], index: number, word: Word): readonly Edit[] {
  const { start, end, text } = word;
  const edit = (kind: MutationKind, replacement: string, change: string): readonly Edit[] => [
    { start, end, replacement, change, kind, subject: surroundings(sql, words, index) },
  ];
  switch (word.kind) {
    case 'text':
      return edit('text', `${text.slice(0, -1)}~'`, `${text} made another text`);
    case 'number':
      if (isIdle(words, index) || isPrecision(words, index)) return [];
      return edit('number', otherNumber(words, index), `${text} made another number`);
    case 'operator': {
      const other = isOperation(words, index) ? otherOperator(text) : undefined;
      return other === undefined ? [] : edit(kindOfOperator(text), other, `${text} made ${other}`);
    }
    case 'name': {
      const other = otherNames.get(text);
      if (other === undefined || (other.kind === 'aggregate' && !isCalled(words, index))) return [];
      return edit(other.kind, other.text, other.text === '' ? `without ${text}` : `${text} made ${other.text}`);
    }
    default:
      return [];
  }
}

const boundaries = 'AND OR ON WHERE HAVING SELECT FROM GROUP ORDER LIMIT JOIN WHEN THEN ELSE'.split(' ');
/** Words of an operand that are shown on each side. */
const shownWords = 6;

const isBoundary = (word: Word | undefined): boolean =>
  word === undefined || word.kind === 'open' || word.kind === 'close' || isName(word, ...boundaries);

/** The word with its operands, so that a report shows which one of several it is. */
function surroundings(sql: string, words: readonly Word[], index: number): string {
  let [first, last] = [index, index];
  while (index - first < shownWords && !isBoundary(words[first - 1])) first -= 1;
  while (last - index < shownWords && !isBoundary(words[last + 1])) last += 1;
  return inOneLine(sql.slice(words[first]?.start, words[last]?.end));
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
  if (word === undefined || otherOperator(word.text) === undefined) return false;
  if (word.text !== '*') return after !== undefined;
  return before !== undefined && !isName(before, 'SELECT', 'DISTINCT') && before.text !== '(' && before.text !== '.';
}

/** Turns IS NULL and EXISTS round. */
function nullEdits(sql: string, words: readonly Word[], index: number): readonly Edit[] {
  const word = words[index];
  const next = words[index + 1];
  if (word === undefined || next === undefined) return [];
  const { start } = word;
  const edit = (kind: MutationKind, end: number, replacement: string, change: string): readonly Edit[] => [
    { start, end, replacement, change, kind, subject: surroundings(sql, words, index) },
  ];
  if (isName(word, 'IS') && isName(next, 'NULL'))
    return edit('null', next.end, 'IS NOT NULL', 'IS NULL made IS NOT NULL');
  if (isName(word, 'NOT') && isName(next, 'NULL') && isName(words[index - 1], 'IS'))
    return edit('null', next.end, 'NULL', 'IS NOT NULL made IS NULL');
  if (isName(word, 'NOT') && isName(next, 'EXISTS', 'IN', 'LIKE'))
    return edit('existence', word.end, '', `NOT ${next.text} made ${next.text}`);
  if (isName(word, 'EXISTS') && !isName(words[index - 1], 'NOT', 'IF'))
    return edit('existence', word.end, `NOT ${sql.slice(start, word.end)}`, 'EXISTS made NOT EXISTS');
  return [];
}
