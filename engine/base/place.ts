/** A place in a text file. */

/** Line and column count from 1; `length` is in characters (UTF-16 code units). */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}
