/** Which tables a statement changes, as far as its text tells. */
import { type Lexicon, tokenize } from '../sql/text/tokens.ts';

const part = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\p{L}_#][\p{L}\p{N}_$#]*)`;
const name = String.raw`${part}(?:\s*\.\s*${part})*`;
const between = String.raw`(?:(?:low_priority|delayed|high_priority|quick|ignore|or\s+\w+|top\s*\([^)]*\)|into|from|only|table)\s+)*`;
// In MERGE an update names no table: its target stands in front.
const change = new RegExp(
  String.raw`\b(?:insert|replace|update|delete|merge|truncate)\s+${between}(?!(?:set|values)\b)(${name})`,
  'giu',
);
/** Words that look like a change of a table, and are none. */
const other = /\bon\s+duplicate\s+key\s+update\b|\bdo\s+update\b|\bfor\s+(?:no\s+key\s+)?update\b|\breplace\s*\(/gi;

/** Code without texts and comments. Quoted names stay. */
function codeOf(sql: string, lexicon: Lexicon): string {
  const isText = (quoted: string): boolean => /^(?:[eE]?'|\$)/.test(quoted);
  return tokenize(sql, lexicon)
    .map(({ kind, start, end }) => {
      const text = sql.slice(start, end);
      return kind === 'comment' || (kind === 'quoted' && isText(text)) ? ' ' : text;
    })
    .join('');
}

/** The names as the statement writes them, each once. What a procedure or a trigger changes is not among them. */
export function changedTables(sql: string, lexicon: Lexicon): readonly string[] {
  const code = codeOf(sql, lexicon).replaceAll(other, ' ');
  return [...new Set([...code.matchAll(change)].flatMap(([, table]) => (table === undefined ? [] : [table])))];
}

/** Whether a statement calls a procedure. */
export function callsProcedure(sql: string, lexicon: Lexicon): boolean {
  return /^\s*(?:call|exec|execute)\b/i.test(codeOf(sql, lexicon));
}

/** The parts of a name, without their quotes: the table last. */
export function nameParts(table: string): readonly string[] {
  return [...table.matchAll(new RegExp(part, 'gu'))].map(([text]) => (/^["`[]/.test(text) ? text.slice(1, -1) : text));
}
