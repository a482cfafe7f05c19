/** A record of the ERP that is removed or copied, with what may then differ in the answers. */
import type { Path } from '../../../contract/types.ts';
import type { Tolerance } from '../core/answer-differences.ts';
import type { Answers, Question } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { DataRow } from '../core/erp-data.ts';
import type { Gap } from '../core/gap.ts';
import type { Clone } from './clone.ts';
import type { Family } from './family.ts';
import type { Place } from './places.ts';
import type { ErpRow, Rows } from './rows.ts';

export type Change =
  | { readonly kind: 'removed' }
  | {
      readonly kind: 'copied';
      /** Completes "the rows were copied". */
      readonly how: string;
      readonly values?: (record: ErpRow) => DataRow;
      readonly replacing?: ReadonlyMap<ErpRow, DataRow>;
      /** Whether the copy refers to rows that the record owns, such as its company, and has the addresses of that. */
      readonly isShared?: true;
      /** Whether the copy must be answered as the record is. */
      readonly isEqual?: true;
    };

export interface Neighbour {
  /** With its id, for people: `customer K10001`. */
  readonly name: string;
  /** In the service. */
  readonly id: string;
  /** Where the rows have the ids of such records. */
  readonly place: Place;
  readonly family: Family;
  /** The number by which people name it, where it is not its id: the SKU of an article. */
  readonly number?: string;
  readonly questions: readonly Question[];
  /** The lists whose rows have the id of such a record as their own. */
  readonly lists: readonly Path[];
  readonly changes: readonly Change[];
  /** What may differ without the record; with `copy`, while there is a copy with this id. */
  tolerance(before: Answers, copy?: string): Tolerance;
  /** A request about the record as one about its copy. Undefined where it is not about this record alone. */
  aboutCopy(question: Question, copy: string, clone: Clone): Question | undefined;
}

/** The records of a kind to be changed, or why there are none. */
export type FindNeighbours = (context: CheckContext, rows: Rows) => Promise<readonly Neighbour[] | Gap>;
