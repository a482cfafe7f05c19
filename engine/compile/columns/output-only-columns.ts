/** Marks the columns that are copied into the answer and read by no other step, so that a source may return them as text. */
import type { QueryPlan } from '../../plan/query.ts';
import type { BranchPlan, ReadPlan } from '../../plan/read.ts';
import type { AttachPlan, RowProcessing } from '../../plan/row-processing.ts';

const rowsPrefix = 'rows.';

/** Whether other steps may read any column of a row: expressions, messages, and requests see whole rows. */
function readsWholeRows({ fields, attach, each }: RowProcessing): boolean {
  const readByAttach = attach.some(({ one, read }) => one !== undefined || read.kind === 'exchange');
  return fields.length > 0 || each.length > 0 || readByAttach;
}

/** Columns that attached queries use as `:rows.column`. */
function usedByAttach({ attach }: RowProcessing): readonly string[] {
  return attach
    .flatMap(({ read }) => (read.kind === 'query' ? [...read.query.values.keys()] : []))
    .filter((name) => name.startsWith(rowsPrefix))
    .map((name) => name.slice(rowsPrefix.length));
}

/** The query with all columns marked except those in `used`. */
function marked(query: QueryPlan, used: readonly string[]): QueryPlan {
  const outputOnly = query.columns.filter(({ name }) => !used.includes(name)).map(({ reportedName }) => reportedName);
  return { ...query, outputOnly: new Set(outputOnly) };
}

function markedAttach(attach: AttachPlan): AttachPlan {
  const { read, processing } = attach;
  if (readsWholeRows(processing) || read.kind === 'exchange') return attach;
  const query = marked(read.query, usedByAttach(processing));
  return { ...attach, read: { ...read, query }, processing: markedProcessing(processing) };
}

function markedProcessing(processing: RowProcessing): RowProcessing {
  return { ...processing, attach: processing.attach.map(markedAttach) };
}

/** `common`: the processing of the rows of all branches. */
function markedBranch(branch: BranchPlan, common: RowProcessing): BranchPlan {
  if (branch.kind === 'exchange') return branch;
  const { query, processing, key = [] } = branch;
  if (readsWholeRows(processing)) return branch;
  const used = [...key, ...usedByAttach(processing), ...usedByAttach(common)];
  return { ...branch, query: marked(query, used), processing: markedProcessing(processing) };
}

/** The read of an endpoint's answer, whose queries say which columns are only copied into the answer. */
export function withOutputOnlyColumns(read: ReadPlan): ReadPlan {
  const { rows, processing } = read;
  if (rows.kind === 'expression' || readsWholeRows(processing)) return read;
  const branches = rows.branches.map((branch) => markedBranch(branch, processing));
  return { rows: { ...rows, branches }, processing: markedProcessing(processing) };
}
