/** Splits a script into statements with their places. */

import { type Lexicon, tokenize } from '../../../../engine/host/index.ts';
import type { DatabaseKind } from '../../../../engine/index.ts';
import { type CopiedRows, psqlLine, psqlPart } from './psql.ts';

export interface Piece {
  readonly sql: string;
  /** Offset of the first word in the script. */
  readonly offset: number;
}

/** A part of a script: a statement, the rows of a COPY, or something that only psql can run. */
export type ScriptPart =
  | ({ readonly kind: 'statement' } & Piece)
  | ({ readonly kind: 'rows' } & CopiedRows)
  /** `message`: without a full stop. */
  | { readonly kind: 'unusable'; readonly offset: number; readonly message: string };

/** Statements whose bodies contain semicolons. */
const withBody = /^\s*create\s+(?:or\s+replace\s+)?(?:definer\s*=\s*\S+\s+)?(?:trigger|procedure|function|event)\b/i;
const opens = /\b(?:begin|case)\b/gi;
const closes = /\bend\b(?!\s*(?:if|loop|while|repeat)\b)/gi;

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

function pieceOf(script: string, start: number, end: number, codeStart: number | undefined): readonly Piece[] {
  return codeStart === undefined ? [] : [{ sql: script.slice(codeStart, end), offset: Math.max(codeStart, start) }];
}

/** Batches of T-SQL, separated by `GO` lines: what a client sends in one request. */
function batches(script: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const match of [...script.matchAll(/^[ \t]*go[ \t]*;?[ \t]*\r?$/gim), undefined]) {
    const end = match?.index ?? script.length;
    const text = script.slice(start, end);
    const lead = /^\s*/.exec(text)?.[0].length ?? 0;
    if (text.trim() !== '') pieces.push({ sql: text.slice(lead), offset: start + lead });
    start = end + (match?.[0].length ?? 0);
  }
  return pieces;
}

/** Single statements, separated by semicolons. A body between BEGIN and END belongs to its statement. */
function single(script: string, lexicon: Lexicon): readonly Piece[] {
  const pieces: Piece[] = [];
  // Dumps of MySQL and MariaDB switch the check of foreign keys off in such a comment.
  const isRun = (comment: string): boolean => lexicon.versionComments === true && /^\/\*M?!/.test(comment);
  let start = 0;
  let first: number | undefined;
  let depth = 0;
  for (const token of tokenize(script, lexicon)) {
    const text = script.slice(token.start, token.end);
    if (token.kind === 'semicolon' && depth <= 0) {
      pieces.push(...pieceOf(script, start, token.start, first));
      start = token.end;
      first = undefined;
      depth = 0;
    } else if ((token.kind !== 'comment' || isRun(text)) && text.trim() !== '') {
      first ??= token.start + (/^\s*/.exec(text)?.[0].length ?? 0);
      if (token.kind === 'code' && withBody.test(script.slice(first, first + 200)))
        depth += count(text, opens) - count(text, closes);
    }
  }
  return [...pieces, ...pieceOf(script, start, script.length, first)];
}

/** Whether a script ends within a statement: in a text, or before a semicolon. */
const isOpen = (script: string, pieces: readonly Piece[]): boolean => {
  const last = pieces.at(-1);
  return last !== undefined && last.offset + last.sql.length === script.length;
};

/** The parts of a script for psql, such as a dump. */
function psqlParts(script: string, lexicon: Lexicon): readonly ScriptPart[] {
  const parts: ScriptPart[] = [];
  let start = 0;
  const addStatements = (pieces: readonly Piece[]): void => {
    parts.push(...pieces.map(({ sql, offset }) => ({ kind: 'statement' as const, sql, offset: start + offset })));
  };
  for (const match of script.matchAll(psqlLine)) {
    if (match.index < start) continue;
    const before = script.slice(start, match.index);
    const pieces = single(before, lexicon);
    // A line within a text or a statement is part of it.
    if (isOpen(before, pieces)) continue;
    addStatements(pieces);
    const part = psqlPart(script, match.index, match[0]);
    if (part.result !== undefined) parts.push(part.result);
    start = part.end;
  }
  addStatements(single(script.slice(start), lexicon));
  return parts;
}

/** The parts of a script in the form that the kind of database reads. */
export function partsOf(script: string, { fixture, dialect }: DatabaseKind): readonly ScriptPart[] {
  const statement = (piece: Piece): ScriptPart => ({ kind: 'statement', ...piece });
  switch (fixture.scripts) {
    case 'go':
      return batches(script).map(statement);
    case 'semicolons':
      return single(script, dialect.lexicon).map(statement);
    case 'psql':
      return psqlParts(script, dialect.lexicon);
  }
}
