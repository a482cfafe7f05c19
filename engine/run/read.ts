/** Runs a read: its first or all branches, then what is done to the rows. */
import type { BranchPlan, ReadPlan } from '../compile/plan.ts';
import { sqlValue } from '../compile/scope.ts';
import { isRow, type WorkRow } from '../shape/encode.ts';
import type { SqlValue } from '../sources/source.ts';
import { bindingsOf, type RunContext } from './context.ts';
import { sortRows } from './order.ts';
import { type Frame, runQuery } from './query.ts';
import { type FieldOf, shapeRows } from './shape.ts';
import { sinceBounds } from './since.ts';

/** Rows of a page, at most: behind a key where it is known, else behind a number of rows. */
export interface Window {
  readonly limit: number;
  readonly offset: number;
  readonly after?: readonly SqlValue[] | undefined;
}

const requestField: FieldOf = (_index, column) => column;

function frameOf(branch: BranchPlan, context: RunContext, window: Window | undefined): Frame {
  const text = branch.search === undefined ? undefined : context.state.request[branch.search];
  return {
    search: typeof text === 'string' ? text : undefined,
    since: sinceBounds(branch.since, context),
    after: window?.after,
    limit: window?.limit,
    offset: window?.after === undefined ? window?.offset : 0,
  };
}

async function runBranch(
  branch: BranchPlan,
  context: RunContext,
  window: Window | undefined,
): Promise<{ readonly rows: readonly WorkRow[]; readonly keys: Keys }> {
  const rows = await runQuery(branch.query, context, frameOf(branch, context, window));
  return { rows: await shapeRows(branch.shape, rows, context, requestField), keys: keysOf(branch, rows) };
}

/** The key of the n-th row, to go on behind it; undefined where rows have none. */
export type Keys = (index: number) => readonly SqlValue[] | undefined;

const noKeys: Keys = () => undefined;

function keysOf(branch: BranchPlan, rows: readonly WorkRow[]): Keys {
  const { key } = branch;
  if (key === undefined) return noKeys;
  return (index) => {
    const values = key.map((column) => sqlValue(rows[index]?.[column])).filter((value) => value !== undefined);
    return values.length === key.length ? values : undefined;
  };
}

interface Gathered {
  readonly rows: readonly WorkRow[];
  /** An expression gave a list, rather than one object. */
  readonly list: boolean;
  readonly fieldOf: FieldOf;
  readonly keys: Keys;
}

async function rowsOf(plan: ReadPlan, context: RunContext, window: Window | undefined): Promise<Gathered> {
  const { rows } = plan;
  if (rows.kind === 'expression') {
    const value = await rows.expression.evaluate(context.state.request, bindingsOf(context));
    const items = (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(isRow);
    const list = rows.expression.bareName;
    return {
      rows: items,
      list: Array.isArray(value),
      fieldOf: (index, column) => (list === undefined ? column : `${list}[${index}].${column}`),
      keys: noKeys,
    };
  }
  // Where the page begins in each of several reads is not known, so that each gives its rows up to the end of the page.
  const all = rows.branches.length === 1 ? window : window && { limit: window.offset + window.limit, offset: 0 };
  let gathered: readonly WorkRow[] = [];
  let keys = noKeys;
  for (const branch of rows.branches) {
    const given = await runBranch(branch, context, all);
    gathered = gathered.length === 0 ? given.rows : [...gathered, ...given.rows];
    if (rows.branches.length === 1) keys = given.keys;
    if (rows.kind === 'first' && gathered.length > 0) break;
  }
  const sorted = rows.kind === 'union' ? sortRows(gathered, rows.order) : gathered;
  const start = rows.branches.length === 1 ? 0 : (window?.offset ?? 0);
  return {
    rows: window === undefined ? sorted : sorted.slice(start, start + window.limit),
    list: false,
    fieldOf: requestField,
    keys,
  };
}

/** The rows of a read, shaped, and whether they came as a list from an expression. */
export async function runReadForm(
  plan: ReadPlan,
  context: RunContext,
  window?: Window,
): Promise<Pick<Gathered, 'rows' | 'list' | 'keys'>> {
  const { rows, list, fieldOf, keys } = await rowsOf(plan, context, window);
  return { rows: await shapeRows(plan.shape, rows, context, fieldOf), list, keys };
}

/** The rows of a read, shaped. */
export async function runRead(plan: ReadPlan, context: RunContext, window?: Window): Promise<readonly WorkRow[]> {
  return (await runReadForm(plan, context, window)).rows;
}
