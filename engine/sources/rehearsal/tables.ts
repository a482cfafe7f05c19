/** The tables that a statement changes, as far as its text shows. */
import { type Lexicon, tokenize } from '../sql/text/tokens.ts';

const part = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_#][\p{L}\p{N}_$#]*)`;
const name = String.raw`${part}(?:\s*\.\s*${part})*`;
const between = String.raw`(?:(?:low_priority|delayed|high_priority|quick|ignore|or\s+\w+|top\s*\([^)]*\)|into|from|only|table)\s+)*`;
// In MERGE an UPDATE names no table; the target precedes it.
const change = new RegExp(
  String.raw`\b(?:insert|replace|update|delete|merge|truncate)\s+${between}(?!(?:set|values)\b)(${name})`,
  'giu',
);
/** Phrases that look like a change of a table. */
const other = /\bon\s+duplicate\s+key\s+update\b|\bdo\s+update\b|\bfor\s+(?:no\s+key\s+)?update\b|\breplace\s*\(/gi;

/** The code without strings and comments. Quoted names are kept. */
function codeOf(sql: string, lexicon: Lexicon): string {
  const isText = (quoted: string): boolean => /^(?:[eE]?'|\$)/.test(quoted);
  return tokenize(sql, lexicon)
    .map(({ kind, start, end }) => {
      const text = sql.slice(start, end);
      return kind === 'comment' || (kind === 'quoted' && isText(text)) ? ' ' : text;
    })
    .join('');
}

/** The names as in the statement, each once. Tables changed by procedures or triggers are not included. */
export function changedTables(sql: string, lexicon: Lexicon): readonly string[] {
  const code = codeOf(sql, lexicon).replaceAll(other, ' ');
  return [...new Set([...code.matchAll(change)].flatMap(([, table]) => (table === undefined ? [] : [table])))];
}

/** Whether a statement calls a procedure. */
export function callsProcedure(sql: string, lexicon: Lexicon): boolean {
  return /^\s*(?:call|exec|execute)\b/i.test(codeOf(sql, lexicon));
}

/** The parts of a name without quotes, the table last. */
export function nameParts(table: string): readonly string[] {
  return [...table.matchAll(new RegExp(part, 'gu'))].map(([text]) => (/^["`[]/.test(text) ? text.slice(1, -1) : text));
}
