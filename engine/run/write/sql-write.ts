/**
 * A write into a database: the ERP's own transaction serialises writes with the same key. One transaction: claim or
 * lock the key, look up, prepare, write, look up again, store the result with the claim. A caller that does not get
 * the claim answers with the stored result; one that waits for the lock, with the document that it then finds. A
 * failure leaves no changes. After a release, the earlier documents of the key are ignored.
 */

import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { TransactionWrite } from '../../plan/write.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { SourceError, type WriteSession } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import { brokenWhole, type Members } from '../answer/encode-rows.ts';
import { type RunContext, withState } from '../context/context.ts';
import { explain } from '../context/problem-of.ts';
import { logDifferences } from './amounts.ts';
import { claimKey, lockOf, storeAnswer, type WriteGuard } from './claim.ts';
import { coalesceWrites, type InFlight } from './coalesce-writes.ts';
import { type DocumentForm, membersOf } from './document.ts';
import { findDocuments, numberField, onlyOne } from './find-document.ts';
import type { Installation } from './installation.ts';
import { keyOf, spareText, type WriteKey } from './key.ts';
import { otherCompanyProblem } from './other-company.ts';
import { onlyReads, readBefore, readEarly } from './reads-before.ts';
import { findReleased } from './released-keys.ts';
import { repeatedEvent } from './repeat-report.ts';
import { refuseUnknown } from './required-records.ts';
import { prepare, runSteps } from './sql-steps.ts';
import { checkedAnswer, damagedProblem } from './stored-answer.ts';

interface WriteWork extends DocumentForm {
  readonly plan: EndpointPlan;
  readonly write: TransactionWrite;
  readonly source: SqlSource;
  readonly guard: WriteGuard;
  readonly installation: Installation;
  /** Fields of the request whose id cannot exist in this ERP. */
  readonly unknownIds: readonly string[];
}

/** Maximum number of transactions for one write. */
const attempts = 3;

/** How to handle the key of a write, and what a failed transaction has found out. */
interface Attempt {
  /**
   * After a release: use a key that the released document does not have, for an ERP that accepts each key only once.
   */
  readonly spare: boolean;
  /**
   * Requests the reads together with the claim, because a database can answer them in one round trip. They are needless if the key has a
   * document.
   */
  readonly isEarly: boolean;
  /** One of the reads failed before all of them were needed. */
  needlessFailed: boolean;
  /** The ERP still has a released document with the key. */
  hasReleased: boolean;
}

/** The work inside the transaction. */
async function attempt(
  work: WriteWork,
  key: WriteKey,
  session: WriteSession,
  outer: RunContext,
  attempted: Attempt,
): Promise<Members> {
  const { guard, answer } = work;
  const execute: RunContext['execute'] = async (source, statement) =>
    source === work.write.source ? (await session.execute(statement)).rows : outer.execute(source, statement);
  const contextOf = (text: string): RunContext => withState({ ...outer, execute }, { key: text });
  const field = numberField(work.plan, answer);
  const readWith = (text: string) => readBefore(work.plan, work.write, { text, field }, contextOf(text));
  const claiming = claimKey(guard, session, {
    id: key.claim,
    installation: work.installation.label,
    endpoint: outer.endpoint,
    naturalKey: key.natural,
    payload: key.payload,
    createdAt: new Date(outer.state.now).toISOString(),
  });
  const early = attempted.isEarly
    ? readEarly(work.write, readWith(key.text), contextOf(key.text), () => {
        attempted.needlessFailed = true;
      })
    : undefined;
  const claimed = await claiming;
  if (claimed.kind === 'half done') throw incompleteProblem(key);
  if (claimed.kind === 'other company') throw otherCompanyProblem(key, work.installation, claimed.installation);
  if (claimed.kind === 'damaged') throw damagedProblem(key.claim, claimed.reason);
  if (claimed.kind === 'answered') {
    const result = checkedAnswer(work, key.claim, claimed.result);
    outer.log(repeatedEvent(outer.endpoint, key.natural, claimed.payload !== key.payload));
    return result;
  }
  const { released, isNew } = claimed;
  const text = attempted.spare ? spareText(key, released.length, work.write) : key.text;
  const context = contextOf(text);
  // Until an earlier claim is taken, another transaction may write the document.
  const reads = (isNew ? early : undefined) ?? readWith(text);
  const [before, unknown] = await Promise.all([reads.documents, reads.unknown]);
  const ignored = findReleased(answer, released, before, (document) => membersOf(work, document, context));
  attempted.hasReleased = ignored.some;
  const currentDocument = (documents: readonly WorkRow[]): WorkRow | undefined =>
    onlyOne(
      answer,
      documents.filter((document) => !ignored.has(document)),
      text,
    );
  const adopted = currentDocument(before);
  const write = async (): Promise<WorkRow | undefined> => {
    attempted.needlessFailed = false;
    refuseUnknown(unknown);
    if (work.write.amounts !== undefined) logDifferences(work.write.amounts, context);
    const { prepare: checks, find: lookup, write: steps, source } = work.write;
    const prepared = await (reads.prepared ?? prepare(checks, context));
    const find = () => findDocuments(lookup, { text, field }, true, context);
    return currentDocument(await runSteps(steps, session, prepared, find, onlyReads(lookup, source)));
  };
  if (adopted !== undefined) logFound(guard, context, key);
  const document = adopted ?? (await write());
  if (document === undefined) throw brokenWhole('document', '`find` does not see the document that `write` made');
  const result = membersOf(work, document, context);
  storeAnswer(guard, session, key.claim, result);
  if (released.length > 0)
    logKeyEvent(
      context,
      key,
      { level: 'info', event: 'released_key_written' },
      'The key was released; it answers with another document from now on.',
    );
  return result;
}

