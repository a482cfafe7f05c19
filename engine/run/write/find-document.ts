/** Looks up documents by their key, compared exactly. */

import { ProblemError } from '../../base/problem.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { RunContext } from '../context/context.ts';
import { runRead } from '../read/read.ts';
import { type DocumentForm, severalDocuments } from './document.ts';
import { otherKeysMessage, withKey } from './exact-key.ts';

/** The documents with exactly this key. Rejects with `ProblemError` if only similar keys are found. */
export async function findDocuments(read: ReadPlan, key: string, context: RunContext): Promise<readonly WorkRow[]> {
  const rows = await runRead(read, context);
  const exact = withKey(rows, key);
  // The collation of the ERP may treat po-1 and PO-1 as equal. The engine cannot decide which one is meant.
  if (exact.length === 0 && rows.length > 0) throw ambiguousProblem(otherKeysMessage(rows, key));
  return exact;
}

/** The document of a key; undefined if there is none. Throws `ProblemError` if there are several. */
export function onlyOne(
  answer: DocumentForm['answer'],
  documents: readonly WorkRow[],
  key: string,
): WorkRow | undefined {
  if (documents.length > 1) throw ambiguousProblem(severalDocuments(answer, documents, key));
  return documents[0];
}

function ambiguousProblem(detail: string): ProblemError {
  const message =
    'The ERP holds documents that look like this one, but not exactly; an operator must check them before it can be sent again.';
  return new ProblemError({ kind: 'broken', message }, new Error(detail));
}
