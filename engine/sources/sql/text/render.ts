/** Native SQL text of one shape of a statement, with the slots that its values go to. */
import type { Dialect } from './dialect.ts';
import type { FramePiece, OwnValue } from './frame.ts';
import type { Nested } from './nesting.ts';
import type { Origin, Piece } from './template.ts';

/** What decides a statement's text, besides its frame. */
export interface QueryShape {
  /** For each optional block in order: whether it stands. */
  readonly blocks: readonly boolean[];
  /** For each value name: number of placeholders of a list; undefined for a single value. */
  sizeOf(name: string): number | undefined;
}

/** Where one native placeholder takes its value from. `index` is the place in a list, undefined for a single value. */
export type Slot =
  | { readonly kind: 'value'; readonly name: string; readonly index: number | undefined }
  /** A whole list as one value. */
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'own'; readonly value: OwnValue };

interface Span {
  readonly start: number;
  readonly end: number;
  readonly at: Origin;
}

/** A statement's text in the driver's style, with what belongs to each of its places. */
export interface Rendered {
  readonly sql: string;
  readonly slots: readonly Slot[];
  /** The place in the profile's SQL that an offset of `sql` comes from; undefined in what the engine wrote itself. */
  locate(offset: number): Origin | undefined;
}

const bare: readonly FramePiece[] = [{ kind: 'head' }, { kind: 'query' }, { kind: 'foot' }];

/** Renders a query inside its frame. `frame` is undefined when the query stands as it is. */
export function render(
  nested: Nested,
  frame: readonly FramePiece[] | undefined,
  shape: QueryShape,
  dialect: Dialect,
): Rendered {
  let sql = '';
  let block = 0;
  const slots: Slot[] = [];
  const spans: Span[] = [];

  const place = (slot: Slot) => {
    slots.push(slot);
    sql += dialect.placeholder(slots.length);
  };
  const value = (name: string, next?: Piece) => {
    const size = shape.sizeOf(name);
    if (size === undefined) return place({ kind: 'value', name, index: undefined });
    // One value instead of hundreds: the text is the same for every list, and the server plans it once.
    if (size > 0 && dialect.array !== undefined && isWholeList(sql, next)) {
      sql = sql.replace(opened, '= ANY(');
      const before = spans.at(-1);
      if (before !== undefined) spans[spans.length - 1] = { ...before, end: sql.length };
      return place({ kind: 'list', name });
    }
    // IN () is no SQL; nothing is equal to NULL.
    if (size === 0) sql += 'NULL';
    for (let index = 0; index < size; index++) {
      if (index > 0) sql += ', ';
      place({ kind: 'value', name, index });
    }
  };
  const query = (pieces: readonly Piece[]): void => {
    for (const [index, piece] of pieces.entries()) {
      let start = sql.length;
      switch (piece.kind) {
        case 'text':
          sql += piece.text;
          break;
        case 'value':
          value(piece.name, pieces[index + 1]);
          start = spans.at(-1)?.end ?? start;
          break;
        case 'block':
          if (shape.blocks[block++]) query(piece.pieces);
          continue;
        case 'part':
          throw new Error(`Part {${piece.name}} was never expanded.`);
      }
      spans.push({ start, end: sql.length, at: piece.at });
    }
  };

  for (const piece of frame ?? bare) {
    switch (piece.kind) {
      case 'text':
        sql += piece.text;
        break;
      case 'head':
        query(nested.head);
        break;
      case 'query':
        query(nested.body);
        if (frame) sql += nested.tail;
        break;
      case 'foot':
        if (frame && nested.foot.length > 0) sql += '\n';
        query(nested.foot);
        break;
      case 'own':
        place(piece);
        break;
      case 'value':
        value(piece.name);
        break;
    }
  }
  return { sql, slots, locate: (offset) => locate(spans, offset) };
}

const opened = /\bin\s*\(\s*$/i;
/** `NOT IN` keeps its form: it treats an empty list differently. In a line comment nothing is an operator. */
const kept = /(\bnot\s+|--[^\n]*)\bin\s*\(\s*$/i;

/** Whether a list alone stands in the parentheses of an IN. */
function isWholeList(before: string, next: Piece | undefined): boolean {
  return next?.kind === 'text' && /^\s*\)/.test(next.text) && opened.test(before) && !kept.test(before);
}

function locate(spans: readonly Span[], offset: number): Origin | undefined {
  const span = spans.find(({ start, end }) => offset >= start && offset < end);
  if (!span) return undefined;
  const { part, offset: from, length } = span.at;
  const inside = Math.min(offset - span.start, Math.max(length - 1, 0));
  return { part, offset: from + inside, length: length - inside };
}
