/**
 * Words and signs that authors know from another database. Only common ones that can be recognised in the text. What a database does
 * with each of them, and what to write instead, is said by its kind.
 */
import { masked } from '../text/masked.ts';
import type { Lexicon } from '../text/tokens.ts';
import type { SqlRange } from './reading.ts';

/**
 * `refused`: the database refuses it. `unless`: the database takes it only where it is new enough, or has a user function of this
 * name. `misread`: it has another meaning in the database.
 */
type Verdict = 'refused' | 'unless' | 'misread';

/** A call of a function that stands without a schema. */
const call = (name: string): RegExp => new RegExp(`(?<![\\w."\`\\]@$]|\\bfn\\s+)${name}(?=\\s*\\()`, 'giu');

/** In masked SQL (see `masked`). */
const patterns = {
  top: /(?<=\bselect\s+(?:all\s+|distinct\s+)?)top\s*\(?\s*(?=[\d$?@])/giu,
  limit: /(?<![\w.@#$])limit(?=\s+[\d@])/giu,
  backtick: /`/gu,
  // Not where an array starts, or is indexed.
  bracket:
    /(?<=(?:\b(?:select|distinct|from|join|on|where|and|or|not|by|as|update|into)|[.(=]|(?<!\]\s*),)\s*)\[(?=\s*[\p{L}_])/giu,
  doubleColon:
    /::(?=\s*(?:big|small)?(?:bool|bytea|char|date|decimal|double|float|int|json|numeric|real|text|time|uuid|varchar))/giu,
  ilike: /\bilike(?=\s+['$?@])/giu,
  bars: /\|\|/gu,
  plusText: /(?<='x*'\s*)\+|\+(?=\s*'x)/gu,
  booleanWord: /(?<=(?:[=<>(,]|\b(?:select|when|then|else|and|or|not))\s*)\b(?:true|false)\b(?!\s*[.(])/giu,
  doubleQuotedText: /(?<=\blike\s+)"/giu,
  castToDate: /\bas\s+(?:date|datetime|timestamp)(?=\s*\))/giu,
  returning: /(?<=\)\s*)returning\b/giu,
  isnull: call('isnull'),
  ifnull: call('ifnull'),
  nvl: call('nvl'),
  getdate: call('getdate'),
  now: call('now'),
  len: call('len'),
  length: call('length'),
  substr: call('substr'),
  dateadd: call('dateadd'),
  groupConcat: call('group_concat'),
} as const;

/** For each word that is foreign to a kind of database: the verdict, and what to write instead, as a sentence. */
export type ForeignWords = Readonly<Partial<Record<keyof typeof patterns, readonly [Verdict, string]>>>;

/** What several kinds advise. */
export const advice = {
  coalesce: 'Write COALESCE(a, b).',
  clock: 'Write :now or :today, the time by the clock of the ERP.',
  limit: 'Write LIMIT n at the end; rows of a list are limited by the engine itself.',
  cast: 'Write CAST(x AS type).',
  anyCase: 'Write LIKE, which ignores case where the collation of the column does.',
} as const;

export interface ForeignWord extends SqlRange {
  readonly verdict: Verdict;
  /** As written in the statement. */
  readonly text: string;
  /** What to write, as a sentence. */
  readonly instead: string;
}

/** The words of a statement that are foreign to its database, in the order of the text; of each only the first. */
export function foreignWordsIn(sql: string, lexicon: Lexicon, words: ForeignWords): readonly ForeignWord[] {
  const text = masked(sql, lexicon);
  return Object.entries(patterns)
    .flatMap(([name, pattern]) => {
      const verdictOfWord = Object.entries(words).find(([word]) => word === name)?.[1];
      if (verdictOfWord === undefined) return [];
      const [verdict, instead] = verdictOfWord;
      return [...text.matchAll(pattern)].slice(0, 1).map((match): ForeignWord => {
        const length = match[0].trimEnd().length;
        const offset = match.index;
        return { verdict, instead, offset, length, text: sql.slice(offset, offset + length) };
      });
    })
    .sort((a, b) => a.offset - b.offset);
}
