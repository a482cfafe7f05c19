/** The look-up of a document over HTTP, or in a database beside it: by its key, and what it shows of the steps. */
import type { DurableWrite } from '../../plan/write.ts';
import { textOf, type WorkRow } from '../../shape/encode.ts';
import type { ReleasedAnswer } from '../../sources/sql/claims/claims-table.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';
import { runRead } from '../read/read.ts';
import { type DocumentForm, membersOf, severalDocuments } from '../write/document.ts';
import type { Found } from '../write/durable/durable-work.ts';
import { findReleased } from '../write/released-keys.ts';

export interface DurableForm extends DocumentForm {
  readonly write: DurableWrite;
}

export interface LookedUp {
  readonly found: Found;
  /** The one document that was found. */
  readonly document: WorkRow | undefined;
}

const none: LookedUp = { found: { kind: 'none' }, document: undefined };

const several = (detail: string): LookedUp => ({ found: { kind: 'several', detail }, document: undefined });

/** Names of the steps that a document shows to be done. */
async function shownBy({ write }: DurableForm, document: WorkRow, context: RunContext): Promise<readonly string[]> {
  const bindings = { ...bindingsOf(context), found: document };
  const shown: string[] = [];
  for (const [index, { name, done }] of write.steps.entries()) {
    const isDone = done === undefined ? index === 0 : await done.evaluate(document, bindings);
    if (isDone) shown.push(name);
  }
  return shown;
}

/**
 * What the ERP has under the key that the context knows. Rejects with `SourceError`, and with `ProblemError` where the document breaks
 * the contract.
 */
export async function lookUp(
  form: DurableForm,
  released: readonly ReleasedAnswer[],
  context: RunContext,
): Promise<LookedUp> {
  const { find, steps } = form.write;
  const { key } = context.state;
  if (find === undefined) return none;
  const rows = await runRead(find, context);
  const exact = rows.filter((row) => textOf(row.key) === key);
  // The ERP's collation may hold po-1 and PO-1 for equal. Which of the two is meant is not for the engine to guess.
  if (exact.length === 0 && rows.length > 0)
    return several(`The ERP found ${rows.length} documents for the key ${key}, but none carries exactly this key.`);
  const passed = findReleased(form.answer, released, exact, (row) => membersOf(form, row, context));
  const standing = exact.filter((row) => !passed.has(row));
  if (standing.length > 1) return several(severalDocuments(form.answer, standing, key ?? ''));
  const [document] = standing;
  if (document === undefined) return none;
  const done = await shownBy(form, document, context);
  const result = done.length === steps.length ? membersOf(form, document, context) : undefined;
  return { found: { kind: 'one', done, result }, document };
}
