/** The look-up of documents by their key, which is compared exactly. */

import { ProblemError } from '../../base/problem.ts';
import type { ReadPlan } from '../../plan/read.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import type { RunContext } from '../context/context.ts';
import { runRead } from '../read/read.ts';
import { type DocumentForm, severalDocuments } from './document.ts';

/** The documents that carry exactly this key. Near ones alone are held for a person. */
export async function findDocuments(read: ReadPlan, key: string, context: RunContext): Promise<readonly WorkRow[]> {
  const rows = await runRead(read, context);
  const exact = rows.filter((row) => textOf(row.key) === key);
  // The ERP's collation may hold po-1 and PO-1 for equal. Which of the two is meant is not for the engine to guess.
  if (exact.length === 0 && rows.length > 0)
    throw held(`the ERP found ${rows.length} documents for the key ${key}, but none carries exactly this key`);
  return exact;
}

/** The one document of a key; undefined where there is none. Several are held for a person. */
export function onlyOne(
  answer: DocumentForm['answer'],
  documents: readonly WorkRow[],
  key: string,
): WorkRow | undefined {
  if (documents.length > 1) throw held(severalDocuments(answer, documents, key));
  return documents[0];
}

function held(detail: string): ProblemError {
  const message =
    'The ERP holds documents that look like this one, but not exactly; somebody has to look at them before it can be sent again.';
  return new ProblemError({ kind: 'broken', message }, new Error(detail));
}
