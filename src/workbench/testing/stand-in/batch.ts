/** Splits a T-SQL batch into statements, which need no semicolons between them. */
import { mssqlKind, tokenize } from '../../../../engine/host/index.ts';
import type { Piece } from '../fixture-files/statements.ts';

const { lexicon } = mssqlKind.dialect;

/** Keywords that start a statement at the start of a line. */
const beginning =
  /(?<=^|\n)[ \t]*(?=(?:create|alter|insert|delete|drop|exec|execute|print|use|merge|truncate|grant|declare|update|if)\b|set[ \t]+(?:nocount|ansi_\w+|quoted_identifier|identity_insert|xact_abort|dateformat|language)\b)/gi;

/** Statements that extend to the end of the batch. */
const whole = /^\s*(?:create|alter)\s+(?:or\s+alter\s+)?(?:procedure|proc|function|trigger|view)\b/i;

/** Offsets in code, outside of parentheses, at which a statement may start. */
function cuts(batch: string): readonly number[] {
  const cutOffsets: number[] = [];
  let depth = 0;
  for (const { kind, start, end } of tokenize(batch, lexicon)) {
    if (kind === 'semicolon' && depth === 0) cutOffsets.push(end);
    if (kind !== 'code') continue;
    const text = batch.slice(start, end);
    const starts = new Set([...text.matchAll(beginning)].map(({ index }) => index));
    for (let at = 0; at < text.length; at++) {
      // A token is at the start of a line only at the start of the batch, or after a line break.
      const isLine = at > 0 || start === 0 || batch[start - 1] === '\n';
      if (depth === 0 && isLine && starts.has(at)) cutOffsets.push(start + at);
      if (text[at] === '(') depth++;
      if (text[at] === ')') depth--;
    }
  }
  return cutOffsets;
}

/** Offset of the first word outside of comments; undefined if there is none. */
function codeIn(text: string): number | undefined {
  for (const { kind, start, end } of tokenize(text, lexicon)) {
    const lead = text.slice(start, end).search(/\S/);
    if (kind !== 'comment' && kind !== 'semicolon' && lead >= 0) return start + lead;
  }
  return undefined;
}

/** Statements without their semicolons, and their offsets in the batch. A procedure, function, trigger or view takes the rest. */
export function statementsInBatch(batch: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const to of [...new Set(cuts(batch)), batch.length].sort((one, other) => one - other)) {
    const lead = codeIn(batch.slice(from, to));
    // Comments are not a statement: they belong to the next one.
    if (lead === undefined) continue;
    const offset = from + lead;
    const rest = batch.slice(offset);
    if (whole.test(rest)) return [...pieces, { sql: rest, offset }];
    pieces.push({ sql: batch.slice(offset, to).replace(/;\s*$/, ''), offset });
    from = to;
  }
  return pieces;
}
