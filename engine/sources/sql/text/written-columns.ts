/** Finds the columns into which an INSERT or UPDATE writes a value unchanged. */
import { type ColumnValue, isPlaceholder, numberOf } from './value-conditions.ts';
import type { Word } from './words.ts';

export interface WrittenColumn extends ColumnValue {
  /** The table as the statement names it: `table` or `schema.table`, in lower case. */
  readonly table: string;
}

/** Functions that give the value, or a conversion of it. */
const conversions = /^(?:cast|convert|coalesce|ifnull|isnull|nullif)$/;
const arithmetic = /^[*/%+-]$/;

/** The items of a list, separated by commas outside of further parentheses. */
function itemsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const depth = Math.min(...words.map((word) => word.depth));
  const items: Word[][] = [[]];
  for (const word of words) {
    if (word.text === ',' && word.kind === 'sign' && word.depth === depth) items.push([]);
    else items.at(-1)?.push(word);
  }
  return items;
}

/** The words between the parenthesis at `open` and its end; undefined where there is none. */
function insideOf(words: readonly Word[], open: number): readonly Word[] | undefined {
  const first = words[open];
  if (first?.text !== '(') return undefined;
  const end = words.findIndex((word, index) => index > open && word.text === ')' && word.depth === first.depth);
  return end < 0 ? undefined : words.slice(open + 1, end);
}

/** The name at an index, with its schema, and the index after it. */
function nameAt(words: readonly Word[], index: number): { readonly name: string; readonly next: number } | undefined {
  const parts: string[] = [];
  let next = index;
  for (;;) {
    const word = words[next];
    if (word?.kind !== 'name') return undefined;
    parts.push(word.text);
    if (words[next + 1]?.text !== '.') return { name: parts.join('.'), next: next + 1 };
    next += 2;
  }
}

/**
 * The placeholders whose values the expression can be, apart from a sign and a conversion: `$1`, `CAST($1 AS ...)`, `COALESCE($1, $2)`. A sum with the column
 * (`open - $1`) counts, as it has the digits of the value.
 */
function directValues(expression: readonly Word[], column: string): readonly Word[] {
  const sum = expression.findIndex(({ kind, text }) => kind === 'sign' && /^[+-]$/.test(text));
  const ownColumn = sum > 0 && expression[sum - 1]?.text === column && expression[0]?.kind === 'name';
  const value = ownColumn || sum === 0 ? expression.slice(sum + 1) : expression;
  const [first] = value;
  if (first === undefined || value.some(({ kind, text }) => kind === 'sign' && arithmetic.test(text))) return [];
  return isPlaceholder(first) || conversions.test(first.text) ? value.filter(isPlaceholder) : [];
}

function written(
  words: readonly Word[],
  table: string,
  column: string | undefined,
  expression: readonly Word[],
): readonly WrittenColumn[] {
  if (column === undefined) return [];
  return directValues(expression, column).map((value) => {
    const { offset, length } = value;
    return { table, column, placeholder: numberOf(value, words), offset, length };
  });
}

const endOfValues = /^(?:from|where|union|returning|on|limit|order)$/;

/** The expressions after the columns of an INSERT: those of the first row of VALUES, or those of SELECT. */
function insertedValues(words: readonly Word[]): readonly Word[] | undefined {
  const isName =
    (names: RegExp) =>
    ({ kind, text, depth }: Word) =>
      kind === 'name' && depth === 0 && names.test(text);
  const values = words.findIndex(isName(/^values$/));
  if (values >= 0) return insideOf(words, values + 1);
  const select = words.findIndex(isName(/^select$/));
  if (select < 0) return undefined;
  const rest = words.slice(select + 1);
  const end = rest.findIndex(isName(endOfValues));
  return end < 0 ? rest : rest.slice(0, end);
}

function insertedColumns(words: readonly Word[]): readonly WrittenColumn[] {
  const table = nameAt(words, words[1]?.text === 'into' ? 2 : 1);
  const columns = table && insideOf(words, table.next);
  const expressions = insertedValues(words);
  if (table === undefined || columns === undefined || expressions === undefined) return [];
  if (columns.length === 0 || expressions.length === 0) return [];
  const names = itemsOf(columns).map((item) => item.at(-1)?.text);
  return itemsOf(expressions).flatMap((expression, index) => written(words, table.name, names[index], expression));
}

const endOfSet = /^(?:where|from|returning|output|order|limit)$/;

function updatedColumns(words: readonly Word[]): readonly WrittenColumn[] {
  const table = nameAt(words, 1);
  const set = words.findIndex(({ kind, text, depth }) => kind === 'name' && text === 'set' && depth === 0);
  if (table === undefined || set < 0) return [];
  const end = words.findIndex(
    ({ kind, text, depth }, index) => index > set && kind === 'name' && depth === 0 && endOfSet.test(text),
  );
  const assignments = words.slice(set + 1, end < 0 ? undefined : end);
  if (assignments.length === 0) return [];
  return itemsOf(assignments).flatMap((assignment) => {
    const equals = assignment.findIndex(({ kind, text }) => kind === 'sign' && text === '=');
    const column = equals < 1 ? undefined : assignment[equals - 1]?.text;
    return written(words, table.name, column, assignment.slice(equals + 1));
  });
}

/** The columns that an INSERT with a list of columns, or an UPDATE, gives a value. Words are those of `wordsOf`. */
export function writtenColumns(words: readonly Word[]): readonly WrittenColumn[] {
  switch (words[0]?.text) {
    case 'insert':
    case 'replace':
      return insertedColumns(words);
    case 'update':
      return updatedColumns(words);
    default:
      return [];
  }
}
