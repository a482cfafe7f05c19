/** Looks up a document over HTTP or in a database by its key, and determines which steps are done. */
import type { DurableWrite } from '../../plan/write.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { runRead } from '../read/read.ts';
import { type DocumentForm, membersOf, severalDocuments } from '../write/document.ts';
import type { LookupOutcome } from '../write/durable/durable-work.ts';
import { otherKeysMessage, withKey } from '../write/exact-key.ts';
import { findReleased } from '../write/released-keys.ts';

export interface DurableForm extends DocumentForm {
  readonly write: DurableWrite;
}

interface LookupResult {
  readonly outcome: LookupOutcome;
  /** The document that was found. */
  readonly document: WorkRow | undefined;
}

const none: LookupResult = { outcome: { kind: 'none' }, document: undefined };

const several = (detail: string): LookupResult => ({ outcome: { kind: 'several', detail }, document: undefined });

/** Names of the steps that are done according to the document. */
async function completedSteps(
  { write }: DurableForm,
  document: WorkRow,
  context: RunContext,
): Promise<readonly string[]> {
  const bindings = { ...bindingsOf(context), found: document };
  const completed: string[] = [];
  for (const [index, { name, done }] of write.steps.entries()) {
    const isDone = done === undefined ? index === 0 : await done.evaluate(document, bindings);
    if (isDone) completed.push(name);
  }
  return completed;
}

/**
 * Looks up the key of the context. Rejects with `SourceError`, or with `ProblemError` if the document breaks the
 * contract.
 */
export async function lookUpDocument(
  form: DurableForm,
  released: readonly ReleasedAnswer[],
  context: RunContext,
): Promise<LookupResult> {
  const { find, steps } = form.write;
  const { key = '' } = context.state;
  if (find === undefined) return none;
  const rows = await runRead(find, context);
  const exact = withKey(rows, key);
  // The collation of the ERP may treat po-1 and PO-1 as equal. The engine cannot decide which one is meant.
  if (exact.length === 0 && rows.length > 0) return several(otherKeysMessage(rows, key));
  const ignored = findReleased(form.answer, released, exact, (row) => membersOf(form, row, context));
  const remaining = exact.filter((row) => !ignored.has(row));
  if (remaining.length > 1) return several(severalDocuments(form.answer, remaining, key));
  const [document] = remaining;
  if (document === undefined) return none;
  const done = await completedSteps(form, document, context);
  const result = done.length === steps.length ? membersOf(form, document, context) : undefined;
  return { outcome: { kind: 'one', done, result }, document };
}
