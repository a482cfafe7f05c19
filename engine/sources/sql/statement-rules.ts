/** What the static checks of a profile need to know about a kind of database. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ForeignWords } from './grammar/foreign-words.ts';

/** A place in a statement and the word that stands there. Offset and length in UTF-16 units, 0-based. */
export interface WordRange {
  readonly offset: number;
  readonly length: number;
  readonly word: string;
}

/** What the database does with a decimal of a request that stands next to a whole number. */
interface DecimalRules {
  /** Also where the two are only compared. */
  readonly whenCompared: boolean;
  /** The finding for the value `:name`. */
  finding(name: string): Pick<Diagnostic, 'message' | 'hint'>;
}

export interface StatementRules {
  /**
   * Patterns of what changes data inside of a statement that starts as a read. They are applied to code in which
   * strings and names are blanked out.
   */
  readonly changes: readonly RegExp[];
  /**
   * Pattern of what locks rows until the end of the transaction, applied to the same code. Undefined where a writing transaction is alone
   * in its database.
   */
  readonly locks: RegExp | undefined;
  /**
   * Pattern of what reaches out of the database: files, programs, other servers, loaded code. A rollback does not undo it. It is applied to code
   * without strings, in which quoted names have lost their quotes.
   */
  readonly outside: RegExp;
  /** The first word that changes data, where the words of the language alone decide it; undefined where the statement only reads. */
  findChange?(sql: string): WordRange | undefined;
  readonly foreignWords: ForeignWords;
  /** Undefined where a decimal keeps its value next to a whole number. */
  readonly decimals: DecimalRules | undefined;
  /**
   * What is put before a statement so that the database checks the rights of the login without running it. Undefined where it checks them
   * when it describes a statement.
   */
  readonly rightsCheck?: string;
  /** The database describes a query reliably with the engine's frame around it. */
  readonly describesWrappedReads: boolean;
  /** A column with fewer decimals than a written number stores it rounded, without an error. */
  readonly roundsWrittenNumbers: boolean;
}

/** Locks of rows, which a read-only session refuses, or keeps until its end. */
export const rowLocks = /\bfor\s+(?:no\s+key\s+update|key\s+share|update|share)\b|\block\s+in\s+share\s+mode\b/i;
/** Calls of functions by their names, which are parts of a regular expression. */
export const callsOf = (...names: readonly string[]): string => String.raw`(?<![\w$])(?:${names.join('|')})(?=\s*\()`;

/** Takes the next number of a sequence. */
export const nextValue = /\bnext\s+value\s+for\b/i;

/** The rules of a database that treats such a value as a whole number, and refuses decimals. `cast` is the value with a type. */
export function takenAsWhole(title: string, cast: (name: string) => string): DecimalRules {
  return {
    whenCompared: true,
    finding: (name) => ({
      message: `${title} treats :${name} as a whole number here, and refuses an amount such as 12.5.`,
      hint: `State its type, ${cast(name)}; if it is stored in a column of whole numbers, declare that under \`digits\`, such as [9, 0].`,
    }),
  };
}
