/** The look-up of a document by its key, which is compared exactly. */
import type { ReadPlan } from '../../compile/plan.ts';
import { ProblemError } from '../../problem.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import type { RunContext } from '../context.ts';
import type { WriteKey } from '../key.ts';
import { runRead } from '../read.ts';

/** The document that carries exactly this key; undefined where there is none. Several, or near ones alone, are held for a person. */
export async function findDocument(read: ReadPlan, key: WriteKey, context: RunContext): Promise<WorkRow | undefined> {
  const rows = await runRead(read, context);
  const exact = rows.filter((row) => textOf(row.key) === key.text);
  if (exact.length > 1) throw held(`${exact.length} documents of the ERP carry the key ${key.text}`);
  // The ERP's collation may hold po-1 and PO-1 for equal. Which of the two is meant is not for the engine to guess.
  if (exact.length === 0 && rows.length > 0)
    throw held(`the ERP found ${rows.length} documents for the key ${key.text}, but none carries exactly this key`);
  return exact[0];
}

function held(detail: string): ProblemError {
  const message =
    'The ERP holds documents that look like this one, but not exactly; somebody has to look at them before it can be sent again.';
  return new ProblemError({ kind: 'broken', message }, new Error(detail));
}
