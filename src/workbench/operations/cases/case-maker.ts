/** Makes cases of calls of the session, by the rules of `engine record`: all values are invented ones, and the case is returned only if it passes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Contract, SourceError } from '../../../../engine/index.ts';
import { loadCases } from '../../../../engine/tools/index.ts';
import { readText } from '../../../service/config/environment.ts';
import { caseText } from '../../record/case-text.ts';
import { searchesNames } from '../../record/mask-call.ts';
import { prepareProfile } from '../../record/prepare.ts';
import { newKey, type Recording, record } from '../../record/record.ts';
import type { CallRunner, RecordedCall } from '../../record/session.ts';
import type { RecordingTarget } from '../../record/target.ts';
import { caseFiles } from '../../testing/case-layers.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { Refused } from '../access/folder.ts';
import type { CasePreview } from '../protocol/make-case.ts';
import type { KeptCall, SessionRecords } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fileNameOf, firstFree, proposedTitle } from './case-names.ts';
import { proveOverFixture } from './fixture-case.ts';
import { type Proven, type ProvenCase, untitled } from './proven-case.ts';

export interface CaseMaker {
  /** What would be written. `title`: undefined: one is proposed. */
  preview(call: number, title: string | undefined): Promise<CasePreview>;
  /** Writes the files, and returns their paths. Rejects with `Refused`. */
  make(call: number, title: string): Promise<readonly string[]>;
  /** The profile or its fixture has changed: cases are proven again. */
  forget(): void;
}

interface CaseMakerInput {
  readonly workspace: Workspace;
  readonly records: SessionRecords;
  /** Databases for the replay. */
  readonly fixtures: () => Fixtures;
}

/** Examples of replaced values that are sent. */
const mostExamples = 60;

/** A preview and its files come from one replay, which is kept until `forget`. */
export function createCaseMaker(input: CaseMakerInput): CaseMaker {
  const { workspace, records } = input;
  const { folder, root, host } = workspace;
  // Equal values get equal replacements in all cases of a session.
  const key = newKey();
  let proven = new WeakMap<KeptCall, Promise<Proven>>();

  function provenCase(number: number): Promise<Proven> {
    const call = records.calls.get(number);
    if (call === undefined) throw new Refused('The studio does not have this call any more. Run it again.');
    const provenCall = proven.get(call) ?? prove(input, call, key);
    proven.set(call, provenCall);
    return provenCall;
  }

  /** The titles of the cases that call the same endpoint. */
  const titlesFor = ({ call, folders }: ProvenCase): ReadonlySet<string> =>
    new Set(
      caseFiles(folders)
        .flatMap((file) => loadCases(readText(file) ?? '', file, host.contract, undefined).loaded?.cases ?? [])
        .flatMap((one) => (one.call === call.endpoint.path ? [one.case] : [])),
    );

  /** The files of the case: the case itself first. */
  function filesOf({ recording, cases }: ProvenCase, title: string): ReadonlyMap<string, string> {
    const isTaken = (name: string): boolean =>
      folder.has(`cases/${name}.yaml`) || existsSync(join(root, 'cases', name));
    const name = firstFree(fileNameOf(title), isTaken, '-');
    const fixture = cases.fixture === undefined ? undefined : name;
    const others = [...recording.files].filter(([path]) => path !== untitled.caseFile);
    return new Map([
      [`cases/${name}.yaml`, caseText({ ...cases, title, fixture })],
      ...others.toReversed().map(([path, text]) => [path.replace(untitled.fixture, `cases/${name}`), text] as const),
    ]);
  }

  async function problemOf(one: ProvenCase, title: string): Promise<string | undefined> {
    if (title === '') return 'The case needs a name.';
    if (/\p{Cc}/u.test(title)) return 'The name has characters that are not visible.';
    const leaks = one.recording.leaks(title);
    if (leaks.length > 0) return `The name contains what is replaced in the case: ${leaks.join(', ')}.`;
    if (titlesFor(one).has(title)) return 'A case of this endpoint has this name already.';
    const hide = await workspace.conceal();
    const isSecret = [...filesOf(one, title).values()].some((text) => hide(text) !== text);
    return isSecret ? 'The case would contain the value of a secret setting.' : undefined;
  }

  return {
    async preview(number, given) {
      const one = await provenCase(number);
      if (!one.ok) return { kind: 'impossible', reason: one.reason };
      const titles = titlesFor(one);
      const title = given?.trim() ?? firstFree(proposedTitle(one.call), (name) => titles.has(name), ' ');
      const problem = await problemOf(one, title);
      return {
        ...{ kind: 'ready', title, notes: [...one.notes], replaced: replacedBy(one.recording) },
        files: [...filesOf(one, title)].map(([path, text]) => ({ path, text })),
        ...(problem === undefined ? {} : { problem }),
      };
    },
    async make(number, given) {
      const one = await provenCase(number);
      if (!one.ok) throw new Refused(one.reason);
      const title = given.trim();
      const problem = await problemOf(one, title);
      if (problem !== undefined) throw new Refused(problem);
      const files = filesOf(one, title);
      // The case comes last: a run that its file starts finds the rows.
      folder.create(new Map([...files].toReversed()));
      return [...files.keys()];
    },
    forget() {
      proven = new WeakMap();
    },
  };
}

function replacedBy({ review }: Pick<Recording, 'review'>): Extract<CasePreview, { kind: 'ready' }>['replaced'] {
  const all = review.flatMap(({ place, maskClass, examples }) => {
    const example = examples.find(([real, invented]) => real !== invented);
    return example === undefined ? [] : [{ place, what: maskClass, real: example[0], invented: example[1] }];
  });
  return all.slice(0, mostExamples);
}

