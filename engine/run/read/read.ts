/** Runs a read: its first or all branches, then the processing of the rows. */

import { sortRows } from '../../plan/order.ts';
import type { BranchPlan, QueryBranch, ReadPlan } from '../../plan/read.ts';
import { sqlValue } from '../../plan/sql-value.ts';
import { isRow, type WorkRow } from '../../shape/encode.ts';
import { SourceError, type SqlValue } from '../../sources/source.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { sinceBounds } from '../marks/since.ts';
import { type FieldOf, hasProcessing, processRows } from '../rows/process-rows.ts';
import { type Frame, runQuery } from '../statement/run-statement.ts';
import { type RowRange, runExchangeBranch } from './http-branch.ts';
import { isChain, runChain } from './http-lists.ts';

/** A page of rows: after a key if it is known, else after a number of rows; or the rows with an empty key. */
interface Window {
  readonly limit: number;
  readonly offset: number;
  readonly after?: readonly SqlValue[] | undefined;
  readonly empty?: boolean;
  /** The last row of `limit` only shows whether another page follows. */
  readonly ahead?: boolean;
}

const requestField: FieldOf = (_index, column) => column;

function frameOf(
  branch: QueryBranch,
  context: RunContext,
  window: Window | undefined,
  since: readonly SqlValue[] | undefined,
): Frame {
  const text = branch.search === undefined ? undefined : context.state.request[branch.search];
  return {
    search: typeof text === 'string' ? text : undefined,
    since,
    after: window?.after,
    empty: window?.empty,
    limit: window?.limit,
    offset: window?.after === undefined ? window?.offset : 0,
  };
}

/** A search for characters that the database cannot store finds nothing. */
function noHits(error: unknown): readonly WorkRow[] {
  if (error instanceof SourceError && error.unfit.length > 0) return [];
  throw error;
}

/** If one column cannot store a character of the text, another one may: the text is then compared in another way. */
function search(branch: QueryBranch, context: RunContext, frame: Frame): Promise<readonly WorkRow[]> {
  return runQuery(branch.query, context, frame).catch((error: unknown) => {
    const none = noHits(error);
    return branch.searchRare ? runQuery(branch.query, context, { ...frame, rare: true }).catch(noHits) : none;
  });
}

function runQueryBranch(
  branch: QueryBranch,
  context: RunContext,
  window: Window | undefined,
): Promise<readonly WorkRow[]> {
  const run = (since?: readonly SqlValue[]) => {
    const frame = frameOf(branch, context, window, since);
    return branch.search === undefined ? runQuery(branch.query, context, frame) : search(branch, context, frame);
  };
  return branch.since === undefined ? run() : sinceBounds(branch.since, context).then(run);
}

function rowRangeOf(window: Window | undefined): RowRange | undefined {
  if (window === undefined) return undefined;
  const { limit, offset, after, ahead } = window;
  return { count: ahead === true ? limit - 1 : limit, offset, after };
}

interface BranchRows {
  readonly rows: readonly WorkRow[];
  readonly keys: Keys;
  readonly more?: boolean | undefined;
}

async function runBranch(branch: BranchPlan, context: RunContext, window: Window | undefined): Promise<BranchRows> {
  if (branch.kind === 'exchange') return runExchangeBranch(branch, context, rowRangeOf(window));
  const rows = await runQueryBranch(branch, context, window);
  const processed = hasProcessing(branch.processing)
    ? await processRows(branch.processing, rows, context, requestField)
    : rows;
  return { rows: processed, keys: keysOf(branch, rows) };
}

/** The key of the n-th row, from which the next page continues; undefined if rows have no key. */
type Keys = (index: number) => readonly SqlValue[] | undefined;

const noKeys: Keys = () => undefined;

function keysOf(branch: QueryBranch, rows: readonly WorkRow[]): Keys {
  const { key } = branch;
  if (key === undefined) return noKeys;
  return (index) => {
    const values = key.map((column) => sqlValue(rows[index]?.[column])).filter((value) => value !== undefined);
    return values.length === key.length ? values : undefined;
  };
}

