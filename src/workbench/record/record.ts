/**
 * Records a session: runs calls against the ERP, reads the rows that they used, replaces all values in memory, replays the calls over the result, and keeps
 * those that give the same answers. The first write to a disk has replaced values only.
 */

import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { Diagnostic } from '../../../engine/index.ts';
import { noteDisagreements } from '../../../engine/tools/index.ts';
import { type AttemptInput, divided, type OmittedCall, type SessionData } from './attempt.ts';
import { type BestAttempt, bestAttempt, readMissingRows } from './best-attempt.ts';
import type { ChangeCounts, ChooseCalls } from './call-choice.ts';
import { type CaseFileInput, caseFiles, type ReplayedCall } from './case-text.ts';
import { failingCases } from './failing-cases.ts';
import { ignoredKeys } from './fixture-files.ts';
import type { Part } from './parts.ts';
import type { ReviewedPlace } from './review.ts';
import { type Captures, openCaptures } from './rows/captures.ts';
import {
  type CallRunner,
  type CallToRecord,
  type OpenedSession,
  openSession,
  type RecordedCall,
  type SessionInput,
} from './session.ts';
import { type FixtureUse, wholeFolder } from './target.ts';

/** Calls that read run first: the rows of the fixture are those before the first write. */
export type CallKind = 'read' | 'write';