/** Why no case can be made of a call, before anything is tried: a sentence. */
function impossibleFor(
  { isWritten, path, request, record: { steps, unsent } }: KeptCall,
  { endpoints }: Contract,
): string | undefined {
  const fields = endpoints.find((endpoint) => endpoint.path === path)?.request ?? {};
  const unknown = Object.keys(request).filter((name) => name !== 'schemaVersion' && !Object.hasOwn(fields, name));
  if (unknown.length > 0)
    return `The endpoint has no field ${unknown.join(', ')}: a case names fields of the contract alone. Call it without.`;
  if (unsent.length > 0)
    return 'A rehearsal over HTTP ends before the request that would change the ERP, so that there is no answer. Write into a test company: that call makes a case.';
  if (isWritten && !steps.some(({ kind }) => kind === 'exchange'))
    return 'The write has changed the rows that it used. Rehearse a similar one: a rehearsal makes a case.';
  return undefined;
}

/** Runs the call again in a session of its own, so that nothing depends on earlier calls. A write that has changed the ERP is taken as it was. */
async function callAgain(session: CallRunner, kept: KeptCall, note: (text: string) => void): Promise<RecordedCall> {
  const { path, request, record: ran, isWritten } = kept;
  const { steps, outcome } = ran;
  if (isWritten) {
    const statements = steps.flatMap((step) => (step.kind === 'statement' ? [step.ran] : []));
    const exchanges = steps.flatMap((step) => (step.kind === 'exchange' ? [step.ran] : []));
    const hashed = steps.flatMap((step) => (step.kind === 'trace' && step.event.kind === 'hashed' ? [step.event] : []));
    return {
      path,
      request,
      statements,
      exchanges,
      outcome,
      hashedKey: hashed[0]?.key,
      isStopped: false,
      points: new Set(),
    };
  }
  const again = await session.call({ path, request });
  const isRead = ran.changes === undefined;
  if (isRead && outcome.ok && again.outcome.ok && outcome.json !== again.outcome.json)
    note('The ERP has answered something else now than above. The case has the new answer.');
  return again;
}

/** Proves that a case of the call passes. It has what the whole profile asks the ERP at its start; faults of other endpoints do not prevent it. */
async function prove(input: CaseMakerInput, kept: KeptCall, key: string): Promise<Proven> {
  const { workspace, fixtures } = input;
  const reason = impossibleFor(kept, workspace.host.contract);
  if (reason !== undefined) return { ok: false, reason };
  if (kept.isOverFixture) return proveOverFixture(workspace, fixtures, kept);
  const whole = await proveOverErp(input, kept, key, undefined);
  return whole.ok ? whole : proveOverErp(input, kept, key, new Set([kept.path]));
}

/** Records the call and replays it over invented values. `only`: the endpoints of the profile that are needed; all if it is undefined. */
async function proveOverErp(
  { workspace, fixtures }: CaseMakerInput,
  kept: KeptCall,
  key: string,
  only: ReadonlySet<string> | undefined,
): Promise<Proven> {
  const { host, root } = workspace;
  const { config, profile } = workspace.load();
  const opened = await prepareProfile(host, { ...profile, only }, config);
  const failed = ({ diagnostics }: { readonly diagnostics: readonly { readonly message: string }[] }): Proven => ({
    ...{ ok: false, reason: `The profile cannot be used: ${diagnostics[0]?.message}` },
  });
  if (!opened.ok) return failed(opened);
  const { prepared, close } = opened;
  const notes: string[] = [];
  const folders = [root, ...prepared.bases.folders];
  const target: RecordingTarget = { ...untitled, existing: folders };
  try {
    const recorded = await record({
      ...{ ...prepared, key, target, allow: [], writes: false, schemas: new Map(), fixtures: fixtures() },
      ...{ demoSku: config.settings.demoSku, now: host.now, progress: () => undefined },
      documentTime: Math.floor(kept.at / 1_000) * 1_000,
      calls: async (session, kind) =>
        kind === 'read' ? [await callAgain(session, kept, (text) => notes.push(text))] : [],
    });
    if (!recorded.ok) return failed(recorded);
    const { recording } = recorded;
    const [cases] = recording.cases;
    const [call] = cases?.calls ?? [];
    if (cases === undefined || call === undefined) {
      const endpoint = host.contract.endpoints.find((one) => one.path === kept.path);
      const advice =
        endpoint !== undefined && searchesNames(endpoint)
          ? ' The invented names have no part in common where the real ones share a part of several words: search for a whole word.'
          : '';
      return {
        ok: false,
        reason: `A case of this call would not pass: ${recording.omittedCalls[0]?.reason}.${advice}`,
      };
    }
    if (prepared.databases.size > 0) notes.push(...noteOn(recording));
    if (recording.anyOrder)
      notes.push('The rows are in the order of the invented names, which is another one than that of the real names.');
    return { ok: true, recording, cases, call, folders, notes };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { ok: false, reason: `The rows of the ERP cannot be read: ${error.message}.` };
  } finally {
    await close();
  }
}

function noteOn({ use }: Recording): readonly string[] {
  switch (use) {
    case 'as it is':
      return ['The fixture of the profile gives the same answer: the case needs no other rows.'];
    case 'its tables':
      return ['The rows belong to this case only. Their tables are those of fixture/schema.sql.'];
    case 'recorded':
      return ['Tables and rows belong to this case only.'];
  }
}
