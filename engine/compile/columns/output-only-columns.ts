/** Which columns of a read are only written into its answer: nobody computes with them, so that a source may give them as text. */

import type { QueryPlan } from '../../plan/query.ts';
import type { BranchPlan, ReadPlan } from '../../plan/read.ts';
import type { AttachPlan, RowProcessing } from '../../plan/row-processing.ts';

const rowsPrefix = 'rows.';

/** Expressions and messages may look into a row, and into the rows attached to it, as they like. */
function isSeen({ fields, attach, each }: RowProcessing): boolean {
  const seenBy = attach.some(({ one, read }) => one !== undefined || read.kind === 'exchange');
  return fields.length > 0 || each.length > 0 || seenBy;
}

/** Columns that attached reads ask with, as `:rows.column`. */
function askedWith({ attach }: RowProcessing): readonly string[] {
  return attach
    .flatMap(({ read }) => (read.kind === 'query' ? [...read.query.values.keys()] : []))
    .filter((name) => name.startsWith(rowsPrefix))
    .map((name) => name.slice(rowsPrefix.length));
}

function writes(query: QueryPlan, used: readonly string[]): QueryPlan {
  const written = query.columns.filter(({ name }) => !used.includes(name)).map(({ given }) => given);
  return { ...query, outputOnly: new Set(written) };
}

function attachWrites(attach: AttachPlan): AttachPlan {
  const { read, processing } = attach;
  if (isSeen(processing) || read.kind === 'exchange') return attach;
  return {
    ...attach,
    read: { ...read, query: writes(read.query, askedWith(processing)) },
    processing: shapeWrites(processing),
  };
}

function shapeWrites(shape: RowProcessing): RowProcessing {
  return { ...shape, attach: shape.attach.map(attachWrites) };
}

function branchWrites(branch: BranchPlan, outer: RowProcessing): BranchPlan {
  if (branch.kind === 'exchange') return branch;
  const { query, processing, key = [] } = branch;
  if (isSeen(processing)) return branch;
  const used = [...key, ...askedWith(processing), ...askedWith(outer)];
  return { ...branch, query: writes(query, used), processing: shapeWrites(processing) };
}

/** The read of an answer, each of its queries saying which columns are only written. */
export function withWrittenColumns(read: ReadPlan): ReadPlan {
  const { rows, processing } = read;
  if (rows.kind === 'expression' || isSeen(processing)) return read;
  const branches = rows.branches.map((branch) => branchWrites(branch, processing));
  return { rows: { ...rows, branches }, processing: shapeWrites(processing) };
}
