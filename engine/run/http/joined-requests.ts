/** Requests for rows that have already been read: for all of them in batches, or for each row. */

import type { FieldFault } from '../../base/problem.ts';
import { mapInTurns } from '../../base/turn.ts';
import type { JoinKey } from '../../plan/join-key.ts';
import type { AttachedRead, EachPlan } from '../../plan/row-processing.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { Message } from '../../transform/message.ts';
import { bindingsOf, type RunContext, withState } from '../context/context.ts';
import { refuseAll } from '../context/refuse.ts';
import { renderExchange } from './exchange.ts';
import { allRows } from './pages.ts';

/**
 * Runs `work` for all items with limited concurrency; the results are in the order of the items. After the first
 * failure no new work starts.
 */
async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array(items.length);
  const left = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (failed) return;
      results[index] = await work(item, index).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** The rows of each request. Rows with equal keys are requested once. */
async function batches(rows: readonly WorkRow[], key: JoinKey, size: number): Promise<readonly (readonly WorkRow[])[]> {
  const keyOf = key.textOf.run;
  const keyed = await mapInTurns(rows, (row) => [keyOf(row), row] as const);
  const distinct = [...new Map(keyed).values()];
  const starts = Array.from({ length: Math.ceil(distinct.length / size) }, (_none, index) => index * size);
  return starts.map((start) => distinct.slice(start, start + size));
}

/** The rows of an attached read. With several columns the same row may be in two batches, and is returned once. */
export async function requestAttachedRows(
  read: Extract<AttachedRead, { readonly kind: 'exchange' }>,
  outer: JoinKey,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly WorkRow[]> {
  const { exchange, paging, batch, concurrency } = read;
  const all = await mapConcurrently(await batches(rows, outer, batch), concurrency, async (batchRows) => {
    const batchBindings = { rows: batchRows };
    return allRows(exchange, paging, withState(context, batchBindings), batchBindings);
  });
  return all.flat();
}

/** The result of each row's own request. Rows with equal requests share one. */
export async function requestEachRow(
  plan: Pick<EachPlan, 'exchange' | 'paging' | 'concurrency'>,
  rows: readonly WorkRow[],
  context: RunContext,
): Promise<readonly (readonly WorkRow[])[]> {
  const sent = new Map<string, Promise<readonly WorkRow[]>>();
  return mapConcurrently(rows, plan.concurrency, async (row) => {
    const rowBindings = { row };
    const request = await renderExchange(plan.exchange, context, rowBindings);
    const name = JSON.stringify(request ?? null);
    const answer = sent.get(name) ?? allRows(plan.exchange, plan.paging, context, rowBindings);
    sent.set(name, answer);
    return answer;
  });
}

/**
 * Throws a refusal that names the request fields of all rows without exactly one result. Does nothing unless the plan
 * expects `one`.
 */
export async function refuseUnlessOne(
  plan: Pick<EachPlan, 'one' | 'name'>,
  rows: readonly WorkRow[],
  results: readonly (readonly WorkRow[])[],
  context: RunContext,
  fieldOf: (index: number) => string,
): Promise<void> {
  const { one } = plan;
  if (one === undefined) return;
  async function* faults(message: Message): AsyncGenerator<FieldFault> {
    for (const [index, row] of rows.entries()) {
      const count = results[index]?.length ?? 0;
      if (count === 1) continue;
      const text = await message.render(row, bindingsOf(context));
      yield { field: fieldOf(index), message: text, rule: count === 0 ? 'unknown' : 'ambiguous' };
    }
  }
  await refuseAll(faults(one));
}
