/** Places in text files and in YAML documents. */

/** Line and column count from 1; `length` is in characters (UTF-16 code units). */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Path to a value of a YAML document, by keys and indexes: `['endpoints', '/health', 'query']`. */
export type Path = readonly (string | number)[];
