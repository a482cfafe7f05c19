/** Rows of a read inside another read: the check of their columns, and what they look like in the outer row. */
import type { Path } from '../../base/place.ts';
import type { AttachSpec, BranchSpec } from '../../profile/schema/index.ts';
import type { OutputColumn } from '../../sources/source.ts';
import type { ValueType } from '../../transform/value-type.ts';
import { checkColumns, unmapped } from '../columns/answer-columns.ts';
import type { CompileContext } from '../context/context.ts';
import type { Names } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';

interface InnerRows {
  readonly path: Path;
  readonly spec: Pick<BranchSpec, 'query' | 'fields' | 'codes'>;
  /** Columns of the rows; undefined where they are not known. */
  readonly columns: readonly string[] | undefined;
  readonly values: readonly OutputColumn[];
  readonly target: ReadTarget;
}

/** Checks the columns of inner rows against the contract's list that they become, where there is one. */
export function checkInnerColumns(context: CompileContext, { path, spec, columns, values, target }: InnerRows): void {
  const { fields } = target;
  if (fields === undefined || columns === undefined) return;
  const query = { path, text: spec.query ?? '', values: unmapped(values, spec) };
  const computed = Object.keys(spec.fields ?? {});
  const answer = { path, branches: [{ query, columns }], complete: true, fields, computed, provided: [] };
  checkColumns(context, answer, target);
}

/** The type of the value in the outer row: a list of the inner rows, or with `one` the inner row itself. */
export function innerValueType({ one }: Pick<AttachSpec, 'one'>, { row }: Names): ValueType {
  return one === undefined ? { kind: 'list', items: row } : row;
}
