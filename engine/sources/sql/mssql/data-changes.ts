/**
 * Finds T-SQL that changes data. SQL Server has no read-only session, so that only this check and the login's grants keep reads from
 * writing. The words are reserved: names must be quoted, so that an unquoted word is always the keyword.
 */
import type { WordRange } from '../statement-rules.ts';
import { tokenize } from '../text/tokens.ts';
import { mssqlDialect } from './dialect.ts';

const words = [
  'alter',
  'backup',
  'create',
  'dbcc',
  'delete',
  'deny',
  'drop',
  'exec',
  'execute',
  'grant',
  'insert',
  'into',
  'kill',
  'restore',
  'revoke',
  'shutdown',
  'truncate',
  'update',
  'updatetext',
  'writetext',
];
// MERGE is a join hint too: `inner merge join`, `option (merge join, merge union)`.
const keyword = new RegExp(
  `(?<![@#$.\\p{L}\\p{N}_])(?:${words.join('|')}|merge(?!\\s+(?:join|union)\\b))(?![@#$\\p{L}\\p{N}_])`,
  'iu',
);

/** The first word of `sql` that changes data; undefined where it only reads. Strings, quoted names and comments do not count. */
export function findTsqlChange(sql: string): WordRange | undefined {
  for (const token of tokenize(sql, mssqlDialect.lexicon)) {
    const keywordMatch = token.kind === 'code' ? keyword.exec(sql.slice(token.start, token.end)) : undefined;
    if (keywordMatch)
      return { offset: token.start + keywordMatch.index, length: keywordMatch[0].length, word: keywordMatch[0] };
  }
  return undefined;
}
