/** Lists of an ERP that are one list of the contract: walked one behind the other, each through its own pages. */
import type { BranchPlan, ExchangeBranch } from '../../plan/read.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import type { RunContext } from '../context/context.ts';
import { type Found, type RowRange, runExchangeBranch } from './http-branch.ts';

/** Whether all of these can be walked: rows that the engine sorts or ranks have no place to go on behind. */
export function isChain(branches: readonly BranchPlan[]): branches is readonly ExchangeBranch[] {
  return branches.every(
    (branch) => branch.kind === 'exchange' && branch.search === undefined && branch.order.length === 0,
  );
}

/** Rows of a page. It goes on in the list, and behind the row, where the page before it ended. */
export async function runChain(
  branches: readonly ExchangeBranch[],
  context: RunContext,
  { count, offset, after }: RowRange,
): Promise<Found> {
  const [first, ...place] = after ?? [];
  const known = typeof first === 'number' && first < branches.length;
  // Without a place the rows before the page are gone through.
  const passed = known ? 0 : offset;
  const rows: WorkRow[] = [];
  const keys: (readonly SqlValue[] | undefined)[] = [];
  const found = (more: boolean): Found => ({
    rows: rows.slice(passed),
    keys: (index) => keys[passed + index],
    more,
  });
  for (const [index, branch] of branches.entries()) {
    if (known && index < first) continue;
    const left = passed + count - rows.length;
    const behind = known && index === first ? place : undefined;
    // Of a full page a further list only has to show whether it has anything.
    const given = await runExchangeBranch(branch, context, { count: Math.max(left, 1), offset: 0, after: behind });
    if (left === 0 && given.rows.length > 0) return found(true);
    for (const [number, row] of given.rows.entries()) {
      const key = given.keys(number);
      rows.push(row);
      keys.push(key && [index, ...key]);
    }
    if (given.more) return found(true);
  }
  return found(false);
}