export interface RecordInput extends AttemptInput {
  /** Writes over HTTP are sent. Databases are never changed. */
  readonly writes: boolean;
  /** Runs the calls of a kind, once the session is open. */
  readonly calls: (session: CallRunner, kind: CallKind) => Promise<readonly RecordedCall[]>;
  /** The clock of the session, in milliseconds since the epoch; undefined: now. */
  readonly documentTime?: number | undefined;
  readonly overrides?: SessionInput['overrides'];
  readonly tokens?: SessionInput['tokens'];
  readonly progress: (text: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Chooses among the calls; undefined: all are recorded. */
  readonly choose?: ChooseCalls | undefined;
}

export interface Recording {
  /** Texts by path below the folder of the profile. They contain replaced values only. */
  readonly files: ReadonlyMap<string, string>;
  /** The files of cases among them. */
  readonly caseTexts: ReadonlyMap<string, string>;
  /** What the texts of the cases are made of, for each fixture. */
  readonly cases: readonly CaseFileInput[];
  readonly use: FixtureUse;
  /** Whether the rows of a search for names may have another order than in the ERP. */
  readonly anyOrder: boolean;
  /** Replaced words that are still in a text, such as in a title. */
  readonly leaks: (text: string) => readonly string[];
  readonly recorded: number;
  readonly omittedCalls: readonly OmittedCall[];
  readonly review: readonly ReviewedPlace[];
  /** Changes of the profile that were planted and started, and those that no recorded call shows; undefined if none was planted. */
  readonly changes: ChangeCounts | undefined;
  /** The foreign keys of a given script that the fixture ignores, by their names: it has no rows that they refer to, or has them later. */
  readonly ignoredKeys: readonly string[];
  /** How requests, and the ERP's answers with their real values, disagree with the description of their source. */
  readonly disagreements: readonly string[];
}

type Recorded =
  | { readonly ok: true; readonly recording: Recording }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** A key for recordings that need not be compared with later ones. */
export const newKey = (): string => randomBytes(32).toString('hex');

/** What a session has seen, and the rows of its databases: undefined where a write may have changed them since. */
interface Observed {
  readonly sessionData: SessionData;
  readonly changes: ChangeCounts | undefined;
  readonly captures: Captures | undefined;
}

type Session = Extract<OpenedSession, { readonly ok: true }>['session'];
type SessionForm = Omit<SessionInput, 'writes'>;

/** Rejects with `SourceError` if a database cannot be read. */
export async function record(input: RecordInput): Promise<Recorded> {
  const { profile, demoSku, writes, overrides, tokens, now } = input;
  const documentTime = input.documentTime ?? Math.floor(now() / 1_000) * 1_000;
  const { note, texts } = noteDisagreements('ERP');
  const form: SessionForm = {
    ...{ profile, demoSku, documentTime, disagreed: note, tokens },
    ...(overrides === undefined ? {} : { overrides }),
  };
  const opened = await openSession({ ...form, writes: writes ? 'sent' : 'rehearsed' });
  if (!opened.ok) return opened;
  let observed: Observed;
  try {
    observed = await observe(input, form, opened.session);
  } finally {
    await opened.session.close();
  }
  input.progress('Replaying the calls over replaced values');
  const best = await bestAttempt(input, observed.sessionData, observed.captures);
  return {
    ok: true,
    recording: { ...(await recordingOf(input, best)), changes: observed.changes, disagreements: texts() },
  };
}

async function observe(input: RecordInput, form: SessionForm, session: Session): Promise<Observed> {
  const { calls, databases, declared, writes, progress } = input;
  const reads = await calls(session, 'read');
  const facts = new Map(session.facts());
  const hasBoth = databases.size > 0 && declared.sources.some(({ kind }) => kind === 'http');
  const changes = writes && hasBoth;
  const rehearsed = changes ? [] : laterCalls(input, reads, await calls(session, 'write'));
  if (input.choose !== undefined && !changes)
    return observeChosen(input, input.choose, form, session, [...reads, ...rehearsed]);
  progress('Reading the rows that the calls used');
  const captures = await openCaptures(input);
  await captures.add([...reads, ...rehearsed]);
  const dataOf = (all: readonly RecordedCall[], before?: SessionData['before']): SessionData => ({
    ...{ calls: all, facts, captured: captures.rows(), before, documentTime: form.documentTime },
  });
  if (!changes) return { sessionData: dataOf([...reads, ...rehearsed]), captures, changes: undefined };
  // A write over HTTP changes the tables of the ERP, so that all rows are read before it.
  await readMissingRows(input, dataOf(reads), captures);
  const before = captures.rows();
  progress('Writing');
  const opened = await openSession({ ...form, writes: 'rehearsed' });
  if (!opened.ok) throw new Error('The profile opens once, and not twice');
  try {
    const runner: CallRunner = {
      async call(call) {
        if (isWrite(input, call)) await captures.add([await opened.session.call(call)]);
        return session.call(call);
      },
    };
    const later = laterCalls(input, reads, await calls(runner, 'write'));
    return { sessionData: dataOf([...reads, ...later], before), captures: undefined, changes: undefined };
  } finally {
    await opened.session.close();
  }
}

/** The chosen calls, with the rows that they use. */
async function observeChosen(
  input: RecordInput,
  choose: ChooseCalls,
  form: SessionForm,
  session: Session,
  calls: readonly RecordedCall[],
): Promise<Observed> {
  const choice = await choose({ ...input, form, session, calls });
  input.progress('Reading the rows that the calls used');
  const captures = await openCaptures(input);
  await captures.add([...choice.calls, ...choice.others]);
  const seen = { facts: new Map(session.facts()), captured: captures.rows(), before: undefined };
  const sessionData = { ...seen, calls: choice.calls, documentTime: form.documentTime };
  return { sessionData, captures, changes: choice.changes };
}

const isWrite = ({ profile }: RecordInput, { path }: CallToRecord): boolean =>
  profile.contract.endpoints.some((one) => one.path === path && one.answer.kind === 'write');

/**
 * The calls of the second part that are recorded: each request once. Where there is a database, no reads: a fixture cannot be the ERP before a write and
 * behind it.
 */
function laterCalls(
  input: RecordInput,
  reads: readonly RecordedCall[],
  calls: readonly RecordedCall[],
): readonly RecordedCall[] {
  const callKey = ({ path, request }: RecordedCall): string => `${path} ${JSON.stringify(request)}`;
  const readKeys = new Set(reads.map(callKey));
  const later = calls.filter((call) => !readKeys.has(callKey(call)));
  if (input.databases.size === 0) return later;
  // A refused write was refused before all others: they were rolled back. A replay does not roll back.
  return divided(
    later.filter((call) => isWrite(input, call)),
    ({ outcome }) => !outcome.ok,
  ).flat();
}

/** Times that recorded cases are run at most until none fails. */
const mostRuns = 3;

/** Writes the cases, and leaves out those that contain a real word or fail as a case. */
async function recordingOf(
  input: RecordInput,
  { sessionData, attempt }: BestAttempt,
): Promise<Omit<Recording, 'disagreements' | 'changes'>> {
  const { use, anyOrder, masker, review, unusable, result, unsafe, parts } = attempt;
  const omittedCalls = [
    ...unusable,
    ...[...result.failures].map(([call, reason]) => ({ path: call.endpoint.path, request: call.request, reason })),
  ];
  for (const { endpoint } of unsafe)
    omittedCalls.push({ path: endpoint.path, request: undefined, reason: 'a replaced word is still in it' });
  const written: PartCases[] = [];
  for (const part of parts) written.push(await casesOf(input, { sessionData, attempt }, part));
  const caseTexts = new Map(written.flatMap(({ texts }) => [...texts]));
  return {
    ...{ review, use, anyOrder, leaks: masker.leaks, caseTexts, cases: written.map(({ cases }) => cases) },
    files: new Map([...attempt.files, ...caseTexts]),
    recorded: written.reduce((sum, { cases }) => sum + cases.calls.length, 0),
    ignoredKeys: [...new Set(parts.flatMap(({ captured }) => ignoredKeys(input, captured)))],
    omittedCalls: [...omittedCalls, ...written.flatMap((one) => one.left)],
  };
}

interface PartCases {
  readonly cases: CaseFileInput;
  /** The files of cases by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly left: readonly OmittedCall[];
}

/** The cases of a part that pass together. */
async function casesOf(
  { profile, declared, databases, fixtures }: RecordInput,
  { sessionData: { facts, documentTime }, attempt: { use, files, settings, result, safe } }: BestAttempt,
  { target, isFor }: Part,
): Promise<PartCases> {
  const isNamed = target.fixture !== wholeFolder.fixture && use !== 'as it is' && databases.size > 0;
  const caseFile: Omit<CaseFileInput, 'calls'> = {
    ...{ now: documentTime, settings, facts, sources: declared.sources, bases: result.bases },
    ...{ writtenBy: target.writtenBy, fixture: isNamed ? basename(target.fixture) : undefined, title: undefined },
  };
  const left: OmittedCall[] = [];
  const leave = (calls: readonly ReplayedCall[], reason: string): void =>
    void left.push(...calls.map(({ endpoint, request }) => ({ path: endpoint.path, request, reason })));
  let calls: readonly ReplayedCall[] = safe.filter(({ endpoint }) => isFor(endpoint));
  for (let round = 1; round <= mostRuns && calls.length > 0; round++) {
    const cases = { ...caseFile, calls };
    const texts = caseFiles(cases, target.caseFile);
    const failing = await failingCases({ profile, declared, fixtures, files, cases: texts, target, use });
    if (failing.size === 0) return { cases, texts, left };
    const [failed, passed] = divided(calls, (_, index) => failing.has(index));
    leave(failed, 'it fails as a case of its own');
    calls = passed;
  }
  leave(calls, 'its cases fail in turn');
  return { cases: { ...caseFile, calls: [] }, texts: new Map(), left };
}
