/**
 * The steps of a write between its lookups: the reads of `prepare`, which may refuse, then the steps that change the
 * ERP.
 */
import type { PrepareStep, RowsRefusal, WriteStep } from '../../plan/write.ts';
import { isRow, type WorkRow } from '../../shape/encode.ts';
import type { Row, SqlSession } from '../../sources/source.ts';
import { brokenWhole } from '../answer/encode-rows.ts';
import { bindingsOf, type RunContext, withState } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { runReadForm } from '../read/read.ts';
import { yieldRegularly } from '../rows/compute-fields.ts';
import { procedureRows } from '../statement/procedure-result.ts';
import { attributeError, bind } from '../statement/run-statement.ts';

/** Runs the reads of `prepare` in order; later reads can use the result of each by its name. */
export async function prepare(reads: readonly PrepareStep[], outer: RunContext): Promise<RunContext> {
  let context = outer;
  for (const { name, read, one, field } of reads) {
    const { rows, list } = await runReadForm(read, context);
    const [only] = rows;
    if (one !== undefined && rows.length !== 1) {
      const message = await one.render(context.state.request, bindingsOf(context));
      refuse([{ field: field ?? '', message, rule: field === undefined ? 'unknown' : 'refused' }]);
    }
    const result = list ? rows : only;
    context = withState(context, { steps: { ...context.state.steps, [name]: result } });
  }
  return context;
}

/** Items of a list whose statements are sent together: a database that supports it gets them in one round trip. */
const together = 50;

/**
 * Runs the steps in order, each once or for every item of its list; later steps can use the first row that a step
 * returns. Then runs `find`, and returns its result. `isFindEarly`: `find` runs in the session, so that it can be requested with the last
 * statements of the steps; the session runs it after them.
 */
export async function runSteps<T>(
  plans: readonly WriteStep[],
  session: SqlSession,
  outer: RunContext,
  find: () => Promise<T>,
  isFindEarly: boolean,
): Promise<T> {
  let context = outer;
  for (const step of plans) {
    const { name, query, each } = step;
    const items: readonly unknown[] =
      each === undefined ? [undefined] : listOf(await each.items.evaluate(context.state.request, bindingsOf(context)));
    const ofItem = (item: unknown, index: number): RunContext => {
      if (each === undefined) return context;
      const variable = { [each.variable]: isRow(item) ? { number: index + 1, ...item } : item };
      return withState(context, { steps: { ...context.state.steps, ...variable } });
    };
    // A procedure may have effects that no rollback undoes: it is called when the call before has succeeded.
    const size = query.call === undefined ? together : 1;
    let first: WorkRow | undefined;
    for (let start = 0; start < items.length; start += size) {
      await yieldRegularly(start);
      const part = items.slice(start, start + size);
      const running = firstRow(part.map((item, index) => runStep(step, session, ofItem(item, start + index))));
      if (isFindEarly && query.call === undefined && step === plans.at(-1) && start + size >= items.length) {
        return await after(running, find());
      }
      first ??= await running;
    }
    context = withState(context, { steps: { ...context.state.steps, [name]: first && query.clean(first) } });
  }
  return find();
}

/** The result of `find`. An error of the statements before it is the cause of its own. */
async function after<T>(written: Promise<unknown>, find: Promise<T>): Promise<T> {
  const [before] = await Promise.allSettled([written, find]);
  if (before.status === 'rejected') throw before.reason;
  return find;
}

/** The first row of the results. Rejects with the error of the first statement that failed, when all have ended. */
async function firstRow(running: readonly Promise<readonly Row[]>[]): Promise<Row | undefined> {
  const settled = await Promise.allSettled(running);
  let first: Row | undefined;
  for (const result of settled) {
    if (result.status === 'rejected') throw result.reason;
    first ??= result.value[0];
  }
  return first;
}

/** Throws a refusal, so that the transaction is rolled back, if the statement changed another number of rows than it has to. */
async function checkChanged({ rows, message, field }: RowsRefusal, changed: number, context: RunContext) {
  if (changed === 1 || (rows === 'some' && changed > 1)) return;
  const text = await message.render(context.state.request, bindingsOf(context));
  refuse([{ field: field ?? '', message: text, rule: 'refused' }]);
}

async function runStep(
  { name, query, refusal }: WriteStep,
  session: SqlSession,
  context: RunContext,
): Promise<readonly Row[]> {
  const bound = bind(query, context.state);
  const { rows, affected } = await session.execute(bound).catch((error: unknown) => {
    throw attributeError(error, query, bound);
  });
  // For a procedure the database does not report the number of changed rows: `find` has to show the change.
  if (query.call !== undefined) return procedureRows(query.call, rows, context);
  const changed = Math.max(affected, rows.length);
  if (refusal !== undefined) await checkChanged(refusal, changed, context);
  else if (changed === 0) throw brokenWhole('document', `the statement of step "${name}" changed nothing`);
  return rows;
}

function listOf(items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items;
  return items === undefined ? [] : [items];
}
