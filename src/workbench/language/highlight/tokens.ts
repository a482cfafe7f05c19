/** Semantic highlighting of SQL and expressions inside of YAML. */

import { tokenize } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf } from '../profile/view.ts';
import type { Range } from '../text/positions.ts';

export const tokenTypes = [
  'keyword',
  'string',
  'number',
  'comment',
  'parameter',
  'macro',
  'function',
  'variable',
  'operator',
] as const;

export type TokenType = (typeof tokenTypes)[number];

/** A token does not span lines. */
export interface SemanticToken {
  readonly range: Range;
  readonly type: TokenType;
}

/** Characters of a text, with their type. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
}

const sqlWords = new Set(
  `ALL AND ANY AS ASC BEGIN BETWEEN BY CALL CASE CAST CROSS DELETE DESC DISTINCT ELSE END ESCAPE EXCEPT EXEC EXISTS FETCH FIRST FOR FROM FULL GROUP HAVING ILIKE
  IN INNER INSERT INTERSECT INTO IS JOIN LATERAL LEFT LIKE LIMIT MERGE NATURAL NEXT NOT NULL NULLS OFFSET ON ONLY OR ORDER OUTER OUTPUT OVER PARTITION RECURSIVE
  RETURNING RIGHT ROW ROWS SELECT SET SOME TABLE THEN TOP UNION UPDATE USING VALUES WHEN WHERE WINDOW WITH`.split(
    /\s+/,
  ),
);

/** Words and numbers in code that has no strings, comments or placeholders. */
function codePieces(text: string, offset: number): readonly Piece[] {
  return [...text.matchAll(/[\p{L}_][\p{L}\p{N}_$]*|\d+(?:\.\d+)?/gu)].flatMap((match): Piece[] => {
    const [word] = match;
    const at = { start: offset + match.index, end: offset + match.index + word.length };
    if (/^\d/.test(word)) return [{ ...at, type: 'number' }];
    if (sqlWords.has(word.toUpperCase())) return [{ ...at, type: 'keyword' }];
    return /^\s*\(/.test(text.slice(match.index + word.length)) ? [{ ...at, type: 'function' }] : [];
  });
}

function sqlPieces(view: ProfileView, path: Path, sql: string): readonly Piece[] {
  const kind = kindOf(view, sourceOf(view, path));
  if (kind === undefined) return [];
  return tokenize(sql, kind.dialect.lexicon).flatMap(({ kind: form, start, end }): readonly Piece[] => {
    if (form === 'code') return codePieces(sql.slice(start, end), start);
    if (form === 'quoted') return sql[start] === "'" ? [{ start, end, type: 'string' }] : [];
    const type = tokenForms[form];
    return type === undefined ? [] : [{ start, end, type }];
  });
}

/** The types of tokens that are no code and no quotes. */
const tokenForms: Readonly<Record<string, TokenType>> = {
  comment: 'comment',
  value: 'parameter',
  part: 'macro',
  call: 'macro',
  end: 'macro',
  open: 'operator',
  else: 'operator',
  close: 'operator',
};

const expressionForms: readonly (readonly [RegExp, TokenType])[] = [
  [/\/\*[\s\S]*?\*\//y, 'comment'],
  [/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y, 'string'],
  [/\{\s*[\p{L}_][\p{L}\p{N}_-]*\s*\}/uy, 'macro'],
  [/\$[\p{L}_]\w*(?=\s*\()/uy, 'function'],
  [/\$[\p{L}_]?\w*/uy, 'variable'],
  [/\b(?:and|or|in|function|true|false|null)\b/y, 'keyword'],
  [/\b\d+(?:\.\d+)?\b/y, 'number'],
  [/:=|~>|\?\?|\?:|!=|<=|>=|[=<>&+*%^|]/y, 'operator'],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, 'variable'],
];

function expressionPieces(text: string, offset: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    let length = 1;
    for (const [form, type] of expressionForms) {
      form.lastIndex = at;
      const match = form.exec(text);
      if (match === null || match[0] === '') continue;
      length = match[0].length;
      pieces.push({ start: offset + at, end: offset + at + length, type });
      break;
    }
    at += length;
  }
  return pieces;
}

/** `{{ expression }}` and `${setting}`. */
function templatePieces(text: string): readonly Piece[] {
  return [...text.matchAll(/\{\{([\s\S]*?)\}\}|\$\{\w+\}/g)].flatMap((match): readonly Piece[] => {
    const [whole, inside] = match;
    const { index } = match;
    if (inside === undefined) return [{ start: index, end: index + whole.length, type: 'parameter' }];
    return [
      { start: index, end: index + 2, type: 'operator' },
      ...expressionPieces(inside, index + 2),
      { start: index + whole.length - 2, end: index + whole.length, type: 'operator' },
    ];
  });
}

/** All tokens of the SQL and the expressions of a profile, in the order of the text. */
export function semanticTokens(view: ProfileView): readonly SemanticToken[] {
  return view.entries.flatMap(({ path, value, style }) => {
    if (style === 'none' || style === 'map' || style === 'list') return [];
    const text = view.text.slice(value.start, value.end);
    const language = languageAt(view, path);
    const pieces =
      language === 'sql'
        ? sqlPieces(view, path, text)
        : language === 'expression'
          ? expressionPieces(text, 0)
          : templatePieces(text);
    return pieces.flatMap(({ start, end, type }) => linesOf(view, value.start + start, value.start + end, type));
  });
}

/** A token for each line of a piece. */
function linesOf(view: ProfileView, start: number, end: number, type: TokenType): readonly SemanticToken[] {
  let at = start;
  return view.text
    .slice(start, end)
    .split('\n')
    .flatMap((line) => {
      const from = at + line.length - line.trimStart().length;
      const to = at + line.trimEnd().length;
      at += line.length + 1;
      return to > from ? [{ range: view.lines.rangeOf({ start: from, end: to }), type }] : [];
    });
}
