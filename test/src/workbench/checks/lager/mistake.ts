/** Mistakes of meaning in the profile of Lager: each answer is valid, and one check must find it. */
import type { Path } from '../../../../../src/contract/index.ts';

export interface Mistake {
  readonly what: string;
  /** The check that must find it. */
  readonly id: string;
  readonly path: Path;
  /** A text of the profile, and what it is replaced with. */
  readonly edits: readonly (readonly [old: string, now: string])[];
}
