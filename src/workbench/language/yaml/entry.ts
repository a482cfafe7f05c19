/** Keys and values of a YAML text, with their offsets. */
import type { Path } from '../../../../engine/index.ts';
import type { Span } from '../text/positions.ts';

export type ValueStyle = 'none' | 'plain' | 'single' | 'double' | 'block' | 'map' | 'list';

/** A key with its value, an item of a list, or a word that may become a key. */
export interface Entry {
  /** The path of the value. */
  readonly path: Path;
  /** The key without its quotes; undefined for an item of a list. */
  readonly key: Span | undefined;
  /** The characters of a text without its quotes, or of a list or map in brackets. Empty if there is no value yet. */
  readonly value: Span;
  /** `none`: no value, or one on the following lines. */
  readonly style: ValueStyle;
  /** Column of the key or item, from 0. */
  readonly indent: number;
  /** Inside of brackets. */
  readonly flow: boolean;
  /** A word without a colon. */
  readonly bare: boolean;
}
