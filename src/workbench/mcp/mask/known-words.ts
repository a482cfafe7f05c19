/** Words and values that are no personal data: those of the contract, of the profile, and of the documentation of this program. */
import type { Contract, Fields } from '../../../../engine/index.ts';
import { pageNames, readPage } from '../guides/pages.ts';

/** Words that messages may contain. */
export interface KnownWords {
  /** Words of the documentation's prose. Those in small letters, and names with capitals inside, such as `PostgreSQL`. */
  readonly ordinary: ReadonlySet<string>;
  /** Words, keys and hosts of the profile, and fields of the contract, in small letters. */
  readonly named: ReadonlySet<string>;
}

/** Whether a word of a message says nothing about a person. `before`: the message up to the word. A capital is usual at the beginning of a sentence only. */
export function isOrdinary({ ordinary, named }: KnownWords, word: string, before: string): boolean {
  const small = word.toLowerCase();
  if (named.has(small) || ordinary.has(word)) return true;
  const isBeginning = /(?:^|[.:;!?]\s+|\n\s*)$/.test(before);
  return isBeginning && word.slice(1) === small.slice(1) && ordinary.has(small);
}

/** The words of the prose of all pages: without examples, literals and headings, which can contain names. */
export function proseWords(root: string): ReadonlySet<string> {
  const prose = pageNames
    .map((page) =>
      readPage(root, page)
        .replaceAll(/^```.*?^```/gms, '')
        .replaceAll(/`[^`\n]*`|"[^"\n]*"|'[^'\n]*'|^#.*$/gm, ' '),
    )
    .join('\n');
  const all = [...prose.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map(([word]) => word);
  return new Set(all.filter((word) => word === word.toLowerCase() || /^.+\p{Lu}/u.test(word)));
}

const entriesOf = (fields: Fields): readonly Fields[string][] =>
  Object.values(fields).flatMap((field) => (field.type === 'list' ? entriesOf(field.items) : [field]));
const namesOf = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.type === 'list' ? [name, ...namesOf(field.items)] : [name]));

const fieldsOf = ({ endpoints }: Contract): readonly Fields[] =>
  endpoints.flatMap(({ request, answer }) => [request, answer.kind === 'rows' ? answer.row : answer.fields]);

/** The words that the contract allows in its fields, and its currencies. */
export const contractValues = (contract: Contract): readonly string[] => [
  ...contract.currencies.keys(),
  ...fieldsOf(contract)
    .flatMap(entriesOf)
    .flatMap((field) => (field.type === 'text' ? (field.oneOf ?? []) : [])),
];

/** The literals in the SQL and the expressions of a profile: states, and texts such as `list price`. */
export const profileValues = (text: string): readonly string[] =>
  [...text.matchAll(/'([^'\n]{1,60})'/g)].flatMap(([, word]) => word ?? []);

/** Names of fields and paths of a contract, in small letters. */
export const contractWords = (contract: Contract): readonly string[] =>
  [...fieldsOf(contract).flatMap(namesOf), ...contract.endpoints.map(({ path }) => path)].flatMap((name) =>
    wordsIn(name),
  );

/** The words and hosts of a profile outside of comments, in small letters. */
export function profileWords(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/^\s*#.*$/, '').replace(/\s#\s.*$/, ''));
  const hosts = [...text.matchAll(/:\/\/([^\s"'/?#${}]+)/g)].flatMap(([, host]) => host?.toLowerCase() ?? []);
  return [...hosts, ...wordsIn(lines.join('\n'))];
}

const wordsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map(([word]) => word.toLowerCase());
