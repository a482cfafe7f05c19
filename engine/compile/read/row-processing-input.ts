/** What compiling the processing of rows takes and returns; shared by the files that compile its parts. */
import type { Path } from '../../base/place.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { BranchSpec } from '../../profile/schema/index.ts';
import type { ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import type { Names } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';

/** The keys of a read that process its rows. */
export type RowProcessingSpec = Pick<BranchSpec, 'attach' | 'each' | 'where' | 'fields' | 'codes'>;

export interface RowProcessingInput {
  readonly path: Path;
  readonly spec: RowProcessingSpec;
  /** Columns of the rows; undefined while the database has not described the query. */
  readonly columns: readonly string[] | undefined;
  readonly target: ReadTarget;
  /** The names that expressions may read from a row, where more is known than `columns`. */
  readonly names?: Names | undefined;
  /** The rows are JSON of an ERP. */
  readonly isJson?: boolean;
}

export interface CompiledRowProcessing {
  readonly plan: RowProcessing;
  /** Columns of the processed rows; undefined while the database has not described the query. */
  readonly columns: readonly string[] | undefined;
  /** Columns that `attach`, `each` and `fields` add. */
  readonly added: readonly string[];
  /** The type of the processed rows. */
  readonly row: ValueType;
}

/** Attached reads process their rows too: their files receive this function instead of importing it, which would be a cycle. */
export type CompileRowProcessing = (context: CompileContext, input: RowProcessingInput) => CompiledRowProcessing;
