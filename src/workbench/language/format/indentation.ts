/** Where each line of a YAML document begins in the house style: two spaces for each level, also for lists and block texts. */
import type { CST } from 'yaml';
import type { TextLines } from './lines.ts';
import { blockText } from './tokens.ts';

/** Spaces of one level. */
const step = 2;

/** A collection with an entry on a line. */
interface Level {
  readonly from: number;
  readonly to: number;
}

interface Indentation {
  /** By line: the spaces at its beginning. Lines of comments between entries are not among them. */
  readonly indents: ReadonlyMap<number, number>;
  /** By line: the collections whose entries begin there, the outer one first. */
  readonly levels: ReadonlyMap<number, readonly Level[]>;
}

class Indenter implements Indentation {
  readonly indents = new Map<number, number>();
  readonly levels = new Map<number, readonly Level[]>();
  private readonly lines: TextLines;

  constructor(lines: TextLines) {
    this.lines = lines;
  }

  /** `to`: the indentation of the entries. */
  collection(block: CST.BlockMap | CST.BlockSequence, to: number): void {
    for (const item of block.items) {
      const { start, key, sep = [], value } = item;
      const props = [...start, ...sep].filter(
        ({ type }) => type !== 'space' && type !== 'newline' && type !== 'comment',
      );
      const offset = Math.min(...[...props, key].flatMap((token) => (token ? [token.offset] : [])));
      if (!Number.isFinite(offset)) continue;
      const line = this.lines.at(offset);
      if (this.lines.isFirst(offset)) this.indents.set(line, to);
      this.levels.set(line, [...(this.levels.get(line) ?? []), { from: block.indent, to }]);
      // Anchors and tags below their key.
      for (const prop of props)
        if (this.lines.at(prop.offset) > line && this.lines.isFirst(prop.offset))
          this.indents.set(this.lines.at(prop.offset), to + step);
      if (value !== undefined) this.value(value, { from: block.indent, to });
    }
  }

  /** `parent`: the collection with the value. */
  private value(value: CST.Token, { from, to }: Level): void {
    switch (value.type) {
      case 'block-map':
      case 'block-seq':
        this.collection(value, to + step);
        break;
      case 'block-scalar':
        this.block(value, { from, to });
        break;
      case 'flow-collection':
        this.shiftLines(value.offset, value.end.at(0)?.offset ?? value.offset, { from, to });
        break;
      case 'scalar':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
        this.shiftLines(value.offset, value.offset + value.source.length - 1, { from, to });
    }
  }

  /** Moves the further lines of a value as far as its first one. */
  private shiftLines(start: number, end: number, { from, to }: Level): void {
    const first = this.lines.at(start);
    const isBelow = this.lines.isFirst(start);
    const by = isBelow ? to + step - this.lines.columnOf(start) : to - from;
    if (isBelow) this.indents.set(first, to + step);
    for (let line = first + 1; line <= this.lines.at(end); line += 1) this.shift(line, by);
  }

  private shift(line: number, by: number): void {
    const { indent = 0, isBlank = true } = this.lines.all[line] ?? {};
    if (!isBlank) this.indents.set(line, Math.max(0, indent + by));
  }

  /** The lines of a block text. A digit in the header counts from the parent, so that it stays right. */
  private block(scalar: CST.BlockScalar, { from, to }: Level): void {
    const { start, end, source, header } = blockText(scalar);
    if (source.trim() === '') return;
    const [first, last] = [this.lines.at(start), this.lines.at(Math.max(start, end - 1))];
    const written = this.lines.all.slice(first, last + 1).find(({ isBlank }) => !isBlank)?.indent ?? 0;
    const by = /\d/.test(header) ? to - from : to + step - written;
    for (let line = first; line <= last; line += 1) {
      const { indent = 0, isBlank = true } = this.lines.all[line] ?? {};
      // Spaces beyond the indentation of the text belong to it.
      if (!isBlank || (indent > written && !/\d/.test(header))) this.indents.set(line, Math.max(0, indent + by));
    }
  }
}

/** A document whose value is no block collection has no indentation to change. */
export function indentationOf({ value }: CST.Document, lines: TextLines): Indentation {
  const indenter = new Indenter(lines);
  if (value?.type === 'block-map' || value?.type === 'block-seq') indenter.collection(value, 0);
  return indenter;
}
