/**
 * Prepares a query for the parentheses of a frame where the dialect has rules about that. In T-SQL a derived table may not begin
 * with WITH, nor end in ORDER BY or OPTION: common table expressions move in front of the frame, optimizer hints behind it, and an
 * order gets `offset 0 rows`, which makes it legal and changes no row. All of the query's text is kept, so that offsets stay known.
 */
import type { Dialect } from './dialect.ts';
import type { Piece, Template } from './template.ts';
import { type Lexicon, tokenize } from './tokens.ts';

/** A query in the parts that a frame is built around. */
export interface Nested {
  /** `WITH a AS (...), b AS (...)`; nothing where the query has none. */
  readonly head: readonly Piece[];
  readonly body: readonly Piece[];
  /** What the engine adds inside the parentheses, after the query. */
  readonly tail: string;
  /** `OPTION (...)`; nothing where the query has none. */
  readonly foot: readonly Piece[];
}

/** One word, sign or quoted text outside of all parentheses; `group` is a whole pair of parentheses. */
interface Item {
  readonly kind: 'word' | 'sign' | 'quoted' | 'group';
  /** In lower case. */
  readonly text: string;
  /** Index of the root piece that it starts in, and the offset in that piece's text. */
  readonly piece: number;
  readonly offset: number;
}

const sign = /[\p{L}\p{N}_$#@]+|\S/gu;

/** Items of the template outside of parentheses. Values and optional blocks count as quoted texts, which are never keywords. */
function itemsOf(pieces: readonly Piece[], lexicon: Lexicon): readonly Item[] {
  const items: Item[] = [];
  let depth = 0;
  const add = (kind: Item['kind'], text: string, piece: number, offset: number) => {
    if (text === '(' && depth++ === 0) items.push({ kind: 'group', text, piece, offset });
    else if (text === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) items.push({ kind, text: text.toLowerCase(), piece, offset });
  };
  for (const [piece, content] of pieces.entries()) {
    if (content.kind !== 'text') {
      add('quoted', '', piece, 0);
      continue;
    }
    for (const token of tokenize(content.text, lexicon)) {
      if (token.kind === 'comment') continue;
      if (token.kind !== 'code') {
        add('quoted', '', piece, token.start);
        continue;
      }
      for (const signMatch of content.text.slice(token.start, token.end).matchAll(sign)) {
        const kind = /^[\p{L}\p{N}_$#@]/u.test(signMatch[0]) ? 'word' : 'sign';
        add(kind, signMatch[0], piece, token.start + signMatch.index);
      }
    }
  }
  return items;
}

/** The first item of the main query, after its common table expressions; undefined where it has none. */
function mainStart(items: readonly Item[]): Item | undefined {
  if (items[0]?.text !== 'with') return undefined;
  for (let at = 1; at < items.length; ) {
    // name [(columns)] AS (query)
    at += 1;
    if (items[at]?.kind === 'group') at += 1;
    if (items[at]?.text === 'as') at += 2;
    if (items[at]?.text !== ',') return items[at];
    at += 1;
  }
  return undefined;
}

/** True where the query ends in an order that is not allowed in parentheses. */
function endsInOrder(items: readonly Item[]): boolean {
  const words = items.map(({ text }) => text);
  const order = words.findLastIndex((word, index) => word === 'order' && words[index + 1] === 'by');
  if (order < 0) return false;
  const first = words.indexOf('select');
  const isTop =
    words[first + 1] === 'top' || (/^(distinct|all)$/.test(words[first + 1] ?? '') && words[first + 2] === 'top');
  return !isTop && !words.slice(order).some((word) => word === 'offset' || word === 'for');
}

/** The word OPTION at the start of the query's hints, which end it; undefined where it has none. */
function hintStart(items: readonly Item[]): Item | undefined {
  const [word, hints] = items.slice(-2);
  return word?.kind === 'word' && word.text === 'option' && hints?.kind === 'group' ? word : undefined;
}

function textPiece(piece: Extract<Piece, { kind: 'text' }>, from: number, to: number): readonly Piece[] {
  const text = piece.text.slice(from, to);
  const at = { ...piece.at, offset: piece.at.offset + from, length: text.length };
  return text === '' ? [] : [{ kind: 'text', text, at }];
}

function splitAt(pieces: readonly Piece[], item: Item): readonly [readonly Piece[], readonly Piece[]] {
  const cut = pieces[item.piece];
  if (cut?.kind !== 'text') return [pieces.slice(0, item.piece), pieces.slice(item.piece)];
  return [
    [...pieces.slice(0, item.piece), ...textPiece(cut, 0, item.offset)],
    [...textPiece(cut, item.offset, cut.text.length), ...pieces.slice(item.piece + 1)],
  ];
}

/** Splits an expanded template by the rules of the dialect. */
export function nest({ pieces }: Template, dialect: Dialect): Nested {
  if (dialect.nesting === 'free') return { head: [], body: pieces, tail: '', foot: [] };
  const items = itemsOf(pieces, dialect.lexicon);
  const hints = hintStart(items);
  const [query, foot] = hints ? splitAt(pieces, hints) : [pieces, []];
  const start = mainStart(items);
  // Only the part before the hints is split, so that the items' offsets stay valid.
  const [head, body] = start ? splitAt(query, start) : [[], query];
  const from = start ? items.indexOf(start) : 0;
  const main = items.slice(from, hints ? -2 : undefined);
  return { head, body, tail: endsInOrder(main) ? '\noffset 0 rows' : '', foot };
}
