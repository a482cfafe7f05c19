/** Looks up documents by their key, compared exactly. */

import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { RunContext } from '../context/context.ts';
import { refusalProblem } from '../context/refuse.ts';
import { runRead } from '../read/read.ts';
import { type DocumentForm, severalDocuments } from './document.ts';
import { areAlike, otherKeysMessage, withKey } from './exact-key.ts';

/** The key to look up. */
export interface LookupKey {
  /** `:key` of the statements. */
  readonly text: string;
  /** The request field with the number of the document; empty if no single field has it. */
  readonly field: string;
}

/**
 * The documents with exactly this key. Rejects with `ProblemError` if only similar keys are found: a refusal if the collation of the ERP
 * explains them before the write, so that the caller can send another number.
 */
export async function findDocuments(
  read: ReadPlan,
  { text, field }: LookupKey,
  isWritten: boolean,
  context: RunContext,
): Promise<readonly WorkRow[]> {
  const rows = await runRead(read, context);
  const exact = withKey(rows, text);
  if (exact.length > 0 || rows.length === 0) return exact;
  // The collation of the ERP may treat po-1 and PO-1 as equal. The engine cannot decide which one is meant.
  const detail = otherKeysMessage(rows, text);
  throw !isWritten && areAlike(rows, text) ? alikeRefusal(field, detail) : ambiguousProblem(detail);
}

/** The field that numbers the document: the only key field that is no id of another record. */
export function numberField({ endpoint }: EndpointPlan, { key }: DocumentForm['answer']): string {
  const texts = key.filter((name) => endpoint.request[name]?.type === 'text');
  return texts.length === 1 ? (texts[0] ?? '') : '';
}

function alikeRefusal(field: string, detail: string): ProblemError {
  const message =
    'must be another number: the ERP already has a document under a number that differs only in upper and lower case, accents or spaces, and it cannot distinguish the two';
  const cure =
    'Send the document under another number, or change the number of the document in the ERP. If the ERP accepts both, compare exactly in `find`, for example with a binary collation';
  return refusalProblem([{ field, message, rule: 'ambiguous' }], new Error(`${detail} ${cure}`));
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
