/** Reads and encodes the row of an endpoint that answers one object. */

import type { Answer } from '../../base/contract.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import { isRow, type WorkRow } from '../../shape/encode.ts';
import { brokenWhole, encodeSingle, type Members, type ReadWork } from '../answer/encode-rows.ts';
import type { RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { idExists } from './id-exists.ts';
import { runRead } from './read.ts';

type SingleAnswer = Extract<Answer, { kind: 'single' }>;

/** Whether a row has any value; `SELECT SUM(...)` returns a row of nulls if there is nothing to add. */
function isFilled(row: WorkRow | undefined): row is WorkRow {
  return isRow(row) && Object.keys(row).length > 0;
}

/**
 * The members of a single object. Without a row: the contract's empty answer, or a refusal of the id that must exist.
 */
export async function answerSingle(
  plan: EndpointPlan,
  work: ReadWork,
  answer: SingleAnswer,
  call: RunContext,
  isKnown: boolean,
): Promise<Members> {
  const context: RunContext = { ...call, keepsUnknown: true };
  const rows = isKnown ? await runRead(work.read, context) : [];
  const row = rows[0];
  if (rows.length > 1) throw brokenWhole('answer', `${rows.length} rows were returned where one is expected`);
  const hasValue = isFilled(row) && !isEmptyAnswer(row, answer);
  if (hasValue) return encodeSingle(row, work.encode, work.zone, context);
  if (answer.empty !== undefined) return JSON.stringify(answer.empty).slice(1, -1);
  for (const field of plan.endpoint.mustExist) {
    const exists = isKnown && (await idExists(plan, field, context));
    if (exists !== true) refuse([{ field, message: 'is not known to the ERP', rule: 'unknown' }]);
  }
  throw brokenWhole('answer', 'the query gives no row for an id that exists');
}

/** Whether the row has no value for any nullable member of the empty answer: a price row without a price equals no row. */
function isEmptyAnswer(row: WorkRow, answer: SingleAnswer): boolean {
  const { empty = {} } = answer;
  let nulls = false;
  for (const name in empty) {
    if (empty[name] !== null) continue;
    if (row[name] !== undefined && row[name] !== null) return false;
    nulls = true;
  }
  return nulls;
}
