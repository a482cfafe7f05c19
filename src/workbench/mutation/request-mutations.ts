/** Mutations of requests over HTTP: the query options of OData, and names and values that the vendor's description knows. */
import type { DescribedName } from '../../../engine/index.ts';
import { type Edit, inOneLine, type MutationKind } from './edit.ts';

/** Options whose texts name properties. */
const options = ['$filter', '$orderby', '$select', '$expand'] as const;
type QueryOption = (typeof options)[number];

/** The option that the text at the path belongs to: the text itself, or one of its terms. */
export const queryOption = (path: readonly (string | number)[]): QueryOption | undefined =>
  options.find((name) => path.some((key, index) => key === name && path[index - 1] === 'params'));

/** The type in the words of a description: without its length, its values and its marks. */
const typeOf = ({ detail = '' }: DescribedName): string => detail.replace(/[,:].*$/s, '');

/** The next name in the order of the description that people could take for this one: of the same type, and best with the same length and marks. */
function otherName(names: readonly DescribedName[], name: string, taken: readonly string[]): string | undefined {
  const at = names.findIndex((one) => one.name === name);
  const described = names[at];
  if (described === undefined || typeOf(described) === '') return undefined;
  const others = [...names.slice(at + 1), ...names.slice(0, at)].filter((one) => !taken.includes(one.name));
  const alike = others.find(({ detail }) => detail === described.detail);
  return (alike ?? others.find((one) => typeOf(one) === typeOf(described)))?.name;
}

const operators: ReadonlyMap<string, string> = new Map([
  ['eq', 'ne'],
  ['ne', 'eq'],
  ['gt', 'ge'],
  ['ge', 'gt'],
  ['lt', 'le'],
  ['le', 'lt'],
  ['and', 'or'],
  ['or', 'and'],
  ['true', 'false'],
  ['false', 'true'],
  ['desc', 'asc'],
  ['asc', 'desc'],
]);

const kindOfWord = (word: string): MutationKind => {
  if (word === 'and' || word === 'or') return 'logic';
  if (word === 'asc' || word === 'desc') return 'direction';
  return word === 'true' || word === 'false' ? 'text' : 'comparison';
};

/** The parts of an option, the most special first: values that are known later, texts, GUIDs, days, names, numbers, brackets. */
const parts =
  /\{\{[\s\S]*?\}\}|\$\{\w+\}|'(?:[^']|'')*'|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d|[\p{L}_$][\p{L}\p{N}_.$]*|\d+(?:\.\d+)?|[()]/gu;

/** All mutations of the text of an option. `names`: the properties that the description has there; empty without one. */
export function queryMutations(option: QueryOption, text: string, names: readonly DescribedName[]): readonly Edit[] {
  const subject = inOneLine(text);
  const matches = [...text.matchAll(parts)];
  const words = matches.map(([word]) => word);
  const values = names.filter(({ name }) => words.includes(name)).flatMap((one) => one.values ?? []);
  let depth = 0;
  return matches.flatMap(({ 0: word, index: start }, at): readonly Edit[] => {
    const edit = (kind: MutationKind, replacement: string): readonly Edit[] => [
      {
        start,
        end: start + word.length,
        replacement,
        change: `${word} made ${replacement} in ${subject}`,
        kind,
        subject,
      },
    ];
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    // The options of an expanded record are about its own properties.
    if (/^[{$(]|^\)$/.test(word) || (option === '$expand' && depth > 0)) return [];
    const other = otherName(names, word, words);
    if (other !== undefined) {
      const isAscending = option === '$orderby' && !/^(?:asc|desc)$/.test(words[at + 1] ?? '');
      return [...edit('member', other), ...(isAscending ? edit('direction', `${word} desc`) : [])];
    }
    if (option === '$select' || option === '$expand') return [];
    if (word.startsWith("'")) return word.length > 2 ? edit('text', otherText(word, values)) : [];
    if (/^[\da-f]{8}-/.test(word)) return [];
    if (/^\d/.test(word)) return edit('number', word.replace(/^\d+(?:\.\d+)?/, next));
    const opposite = operators.get(word);
    return opposite === undefined ? [] : edit(kindOfWord(word), opposite);
  });
}

/** The next number; of a day the next year. */
const next = (number: string): string => String(BigInt(number.split('.')[0] ?? '0') + 1n);

/** Another value of the enumeration that has the text; a text that is in none becomes another text. */
function otherText(literal: string, values: readonly string[]): string {
  const at = values.indexOf(literal.slice(1, -1));
  const value = values[(at + 1) % values.length];
  return at < 0 || value === undefined ? `${literal.slice(0, -1)}~'` : `'${value}'`;
}

/** Another value of the enumeration in place of a value in a body, a form or a parameter. `names`: the values. */
export function valueMutation(text: string, names: readonly DescribedName[]): readonly Edit[] {
  const other = otherName(names, text, [text]);
  if (other === undefined) return [];
  const change = `the value ${text} made ${other}`;
  return [{ start: 0, end: text.length, replacement: other, change, kind: 'code', subject: text }];
}

/** A key of a body under the name of another member. `keys`: all keys of the map, `at`: the offset of this one. */
export function keyMutation(
  key: string,
  at: number,
  keys: readonly string[],
  names: readonly DescribedName[],
): readonly Edit[] {
  const other = otherName(names, key, keys);
  if (other === undefined) return [];
  const change = `the member ${key} made ${other}`;
  return [{ start: at, end: at + key.length, replacement: other, change, kind: 'member', subject: key }];
}
