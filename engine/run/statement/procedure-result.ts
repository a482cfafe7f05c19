/** The result of a procedure: its outputs, checked against the profile's outcomes, and its rows. */

import { ProblemError } from '../../base/problem.ts';
import type { CallPlan } from '../../plan/query.ts';
import { type Row, returnColumn } from '../../sources/source.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';

/** The outputs by the profile's names. NULL becomes null, because a condition on a missing value would be skipped. */
function outputsOf({ outputs, returns }: CallPlan, given: Row): Row {
  const named = outputs.map(([parameter, name]) => [name, given[parameter] ?? null] as const);
  return Object.fromEntries(returns === undefined ? named : [...named, [returns, given[returnColumn] ?? null]]);
}

const failed = ({ procedure }: CallPlan, message: string, reason: string): ProblemError =>
  new ProblemError({ kind: 'broken', message }, new Error(`the procedure ${procedure} failed: ${reason}`));

async function checkOutcomes(call: CallPlan, outputs: Row, row: Row | undefined, context: RunContext): Promise<void> {
  const bindings = { ...bindingsOf(context), ...(row === undefined ? {} : { row }) };
  for (const { when, kind, message, field } of call.outcomes) {
    // A bare output is a condition too: any code except 0, any text except an empty one.
    if (!(await when.evaluate(outputs, bindings))) continue;
    const text = await message.render(outputs, bindings);
    if (kind === 'refuse') refuse([{ field: field ?? '', message: text, rule: 'refused' }]);
    throw failed(call, text, 'by an outcome of the profile');
  }
}

/**
 * The rows of a call, each with the outputs. `given`: the result of the source, outputs first. Rejects with
 * `ProblemError` if an outcome says that the call failed, or a return code does that no outcome handles.
 */
export async function procedureRows(
  call: CallPlan,
  given: readonly Row[],
  context: RunContext,
): Promise<readonly Row[]> {
  const [first = {}, ...rows] = given;
  const outputs = outputsOf(call, first);
  await checkOutcomes(call, outputs, rows[0], context);
  const code = first[returnColumn];
  if (call.returns === undefined && code !== undefined && code !== null && code !== 0)
    throw failed(call, 'The ERP refused the work without saying why.', `it returned the code ${String(code)}`);
  return rows.map((row) => ({ ...row, ...outputs }));
}
