/** The form of the criteria for a column. */
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import type { Alternatives } from './names.ts';
import type { Shape } from './shapes.ts';

/** Criteria for a column. */
export interface ColumnCriteria {
  /** Alternatives for the meaning of its name, with their scores. */
  readonly names: Alternatives;
  /** Meanings that exclude a column. */
  readonly not?: readonly Meaning[];
  readonly shape: Shape;
  /** The shape of its values is sufficient: the name does not matter. */
  readonly byShape?: true;
  /** Its values must be unique. */
  readonly unique?: true;
}
