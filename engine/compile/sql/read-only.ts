/** Static check that a read changes no data. In addition, reads run on read-only connections where the database has them. */
import { closest } from '../../diagnostics/did-you-mean.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import type { WordRange } from '../../sources/sql/statement-rules.ts';
import { tokenize } from '../../sources/sql/text/tokens.ts';

const first = /^\s*\(*\s*(select|with|values|table)\b/i;
/**
 * Changes inside a statement that begins like a read: in a common table expression, and SELECT ... INTO. All other changes (CREATE,
 * TRUNCATE, CALL and so on) can only begin a statement, and their keywords may be names of columns.
 */
const changes =
  /\b(?:(?:insert|replace|merge)\s+into|into\s+\S+|delete\s+from|update\s+(?:only\s+)?\S+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set)\b/i;

/** The code of a statement with the same offsets: strings and comments become blanks, quoted names become a word. */
function codeOf(sql: string, { dialect }: DatabaseKind): string {
  let code = '';
  for (const token of tokenize(sql, dialect.lexicon)) {
    code = code.padEnd(token.start, ' ');
    const text = sql.slice(token.start, token.end);
    if (token.kind === 'code') code += text;
    else
      code +=
        token.kind === 'quoted' || token.kind === 'part' || token.kind === 'value'
          ? 'x'.repeat(text.length)
          : ' '.repeat(text.length);
  }
  return code;
}

/** The code of a statement with the same offsets: strings and comments become blanks, and quoted names lose their quotes. */
function unquotedCode(sql: string, { dialect }: DatabaseKind): string {
  let code = '';
  for (const token of tokenize(sql, dialect.lexicon)) {
    const text = sql.slice(token.start, token.end);
    if (token.kind === 'code') code = code.padEnd(token.start, ' ') + text;
    // The quote before the name is a blank; the one behind it is filled up with the next token.
    if (token.kind === 'quoted' && /^["`[]/.test(text)) code = `${code.padEnd(token.start, ' ')} ${text.slice(1, -1)}`;
  }
  return code;
}

/** The first part of a statement that reaches out of the database, which a rollback does not undo; undefined when there is none. */
export function findOutside(sql: string, kind: DatabaseKind): WordRange | undefined {
  const outsideMatch = kind.statements.outside.exec(unquotedCode(sql, kind));
  return outsideMatch ? wordRange(outsideMatch) : undefined;
}

const wordRange = ({ index, 0: text }: RegExpExecArray): WordRange => ({
  offset: index,
  length: text.length,
  word: text.replaceAll(/\s+/g, ' '),
});

/** The first part of a statement that locks rows; undefined when it locks none. Strings and comments are ignored. */
export function findLock(sql: string, kind: DatabaseKind): WordRange | undefined {
  const lock = kind.statements.locks?.exec(codeOf(sql, kind));
  return lock ? wordRange(lock) : undefined;
}

/** The first part of a statement that changes data; undefined when it only reads. Strings and comments are ignored. */
export function findWriting(sql: string, kind: DatabaseKind): WordRange | undefined {
  const { statements } = kind;
  const code = codeOf(sql, kind);
  const reserved = statements.findChange?.(sql);
  if (reserved !== undefined) return reserved;
  const change = [changes, ...statements.changes].map((pattern) => pattern.exec(code)).find((match) => match !== null);
  if (change) return wordRange(change);
  const start = code.search(/\S/);
  if (start < 0 || first.test(code)) return undefined;
  const word = /^\S+/.exec(code.slice(start))?.[0] ?? '';
  return { offset: start, length: word.length, word };
}

/** Keywords that begin a statement other than a read. A misspelt SELECT is near to some of them. */
const changing =
  'ALTER ATTACH BEGIN CALL COMMIT COPY CREATE DELETE DETACH DO DROP EXEC EXECUTE GRANT INSERT LOAD LOCK MERGE PRAGMA REINDEX RELEASE RENAME REPLACE RESET REVOKE ROLLBACK SET TRUNCATE UPDATE UPSERT USE VACUUM'.split(
    ' ',
  );

/** SELECT or WITH, where the first word of a statement is a misspelling of it; undefined for any other word. */
export function misspeltRead(word: string): string | undefined {
  const isChange = changing.includes((/^\w+/.exec(word)?.[0] ?? '').toUpperCase());
  const near = isChange ? undefined : closest(word, ['SELECT', 'WITH', ...changing]);
  return near === 'SELECT' || near === 'WITH' ? near : undefined;
}
