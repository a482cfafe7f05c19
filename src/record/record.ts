/**
 * Records a session: runs calls against the ERP, reads the rows that they used, replaces all values in memory, replays the calls over the result, and keeps
 * those that give the same answers. The first write to a disk has replaced values only.
 */
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Bases, Endpoint } from '../../engine/index.ts';
import type { SqlSource } from '../../engine/internal/index.ts';
import type { Declared } from '../../engine/tools/index.ts';
import { allowedColumns, createMasker, type Masker } from '../masking/index.ts';
import { refusalOf } from '../server/refusal.ts';
import type { ProfileInput } from '../service/load-profile.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { caseSettings } from './case-settings.ts';
import { type CaseFileInput, caseText, type ReplayedCall } from './case-text.ts';
import { textsIn } from './case-values.ts';
import { failingCases } from './failing-cases.ts';
import { fixtureFiles } from './fixture-files.ts';
import { fieldNames, literalsIn, valuesNamedIn } from './kept-values.ts';
import { maskMembers } from './mask-call.ts';
import { maskedAnswers } from './mask-exchanges.ts';
import { type CapturedRows, idsIn, maskedRows, masksOf, startsOf, type TableMasks } from './mask-rows.ts';
import { type MaskedCall, type ReplayInput, type ReplayResult, replay } from './replay.ts';
import { type ReviewedPlace, reviewedColumns, reviewMembers } from './review.ts';
import { createRowCapture } from './rows/capture.ts';
import { readCatalogue } from './rows/catalogue.ts';
import { openSession, type RecordedCall, type RecordingSession, type SessionInput } from './session.ts';
import { type FixtureUse, fixtureUses, type RecordingTarget } from './target.ts';

