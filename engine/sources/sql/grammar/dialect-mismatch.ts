/**
 * What people bring along from another database: the words of one dialect in a statement of another, and what to write instead. Only
 * what is met often, and what can be told from the text.
 */
import type { DialectName } from '../../source.ts';
import { lexicons, tokenize } from '../text/tokens.ts';
import type { Spot } from './reading.ts';

/**
 * `refused`: no database of this dialect takes it. `unless`: it takes it only where it is new enough, or has a function of this name
 * of its own. `misread`: it takes it for something else.
 */
type Verdict = 'refused' | 'unless' | 'misread';

type Instead = Partial<Readonly<Record<DialectName, readonly [Verdict, string]>>>;

interface Habit {
  readonly found: RegExp;
  readonly instead: Instead;
}

/** A call of a function that stands without a schema. */
const call = (name: string, instead: Instead): Habit => ({
  found: new RegExp(`(?<![\\w."\`\\]@$]|\\bfn\\s+)${name}(?=\\s*\\()`, 'giu'),
  instead,
});

const coalesce = 'Write COALESCE(a, b).';
const clock = 'Write :now or :today, the time by the clock of the ERP.';
const limit = 'Write LIMIT n at the end; rows of a list are limited by the engine itself.';
const cast = 'Write CAST(x AS type).';
const anyCase = 'Write LIKE, which ignores case where the collation of the column does.';