interface Gathered {
  readonly rows: readonly WorkRow[];
  /** True if an expression returned a list, false for one object. */
  readonly list: boolean;
  readonly fieldOf: FieldOf;
  readonly keys: Keys;
  /** Whether other rows follow; undefined if only an additional row can show it. */
  readonly more?: boolean | undefined;
}

type Form = Pick<Gathered, 'rows' | 'list' | 'keys' | 'more'>;

async function rowsOf(plan: ReadPlan, context: RunContext, window: Window | undefined): Promise<Gathered> {
  const { rows } = plan;
  if (rows.kind === 'expression') {
    const value = await rows.expression.evaluate(context.state.request, bindingsOf(context));
    const items = (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter(isRow);
    const list = rows.expression.bareName;
    return {
      rows: items,
      list: rows.list || Array.isArray(value),
      fieldOf: (index, column) => (list === undefined ? column : `${list}[${index}].${column}`),
      keys: noKeys,
    };
  }
  const [only, ...others] = rows.branches;
  if (only !== undefined && others.length === 0) {
    const branchRows = await runBranch(only, context, window);
    const sorted = rows.kind === 'union' ? await sortRows(branchRows.rows, rows.order) : branchRows.rows;
    return { rows: sorted, list: false, fieldOf: requestField, keys: branchRows.keys, more: branchRows.more };
  }
  const range = rowRangeOf(window);
  if (range !== undefined && rows.kind === 'union' && rows.order.length === 0 && isChain(rows.branches)) {
    const chainRows = await runChain(rows.branches, context, range);
    return { rows: chainRows.rows, list: false, fieldOf: requestField, keys: chainRows.keys, more: chainRows.more };
  }
  // The start of the page within each of several reads is unknown, so each read returns its rows up to the end of the
  // page.
  const all = window && { limit: window.offset + window.limit, offset: 0 };
  let gathered: readonly WorkRow[] = [];
  for (const branch of rows.branches) {
    const branchRows = await runBranch(branch, context, all);
    gathered = gathered.length === 0 ? branchRows.rows : [...gathered, ...branchRows.rows];
    if (rows.kind === 'first' && gathered.length > 0) break;
  }
  const sorted = rows.kind === 'union' ? await sortRows(gathered, rows.order) : gathered;
  const page = window === undefined ? sorted : sorted.slice(window.offset, window.offset + window.limit);
  return { rows: page, list: false, fieldOf: requestField, keys: noKeys };
}

/**
 * The branch of a read with one statement and no processing, as most endpoints have; undefined for others. It needs
 * no further steps.
 */
function plainBranch({ rows, processing }: ReadPlan): QueryBranch | undefined {
  if (rows.kind !== 'first' || rows.branches.length !== 1 || hasProcessing(processing)) return undefined;
  const branch = rows.branches[0];
  return branch?.kind !== 'query' || hasProcessing(branch.processing) ? undefined : branch;
}

/** The processed rows of a read, and whether an expression returned them as a list. */
export function runReadForm(plan: ReadPlan, context: RunContext, window?: Window): Promise<Form> {
  const branch = plainBranch(plan);
  if (branch === undefined) return processedRowsOf(plan, context, window);
  return runQueryBranch(branch, context, window).then((queryRows) => ({
    rows: queryRows,
    list: false,
    keys: keysOf(branch, queryRows),
  }));
}

async function processedRowsOf(plan: ReadPlan, context: RunContext, window: Window | undefined): Promise<Form> {
  const { rows, list, fieldOf, keys, more } = await rowsOf(plan, context, window);
  return { rows: await processRows(plan.processing, rows, context, fieldOf), list, keys, more };
}

/** The processed rows of a read. */
export function runRead(plan: ReadPlan, context: RunContext, window?: Window): Promise<readonly WorkRow[]> {
  return runReadForm(plan, context, window).then(({ rows }) => rows);
}
