/**
 * A write into a database: the ERP's own transaction is the mutex. In one transaction: claim or lock the key, look up, prepare,
 * write, look up again, keep the result with the claim. A loser of the claim answers with the winner's result, a loser of the lock
 * with what it then finds. Whatever fails leaves nothing. After a release the documents that the key had are passed over.
 */

import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan } from '../../plan/plan.ts';
import type { TransactionWrite } from '../../plan/write.ts';
import type { WorkRow } from '../../shape/encode.ts';
import { SourceError, type SqlSession } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import { type RunContext, withState } from '../context/context.ts';
import { explain } from '../context/problem-of.ts';
import { brokenWhole, type Members } from '../read/encode-answer.ts';
import { logDifferences } from './amounts.ts';
import { claimKey, keepAnswer, lockOf, type WriteGuard } from './claim.ts';
import { type InFlight, oneAtATime } from './coalesce-writes.ts';
import { type DocumentForm, membersOf } from './document.ts';
import { findDocuments, onlyOne } from './find-document.ts';
import { keyOf, spareText, type WriteKey } from './key.ts';
import { releasedAmong } from './released-keys.ts';
import { repeatedEvent } from './repeat-report.ts';
import { checkExisting, refuseUnknown } from './required-records.ts';
import { prepare, runSteps } from './sql-steps.ts';

export interface WriteWork extends DocumentForm {
  readonly plan: EndpointPlan;
  readonly write: TransactionWrite;
  readonly source: SqlSource;
  readonly guard: WriteGuard;
  readonly installation: string;
  /** Fields of the request whose id cannot exist in this ERP. */
  readonly unknownIds: readonly string[];
}

/** Transactions that are tried at most, the first one included. */
const attempts = 3;

/** How a write goes about its key. */
interface Way {
  /** After a release: a key that the released document does not have, for an ERP that takes each one only once. */
  readonly spare: boolean;
  /** Is told that the ERP still holds a released document under the key. */
  readonly onReleased: () => void;
}

/** What happens inside the transaction. */
async function attempt(
  work: WriteWork,
  key: WriteKey,
  session: SqlSession,
  outer: RunContext,
  way: Way,
): Promise<Members> {
  const { guard, answer } = work;
  const claimed = await claimKey(guard, session, {
    id: key.claim,
    endpoint: outer.endpoint,
    naturalKey: key.natural,
    payload: key.payload,
    createdAt: new Date(outer.state.now).toISOString(),
  });
  if (claimed.kind === 'half done') throw halfDone(key);
  if (claimed.kind === 'answered') {
    outer.log(repeatedEvent(outer.endpoint, key.natural, claimed.payload !== key.payload));
    return claimed.result;
  }
  const { released } = claimed;
  const text = way.spare ? spareText(key, released.length, work.write) : key.text;
  const execute: RunContext['execute'] = async (source, statement) =>
    source === work.write.source ? (await session.execute(statement)).rows : outer.execute(source, statement);
  const context: RunContext = withState({ ...outer, execute }, { key: text });
  const look = () => findDocuments(work.write.find, text, context);
  const before = await look();
  const passed = releasedAmong(answer, released, before, (document) => membersOf(work, document, context));
  if (passed.some) way.onReleased();
  const own = (documents: readonly WorkRow[]): WorkRow | undefined =>
    onlyOne(
      answer,
      documents.filter((document) => !passed.has(document)),
      text,
    );
  const adopted = own(before);
  if (adopted !== undefined) noteFound(guard, context, key);
  else {
    await checkExisting(work.plan, context);
    if (work.write.amounts !== undefined) logDifferences(work.write.amounts, context);
    const prepared = await prepare(work.write.prepare, context);
    await runSteps(work.write.write, session, prepared);
  }
  const found = adopted ?? own(await look());
  if (found === undefined) throw brokenWhole('document', '`find` does not see the document that `write` made');
  const result = membersOf(work, found, context);
  await keepAnswer(guard, session, key.claim, result);
  if (released.length > 0)
    note(
      context,
      key,
      { level: 'info', event: 'released_key_written' },
      'The key was released; it answers with another document from now on.',
    );
  return result;
}

/** What is written in one transaction is there as a whole or not at all, unless something in it has ended that transaction. */
function halfDone(key: WriteKey): ProblemError {
  const message =
    'An earlier attempt at this document was stopped half way; somebody has to look at it in the ERP before it can be sent again.';
  const detail = `the claim ${key.claim} of ${key.natural} stands without a result: a procedure or trigger of the ERP ended the transaction. Complete or remove what it left, then release the key with \`engine writes release\``;
  return new ProblemError({ kind: 'broken', message }, new Error(detail));
}

type KeyNote =
  | { readonly level: 'info'; readonly event: 'released_key_written' | 'write_coalesced' | 'write_repeated' }
  | { readonly level: 'warn'; readonly event: 'document_adopted' | 'write_retried' };

/** Logs an event about the write of a key. */
function note(context: RunContext, key: WriteKey, what: KeyNote, message: string): void {
  context.log({ ...what, endpoint: context.endpoint, key: key.natural, message });
}

/** Without a claim, a document of the engine's own and one that somebody else made under the key look the same. */
function noteFound({ kind }: WriteGuard, context: RunContext, key: WriteKey): void {
  switch (kind) {
    case 'claimsTable':
      note(
        context,
        key,
        { level: 'warn', event: 'document_adopted' },
        'The ERP already holds a document with this key.',
      );
      break;
    case 'keyLock':
      note(
        context,
        key,
        { level: 'info', event: 'write_repeated' },
        'Answered with the document that the ERP has under this key.',
      );
      break;
  }
}

/** A failure that a fresh transaction may survive: nothing of the failed one remains, or its claim tells that it was committed. */
function mayRetry(error: unknown): boolean {
  return error instanceof SourceError && (error.kind === 'conflict' || error.connectionLost);
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function transact(work: WriteWork, key: WriteKey, context: RunContext): Promise<Members> {
  let spare = false;
  for (let number = 1; ; number += 1) {
    let stands = false;
    const way: Way = {
      spare,
      onReleased: () => {
        stands = true;
      },
    };
    try {
      return await work.source.transaction(
        { deadline: context.call.deadline, lock: lockOf(work.guard, key.claim) },
        (session) => attempt(work, key, session, context, way),
      );
    } catch (error) {
      const isTaken: boolean = stands && !spare && error instanceof SourceError && error.kind === 'constraint';
      const wait = isTaken ? 0 : 50 * number;
      if (!isTaken && (number >= attempts || !mayRetry(error))) throw error;
      if (context.clock() + wait >= context.call.deadline) throw error;
      spare ||= isTaken;
      note(context, key, { level: 'warn', event: 'write_retried' }, explain(error));
      await pause(wait);
    }
  }
}

/** The members of a write's answer. Equal keys give one document and one answer, at the same time or years apart. */
export async function runWrite(work: WriteWork, inFlight: InFlight, context: RunContext): Promise<Members> {
  // No document can stand under an id that this ERP cannot have, and SQL has no value to look for.
  refuseUnknown(work.unknownIds);
  const key = await keyOf(work.write, work.answer, work.installation, context);
  const joined = (): void =>
    note(
      context,
      key,
      { level: 'info', event: 'write_coalesced' },
      'The same write is under way; waiting for its result.',
    );
  const time = { deadline: context.call.deadline, clock: context.clock };
  return oneAtATime(inFlight, key.claim, time, joined, () => transact(work, key, context));
}