export interface RecordInput {
  readonly profile: ProfileInput;
  /** The text of the profile, merged with those that it extends. */
  readonly profileText: string;
  readonly bases: Bases;
  readonly declared: Declared;
  readonly demoSku: string | undefined;
  /** The key of the replacements. */
  readonly key: string;
  /** Columns whose values are kept: `TABLE.COLUMN`, or `COLUMN`. */
  readonly allow: readonly string[];
  /** Writes over HTTP are sent. Databases are never changed. */
  readonly writes: boolean;
  /** The calls, once the session is open. */
  readonly calls: (session: RecordingSession) => Promise<readonly RecordedCall[]>;
  /** The ERP's databases by source, for reading rows. */
  readonly databases: ReadonlyMap<string, SqlSource>;
  /** The clock of the session, in milliseconds since the epoch; undefined: now. */
  readonly documentTime?: number | undefined;
  /** SQL that creates the tables, by source, instead of what the catalogue says. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly target: RecordingTarget;
  readonly fixtures: Fixtures;
  readonly overrides?: SessionInput['overrides'];
  readonly progress: (text: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A call that is not in the result, and why: a clause without a full stop, without values. */
export interface LeftCall {
  readonly path: string;
  readonly reason: string;
}

export interface Recording {
  /** Texts by path below the folder of the profile. They contain replaced values only. */
  readonly files: ReadonlyMap<string, string>;
  /** What the text of the cases is made of. */
  readonly cases: CaseFileInput;
  readonly use: FixtureUse;
  /** Replaced words that are still in a text, such as in a title. */
  readonly leaks: (text: string) => readonly string[];
  readonly recorded: number;
  readonly left: readonly LeftCall[];
  readonly review: readonly ReviewedPlace[];
}

export type Recorded =
  | { readonly ok: true; readonly recording: Recording }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** A key for recordings that need not be compared with later ones. */
export const newKey = (): string => randomBytes(32).toString('hex');

/** What a session has seen, with real values. Only in memory. */
interface Seen {
  readonly calls: readonly RecordedCall[];
  readonly facts: ReadonlyMap<string, boolean>;
  readonly captured: readonly CapturedRows[];
  readonly documentTime: number;
}

/** Rejects with `SourceError` if a database cannot be read. */
export async function record(input: RecordInput): Promise<Recorded> {
  const { profile, demoSku, writes, overrides, now } = input;
  const documentTime = input.documentTime ?? Math.floor(now() / 1_000) * 1_000;
  const opened = await openSession({
    ...{ profile, demoSku, documentTime, rehearses: !writes },
    ...(overrides === undefined ? {} : { overrides }),
  });
  if (!opened.ok) return opened;
  let seen: Seen;
  try {
    const calls = await input.calls(opened.session);
    input.progress('Reading the rows that the calls used');
    seen = { calls, facts: new Map(opened.session.facts()), captured: await capture(input, calls), documentTime };
  } finally {
    await opened.session.close();
  }
  input.progress('Replaying the calls over replaced values');
  return { ok: true, recording: await recordingOf(input, seen, await bestAttempt(input, seen)) };
}

/** The first attempt that loses no call, otherwise the one that loses the fewest. */
async function bestAttempt(input: RecordInput, seen: Seen): Promise<Attempt> {
  const starts = startsOf(seen.captured);
  const none: AttemptOptions['starts'] = new Map();
  const withStarts = (use: FixtureUse): readonly AttemptOptions[] => (starts.size > 0 ? [{ use, starts }] : []);
  const [first, ...uses] = fixtureUses(input.target);
  const others = [...withStarts(first), ...uses.flatMap((use) => [{ use, starts: none }, ...withStarts(use)])];
  let best = await attempt(input, seen, { use: first, starts: none });
  for (const options of others) {
    if (lost(best) === 0) break;
    const next = await attempt(input, seen, options);
    // A later use of the fixture depends on less: its reason for a lost call is the one that counts.
    if (lost(next) < lost(best) || (lost(next) === lost(best) && next.use !== best.use)) best = next;
  }
  return best;
}

const lost = ({ result, unsafe }: Attempt): number => result.failures.size + unsafe.length;

async function capture(
  { databases, profileText, now }: RecordInput,
  calls: readonly RecordedCall[],
): Promise<readonly CapturedRows[]> {
  const words = new Set([...profileText.matchAll(/[\p{L}\p{N}_$]+/gu)].map(([word]) => word.toLowerCase()));
  const captured: CapturedRows[] = [];
  for (const [source, database] of databases) {
    const catalogue = await readCatalogue(database, (table) => words.has(table.toLowerCase()), now);
    const rows = createRowCapture(database, catalogue, now);
    for (const { statements } of calls) for (const ran of statements) if (ran.source === source) await rows.add(ran);
    captured.push({
      ...{ source, database: catalogue, rows: rows.rows(), compared: rows.compared(), ordered: rows.ordered() },
    });
  }
  return captured;
}

interface AttemptOptions {
  readonly use: FixtureUse;
  /** The first letters of replaced words, where an order depends on them. */
  readonly starts: ReadonlyMap<string, string>;
}

interface Attempt {
  readonly use: FixtureUse;
  readonly masker: Masker;
  readonly tables: readonly TableMasks[];
  readonly review: readonly ReviewedPlace[];
  readonly files: ReadonlyMap<string, string>;
  readonly settings: Readonly<Record<string, string>>;
  readonly unusable: readonly LeftCall[];
  readonly result: ReplayResult;
  /** Replayed calls that contain a real word. The others do not. */
  readonly unsafe: readonly ReplayedCall[];
  readonly safe: readonly ReplayedCall[];
}

/** Replaces all values, and replays the calls. */
async function attempt(input: RecordInput, seen: Seen, { use, starts }: AttemptOptions): Promise<Attempt> {
  const { key, allow, profile, profileText } = input;
  const tables = masksOf(seen.captured, allowedColumns(allow));
  const endpoints = new Map(profile.contract.endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const ids = new Set([...idsIn(tables), ...requestIds(seen.calls, endpoints)]);
  const literals = [...input.schemas.values()].flatMap(literalsIn);
  const keep = new Set([...valuesNamedIn(profileText), ...fieldNames(profile.contract), ...literals]);
  const masker = createMasker({ key, keep, ids, starts });
  const members = reviewMembers();
  const rowsOf = new Map(seen.captured.map((one) => [one.source, maskedRows(one, tables, masker)]));
  const calls: MaskedCall[] = [];
  const unusable: LeftCall[] = [];
  const leave = (path: string, reason: string): void => void unusable.push({ path, reason });
  const masking = { masker, seen: members.seen, profileText: profileText.toLowerCase() };
  for (const call of seen.calls) {
    const endpoint = endpoints.get(call.path);
    const reason = unusableFor(call);
    const answers = maskedAnswers(call.exchanges, masking);
    if (endpoint === undefined || reason !== undefined) leave(call.path, reason ?? 'it is no endpoint');
    else if (answers === undefined) leave(call.path, 'the ERP did not answer');
    else calls.push({ endpoint, real: call, request: {}, answers });
  }
  // Requests come last: a searched text is a part of a name that is known by now.
  const masked = calls.map((call) => ({
    ...call,
    request: maskMembers(call.endpoint.request, call.real.request, masker),
  }));
  const settings = caseSettings({ ...input, environment: profile.environment }, masker);
  const files = fixtureFiles(input, use, seen.captured, rowsOf);
  const result = await replayAll({ ...input, ...seen, masker, calls: masked, settings, files, use });
  const [unsafe, safe] = divided(result.replayed, (call) => masker.leaks(textsIn(call).join('\n')).length > 0);
  const review = [...reviewedColumns(tables, masker), ...members.places()];
  return { use, masker, tables, review, files, settings, unusable, result, unsafe, safe };
}

/** Times that calls are replayed at most. */
const mostReplays = 4;

/** Replays until only calls are left that give the same answers without the others: a write that is left out changes what later calls find. */
async function replayAll(input: ReplayInput): Promise<ReplayResult> {
  let result = await replay(input);
  const failures = new Map(result.failures);
  for (let round = 1; round < mostReplays; round++) {
    if (![...result.failures.keys()].some(({ endpoint }) => endpoint.answer.kind === 'write')) break;
    result = await replay({ ...input, calls: input.calls.filter((call) => !failures.has(call)) });
    for (const [call, reason] of result.failures) failures.set(call, reason);
  }
  return { ...result, failures };
}

function requestIds(calls: readonly RecordedCall[], endpoints: ReadonlyMap<string, Endpoint>): readonly string[] {
  return calls.flatMap(({ path, request }) =>
    Object.entries(request).flatMap(([name, value]) => {
      const isId = endpoints.get(path)?.request[name]?.type === 'id' || /sku|number/i.test(name);
      return isId && typeof value === 'string' ? [value.trim()] : [];
    }),
  );
}

/** Why a call cannot become a case; undefined if it can. */
function unusableFor({ outcome, isStopped }: RecordedCall): string | undefined {
  if (isStopped) return 'the rehearsal ends before the request that would change the ERP';
  if (outcome.ok) return undefined;
  const { status } = refusalOf(outcome.problem);
  return status < 500 && status !== 429 ? undefined : `the ERP failed with ${status}`;
}

/** Times that recorded cases are run at most until none fails. */
const mostRuns = 3;

/** Writes the cases, and leaves out those that contain a real word or fail as a case. */
async function recordingOf(
  { profile, declared, databases, fixtures, target }: RecordInput,
  { facts, documentTime }: Seen,
  { use, masker, review, files, settings, unusable, result, unsafe, safe }: Attempt,
): Promise<Recording> {
  const left = [...unusable, ...[...result.failures].map(([call, reason]) => ({ path: call.endpoint.path, reason }))];
  const isNamed = target.existing.length > 0 && use !== 'as it is' && databases.size > 0;
  const shared: Omit<CaseFileInput, 'calls'> = {
    ...{ now: documentTime, settings, facts, sources: declared.sources, bases: result.bases },
    ...{ writtenBy: target.writtenBy, fixture: isNamed ? basename(target.fixture) : undefined, title: undefined },
  };
  const made = { review, use, leaks: masker.leaks };
  const leave = (calls: readonly ReplayedCall[], reason: string): void =>
    void left.push(...calls.map(({ endpoint }) => ({ path: endpoint.path, reason })));
  leave(unsafe, 'a replaced word is still in it');
  let calls = safe;
  for (let round = 1; round <= mostRuns && calls.length > 0; round++) {
    const cases = { ...shared, calls };
    const all = new Map([...files, [target.caseFile, caseText(cases)]]);
    const failing = await failingCases({ profile, declared, fixtures, files: all, target, use });
    if (failing.size === 0) return { ...made, files: all, cases, recorded: calls.length, left };
    const [failed, passed] = divided(calls, (_, index) => failing.has(index));
    leave(failed, 'it fails as a case of its own');
    calls = passed;
  }
  leave(calls, 'its cases fail in turn');
  return { ...made, files, cases: { ...shared, calls: [] }, recorded: 0, left };
}

function divided<T>(
  items: readonly T[],
  isFirst: (item: T, index: number) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item, index) => !isFirst(item, index))];
}
