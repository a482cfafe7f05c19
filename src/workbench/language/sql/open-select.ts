/** A SELECT that is being read. */
import type { Span } from '../text/positions.ts';
import type { Lexeme } from './lexemes.ts';
import { type Output, outputOf } from './outputs.ts';
import type { Query, Source } from './query-model.ts';

export type Clause = 'outputs' | 'sources' | 'sorting' | 'other';

export class OpenSelect {
  clause: Clause = 'other';
  /** Whether a table must follow. */
  awaitsSource = false;
  isLateral = false;
  /** Whether the table follows INTO: a list in parentheses behind it names columns. */
  isTarget = false;
  /** Open parentheses around joins. */
  depth = 0;
  readonly sources: Source[] = [];
  readonly outputs: Output[] = [];
  readonly sorting: Span[] = [];
  readonly inner: Query[] = [];
  private item: Lexeme[] = [];
  private sortedFrom = 0;

  /** Ends the current clause at an offset. */
  enter(clause: Clause, offset: number): void {
    this.endItem();
    if (this.clause === 'sorting') this.sorting.push({ start: this.sortedFrom, end: offset });
    this.sortedFrom = offset;
    this.clause = clause;
    this.awaitsSource = false;
  }

  add(lexeme: Lexeme): void {
    if (this.clause === 'outputs') this.item.push(lexeme);
  }

  /** Ends an output at a comma, or at the end of the list. */
  endItem(): void {
    const output = this.clause === 'outputs' ? outputOf(this.item) : undefined;
    if (output !== undefined) this.outputs.push(output);
    this.item = [];
  }

  addSource(source: Source): void {
    this.sources.push(source);
    this.awaitsSource = false;
    this.isLateral = false;
  }
}
