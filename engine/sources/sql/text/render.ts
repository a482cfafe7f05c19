/** Native SQL text of a statement, with the slots that its values go to. */
import type { Dialect } from './dialect.ts';
import type { EngineValue } from './engine-values.ts';
import type { FramePiece } from './frame.ts';
import type { Nested } from './nesting.ts';
import type { Piece } from './template.ts';
import type { Origin } from './template-fault.ts';

/** What decides the text of a query, apart from its frame. */
export interface QueryUse {
  /** For each optional block in order: whether it is included. */
  readonly blocks: readonly boolean[];
  /** For each value name: number of placeholders of a list; undefined for a single value. */
  sizeOf(name: string): number | undefined;
}

/** Where one native placeholder takes its value from. `index` is the place in a list, undefined for a single value. */
export type Slot =
  | { readonly kind: 'value'; readonly name: string; readonly index: number | undefined }
  /** A whole list as one value. */
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'engine'; readonly value: EngineValue };

/** A stretch of the text that comes from the profile. */
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

const listOpening = /\bin\s*\(\s*$/i;
/** `NOT IN` keeps its form: it treats an empty list differently. In a line comment nothing is an operator. */
const keptOpening = /(\bnot\s+|--[^\n]*)\bin\s*\(\s*$/i;

/** Whether a list stands alone in the parentheses of an IN. */
function isWholeList(before: string, next: Piece | undefined): boolean {
  return next?.kind === 'text' && /^\s*\)/.test(next.text) && listOpening.test(before) && !keptOpening.test(before);
}

/** Writes one statement, piece by piece. */
class StatementWriter {
  sql = '';
  readonly slots: Slot[] = [];
  readonly spans: Span[] = [];
  readonly #use: QueryUse;
  readonly #dialect: Dialect;
  /** Number of the next optional block. */
  #block = 0;

  constructor(use: QueryUse, dialect: Dialect) {
    this.#use = use;
    this.#dialect = dialect;
  }

  /** The placeholder of a slot. */
  slot(slot: Slot): void {
    this.slots.push(slot);
    this.sql += this.#dialect.placeholder(this.slots.length);
  }

  /** A value, or the values of a list. `next` is the piece that follows in the profile's SQL. */
  value(name: string, next?: Piece): void {
    const size = this.#use.sizeOf(name);
    if (size === undefined) {
      this.slot({ kind: 'value', name, index: undefined });
      return;
    }
    // One value instead of hundreds: the text is the same for every list, and the server plans it once.
    if (size > 0 && this.#dialect.array !== undefined && isWholeList(this.sql, next)) {
      this.#replaceListOpening();
      this.slot({ kind: 'list', name });
      return;
    }
    // IN () is not SQL; nothing is equal to NULL.
    if (size === 0) this.sql += 'NULL';
    for (let index = 0; index < size; index++) {
      if (index > 0) this.sql += ', ';
      this.slot({ kind: 'value', name, index });
    }
  }

  /** Pieces of the profile's SQL. */
  query(pieces: readonly Piece[]): void {
    for (const [index, piece] of pieces.entries()) {
      let start = this.sql.length;
      switch (piece.kind) {
        case 'text':
          this.sql += piece.text;
          break;
        case 'value':
          this.value(piece.name, pieces[index + 1]);
          start = this.spans.at(-1)?.end ?? start;
          break;
        case 'block':
          this.query(this.#use.blocks[this.#block++] ? piece.pieces : (piece.otherwise ?? []));
          continue;
        case 'part':
          throw new Error(`Part {${piece.name}} was never expanded.`);
      }
      this.spans.push({ start, end: this.sql.length, at: piece.at });
    }
  }

  #replaceListOpening(): void {
    this.sql = this.sql.replace(listOpening, '= ANY(');
    const before = this.spans.at(-1);
    if (before !== undefined) this.spans[this.spans.length - 1] = { ...before, end: this.sql.length };
  }
}

const noFrame: readonly FramePiece[] = [{ kind: 'head' }, { kind: 'query' }, { kind: 'foot' }];

/** Renders a query inside its frame. `frame` is undefined when the query needs none. */
export function render(
  nested: Nested,
  frame: readonly FramePiece[] | undefined,
  use: QueryUse,
  dialect: Dialect,
): Rendered {
  const writer = new StatementWriter(use, dialect);
  for (const piece of frame ?? noFrame) {
    switch (piece.kind) {
      case 'text':
        writer.sql += piece.text;
        break;
      case 'head':
        writer.query(nested.head);
        break;
      case 'query':
        writer.query(nested.body);
        if (frame) writer.sql += nested.tail;
        break;
      case 'foot':
        if (frame && nested.foot.length > 0) writer.sql += '\n';
        writer.query(nested.foot);
        break;
      case 'engine':
        writer.slot(piece);
        break;
      case 'value':
        writer.value(piece.name);
        break;
    }
  }
  const { sql, slots, spans } = writer;
  return { sql, slots, locate: (offset) => locate(spans, offset) };
}

function locate(spans: readonly Span[], offset: number): Origin | undefined {
  const span = spans.find(({ start, end }) => offset >= start && offset < end);
  if (!span) return undefined;
  const { part, offset: from, length } = span.at;
  const inside = Math.min(offset - span.start, Math.max(length - 1, 0));
  return { part, offset: from + inside, length: length - inside };
}
