/** Which columns of a read are only written into its answer: nobody computes with them, so that a source may give them as text. */
import type { AttachPlan, BranchPlan, QueryPlan, ReadPlan, ShapePlan } from '../../plan/plan.ts';

const rowsPrefix = 'rows.';

/** Expressions and messages may look into a row, and into the rows attached to it, as they like. */
function isSeen({ fields, attach, each }: ShapePlan): boolean {
  const seenBy = attach.some(({ one, ask }) => one !== undefined || ask.kind === 'exchange');
  return fields.length > 0 || each.length > 0 || seenBy;
}

/** Columns that attached reads ask with, as `:rows.column`. */
function askedWith({ attach }: ShapePlan): readonly string[] {
  return attach
    .flatMap(({ ask }) => (ask.kind === 'query' ? [...ask.query.values.keys()] : []))
    .filter((name) => name.startsWith(rowsPrefix))
    .map((name) => name.slice(rowsPrefix.length));
}

function writes(query: QueryPlan, used: readonly string[]): QueryPlan {
  const written = query.columns.filter(({ name }) => !used.includes(name)).map(({ given }) => given);
  return { ...query, written: new Set(written) };
}

function attachWrites(attach: AttachPlan): AttachPlan {
  const { ask, shape } = attach;
  if (isSeen(shape) || ask.kind === 'exchange') return attach;
  return { ...attach, ask: { ...ask, query: writes(ask.query, askedWith(shape)) }, shape: shapeWrites(shape) };
}

function shapeWrites(shape: ShapePlan): ShapePlan {
  return { ...shape, attach: shape.attach.map(attachWrites) };
}

function branchWrites(branch: BranchPlan, outer: ShapePlan): BranchPlan {
  if (branch.kind === 'exchange') return branch;
  const { query, shape, key = [] } = branch;
  if (isSeen(shape)) return branch;
  const used = [...key, ...askedWith(shape), ...askedWith(outer)];
  return { ...branch, query: writes(query, used), shape: shapeWrites(shape) };
}

/** The read of an answer, each of its queries saying which columns are only written. */
export function withWrittenColumns(read: ReadPlan): ReadPlan {
  const { rows, shape } = read;
  if (rows.kind === 'expression' || isSeen(shape)) return read;
  const branches = rows.branches.map((branch) => branchWrites(branch, shape));
  return { rows: { ...rows, branches }, shape: shapeWrites(shape) };
}