/** Strings hold `x`, or `0` where they begin like a number; quoted names hold `n`. */
const habits: readonly Habit[] = [
  {
    found: /(?<=\bselect\s+(?:all\s+|distinct\s+)?)top\s*\(?\s*(?=[\d$?@])/giu,
    instead: { postgres: ['refused', limit], mysql: ['refused', limit], sqlite: ['refused', limit] },
  },
  {
    found: /(?<![\w.@#$])limit(?=\s+[\d@])/giu,
    instead: {
      mssql: ['refused', 'Write SELECT TOP (n); rows of a list are limited by the engine itself.'],
    },
  },
  {
    found: /`/gu,
    instead: {
      postgres: ['refused', 'Write a quoted name in double quotes.'],
      mssql: ['refused', 'Write a quoted name in brackets: [Name].'],
    },
  },
  {
    // Not where an array begins, or is looked into.
    found:
      /(?<=(?:\b(?:select|distinct|from|join|on|where|and|or|not|by|as|update|into)|[.(=]|(?<!\]\s*),)\s*)\[(?=\s*[\p{L}_])/giu,
    instead: {
      postgres: ['refused', 'Write a quoted name in double quotes.'],
      mysql: ['refused', 'Write a quoted name in backticks.'],
    },
  },
  {
    found:
      /::(?=\s*(?:big|small)?(?:bool|bytea|char|date|decimal|double|float|int|json|numeric|real|text|time|uuid|varchar))/giu,
    instead: { mysql: ['refused', cast], sqlite: ['refused', cast], mssql: ['refused', cast] },
  },
  {
    found: /\bilike(?=\s+['$?@])/giu,
    instead: { mysql: ['refused', anyCase], sqlite: ['refused', anyCase], mssql: ['refused', anyCase] },
  },
  {
    found: /\|\|/gu,
    instead: {
      mysql: ['misread', 'Here || is OR: write CONCAT(a, b) for texts, and OR where OR is meant.'],
      mssql: ['unless', 'Before SQL Server 2025, write CONCAT(a, b).'],
    },
  },
  {
    found: /(?<='x*'\s*)\+|\+(?=\s*'x)/gu,
    instead: {
      postgres: ['unless', 'Write a || b to put texts together.'],
      mysql: ['misread', 'Here + adds numbers: write CONCAT(a, b) to put texts together.'],
      sqlite: ['misread', 'Here + adds numbers: write a || b to put texts together.'],
    },
  },
  {
    found: /(?<=(?:[=<>(,]|\b(?:select|when|then|else|and|or|not))\s*)\b(?:true|false)\b(?!\s*[.(])/giu,
    instead: { mssql: ['unless', 'Write 1 for true and 0 for false.'] },
  },
  {
    found: /(?<=\blike\s+)"/giu,
    instead: {
      postgres: ['unless', 'Write a text in single quotes; double quotes are for names.'],
      mssql: ['unless', 'Write a text in single quotes; double quotes are for names.'],
    },
  },
  {
    found: /\bas\s+(?:date|datetime|timestamp)(?=\s*\))/giu,
    instead: { sqlite: ['misread', 'Here it gives a number: write date(x) or datetime(x).'] },
  },
  {
    found: /(?<=\)\s*)returning\b/giu,
    instead: { mssql: ['refused', 'Write OUTPUT inserted.Id before VALUES or WHERE.'] },
  },
  call('isnull', { postgres: ['unless', coalesce], mysql: ['unless', coalesce], sqlite: ['refused', coalesce] }),
  call('ifnull', { postgres: ['unless', coalesce], mssql: ['refused', coalesce] }),
  call('nvl', {
    postgres: ['unless', coalesce],
    mysql: ['unless', coalesce],
    sqlite: ['refused', coalesce],
    mssql: ['refused', coalesce],
  }),
  call('getdate', { postgres: ['unless', clock], mysql: ['unless', clock], sqlite: ['refused', clock] }),
  call('now', { sqlite: ['refused', clock], mssql: ['refused', clock] }),
  call('len', {
    postgres: ['unless', 'Write length(x).'],
    mysql: ['unless', 'Write CHAR_LENGTH(x).'],
    sqlite: ['refused', 'Write length(x).'],
  }),
  call('length', { mssql: ['refused', 'Write LEN(x).'] }),
  call('substr', { mssql: ['refused', 'Write SUBSTRING(x, start, length).'] }),
  call('dateadd', {
    postgres: ['unless', "Write x + interval '1 day'."],
    mysql: ['unless', 'Write DATE_ADD(x, INTERVAL 1 DAY).'],
    sqlite: ['refused', "Write date(x, '+1 day')."],
  }),
  call('group_concat', {
    postgres: ['unless', "Write string_agg(x, ',')."],
    mssql: ['refused', "Write STRING_AGG(x, ',')."],
  }),
];

/** The statement in the same length, with nothing but its own words left to be found. */
export function masked(sql: string, dialect: DialectName): string {
  return tokenize(sql, lexicons[dialect])
    .map((token) => {
      const text = sql.slice(token.start, token.end);
      if (token.kind === 'comment') return ' '.repeat(text.length);
      if (token.kind !== 'quoted' || text.length < 2) return text;
      const isText = text.startsWith("'");
      const inside = isText ? (/^'\s*[-+.\d]/.test(text) ? '0' : 'x') : 'n';
      return `${text.slice(0, 1)}${inside.repeat(text.length - 2)}${text.slice(-1)}`;
    })
    .join('');
}

export interface Foreign extends Spot {
  readonly verdict: Verdict;
  /** As it stands in the statement. */
  readonly text: string;
  /** What to write, as a sentence. */
  readonly instead: string;
}

/** Everything in a statement that belongs to another dialect, in the order of the text. */
export function foreignIn(sql: string, dialect: DialectName): readonly Foreign[] {
  const text = masked(sql, dialect);
  return habits
    .flatMap(({ found, instead }) => {
      const known = instead[dialect];
      if (known === undefined) return [];
      const [verdict, write] = known;
      // One of each kind: who has it once has it everywhere.
      return [...text.matchAll(found)].slice(0, 1).map((match): Foreign => {
        const length = match[0].trimEnd().length;
        const offset = match.index;
        return { verdict, instead: write, offset, length, text: sql.slice(offset, offset + length) };
      });
    })
    .sort((a, b) => a.offset - b.offset);
}
