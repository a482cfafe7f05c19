/** Several lists of an ERP that form one list of the contract: read one after the other, each page by page. */
import type { BranchPlan, ExchangeBranch } from '../../plan/read.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { RunContext } from '../context/context.ts';
import { type PagedRows, type RowRange, runExchangeBranch } from './http-branch.ts';

/**
 * Whether these branches can be read one after the other: rows that the engine sorts or ranks have no position to
 * continue from.
 */
export function isChain(branches: readonly BranchPlan[]): branches is readonly ExchangeBranch[] {
  return branches.every(
    (branch) => branch.kind === 'exchange' && branch.search === undefined && branch.order.length === 0,
  );
}

/** Rows of a page. It continues in the list, and after the row, at which the previous page ended. */
export async function runChain(
  branches: readonly ExchangeBranch[],
  context: RunContext,
  { count, offset, after }: RowRange,
): Promise<PagedRows> {
  const [first, ...position] = after ?? [];
  const hasPosition = typeof first === 'number' && first < branches.length;
  // Without a position, the rows before the page are read and skipped.
  const passed = hasPosition ? 0 : offset;
  const rows: WorkRow[] = [];
  const keys: (readonly SqlValue[] | undefined)[] = [];
  const pagedRows = (more: boolean): PagedRows => ({
    rows: rows.slice(passed),
    keys: (index) => keys[passed + index],
    more,
  });
  for (const [index, branch] of branches.entries()) {
    if (hasPosition && index < first) continue;
    const left = passed + count - rows.length;
    const behind = hasPosition && index === first ? position : undefined;
    // The page is full: a further list is read only to know whether it has rows.
    const range = { count: Math.max(left, 1), offset: 0, after: behind, pageSize: count };
    const branchRows = await runExchangeBranch(branch, context, range);
    if (left === 0 && branchRows.rows.length > 0) return pagedRows(true);
    for (const [number, row] of branchRows.rows.entries()) {
      const key = branchRows.keys(number);
      rows.push(row);
      keys.push(key && [index, ...key]);
    }
    if (branchRows.more) return pagedRows(true);
  }
  return pagedRows(false);
}