/**
 * The error for an incomplete write. A transaction is complete or rolled back, unless a procedure or trigger of the
 * ERP ended it.
 */
function incompleteProblem(key: WriteKey): ProblemError {
  const message =
    'An earlier attempt at this document was stopped half way; an operator must check it in the ERP before it can be sent again.';
  const detail = `the claim ${key.claim} of ${key.natural} stands without a result: a procedure or trigger of the ERP ended the transaction. Complete or remove what it left, then release the key with \`engine writes release\``;
  return new ProblemError({ kind: 'broken', message }, new Error(detail));
}

type KeyEvent =
  | { readonly level: 'info'; readonly event: 'released_key_written' | 'write_coalesced' | 'write_repeated' }
  | { readonly level: 'warn'; readonly event: 'document_adopted' | 'write_retried' };

/** Logs an event about the write of a key. */
function logKeyEvent(context: RunContext, key: WriteKey, what: KeyEvent, message: string): void {
  context.log({ ...what, endpoint: context.endpoint, key: key.natural, message });
}

/**
 * Logs that a document was found. Without claims, a document of the engine cannot be distinguished from another one
 * with the same key.
 */
function logFound({ kind }: WriteGuard, context: RunContext, key: WriteKey): void {
  switch (kind) {
    case 'claimsTable':
      logKeyEvent(
        context,
        key,
        { level: 'warn', event: 'document_adopted' },
        'The ERP already holds a document with this key.',
      );
      break;
    case 'keyLock':
      logKeyEvent(
        context,
        key,
        { level: 'info', event: 'write_repeated' },
        'Answered with the document that the ERP has under this key.',
      );
      break;
  }
}

/** Whether a new transaction may succeed: the failed one was rolled back, or its claim shows that it was committed. */
function mayRetry(error: unknown): boolean {
  return error instanceof SourceError && (error.kind === 'conflict' || error.connectionLost);
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function runTransaction(work: WriteWork, key: WriteKey, context: RunContext): Promise<Members> {
  let spare = false;
  let isEarly = true;
  for (let number = 1; ; number += 1) {
    const attempted: Attempt = { spare, isEarly, needlessFailed: false, hasReleased: false };
    try {
      return await work.source.transaction(
        { deadline: context.call.deadline, origin: context.call.origin, lock: lockOf(work.guard, key.claim) },
        (session) => attempt(work, key, session, context, attempted),
      );
    } catch (error) {
      isEarly = false;
      if (attempted.needlessFailed && error instanceof SourceError && !mayRetry(error)) continue;
      const isTaken: boolean =
        attempted.hasReleased && !spare && error instanceof SourceError && error.kind === 'constraint';
      const wait = isTaken ? 0 : 50 * number;
      if (!isTaken && (number >= attempts || !mayRetry(error))) throw error;
      if (context.clock() + wait >= context.call.deadline) throw error;
      spare ||= isTaken;
      logKeyEvent(context, key, { level: 'warn', event: 'write_retried' }, explain(error));
      await pause(wait);
    }
  }
}

/**
 * The members of a write's answer. Writes with the same key create one document and get one answer, concurrent or
 * years apart. Rejects with `ProblemError` or `SourceError`.
 */
export async function runWrite(work: WriteWork, inFlight: InFlight, context: RunContext): Promise<Members> {
  // No document can have such an id, and there is no SQL value for a lookup.
  refuseUnknown(work.unknownIds);
  const key = await keyOf(work.write, work.answer, work.installation.key, context);
  const joined = (): void =>
    logKeyEvent(
      context,
      key,
      { level: 'info', event: 'write_coalesced' },
      'The same write is under way; waiting for its result.',
    );
  const time = { deadline: context.call.deadline, clock: context.clock };
  return coalesceWrites(inFlight, key.claim, time, joined, () => runTransaction(work, key, context));
}
