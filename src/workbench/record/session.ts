/** Runs calls against the ERP, and keeps in memory what each of them sent and got. Nothing of it is written anywhere. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Diagnostic,
  memoryBookmarks,
  memoryVersionMarks,
  type Outcome,
  openEngine,
  Secret,
  type TokenStore,
} from '../../../engine/index.ts';
import { createQueue, type RanRequest, type RanStatement, type TestOverrides } from '../../../engine/tools/index.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import { allPorts, openInstallation } from '../../service/lifecycle/open-installation.ts';

interface PointLog {
  readonly sink: NonNullable<TestOverrides['coverage']>;
  /** The points that were reached since the last time, by place, kind and label. */
  take(): ReadonlySet<string>;
}

/** `take` also empties the log. */
function createPointLog(): PointLog {
  let times = new Map<string, number>();
  return {
    sink: {
      point: ({ kind, what, place: { file, line, column } }) => {
        const key = JSON.stringify([file, line, column, kind, what]);
        return (count = 1) => void times.set(key, (times.get(key) ?? 0) + count);
      },
    },
    take() {
      const reached = new Set([...times].flatMap(([key, count]) => (count > 0 ? [key] : [])));
      times = new Map();
      return reached;
    },
  };
}

/** A request of the platform, without `schemaVersion`. */
export interface CallToRecord {
  readonly path: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** A call that has run. Its values are real. */
export interface RecordedCall extends CallToRecord {
  readonly statements: readonly RanStatement[];
  readonly exchanges: readonly RanRequest[];
  readonly outcome: Outcome;
  /** The hash that is the key of a write; undefined where the key is a text of the request, and for reads. */
  readonly hashedKey: string | undefined;
  /** A write that was not sent, because the session only rehearses. */
  readonly isStopped: boolean;
  /** The points of the profile that it reaches. */
  readonly points: ReadonlySet<string>;
  /** What a case of it shows, as a title; undefined: its request. */
  readonly shows?: string | undefined;
}

/**
 * What happens to writes. `rehearsed`: rolled back, and ended before the first request that changes the ERP. `sent`: over HTTP they are sent; in databases they are
 * rolled back. `done`: for a database that a replay has made.
 */
export type SessionWrites = 'rehearsed' | 'sent' | 'done';

export interface SessionInput {
  readonly profile: ProfileInput;
  readonly demoSku: string | undefined;
  readonly writes: SessionWrites;
  /** Refresh tokens of the service; undefined if the profile needs none, and for a replay. */
  readonly tokens?: TokenStore | undefined;
  /** The clock of documents and of `:now`, in milliseconds since the epoch. */
  readonly documentTime: number;
  /** Called with each way in which a request or an answer of the ERP disagrees with the description of the source. */
  readonly disagreed?: TestOverrides['disagreed'];
  /** What replaces the ERP: for a replay, and for tests. */
  readonly overrides?: Partial<Pick<TestOverrides, 'connections' | 'connectors' | 'mock' | 'facts' | 'tables'>>;
}

export interface CallRunner {
  /** Runs one call at a time. */
  call(call: CallToRecord): Promise<RecordedCall>;
}

interface RecordingSession extends CallRunner {
  /** Facts of the ERP that were read at the start. */
  facts(): ReadonlyMap<string, boolean>;
  close(): Promise<void>;
}

export type OpenedSession =
  | { readonly ok: true; readonly session: RecordingSession }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Time-out of one call, in milliseconds. */
const timeoutMs = 60_000;

interface Steps {
  statements: RanStatement[];
  exchanges: RanRequest[];
  hashedKey: string | undefined;
  isStopped: boolean;
}

function overridesFor(input: SessionInput, steps: Steps, log: PointLog): TestOverrides {
  const { writes, documentTime, overrides, disagreed } = input;
  const stop = (): void => {
    steps.isStopped = true;
  };
  const stopped = writes === 'rehearsed' ? stop : undefined;
  return {
    connections: new Map(),
    tables: 'leave',
    clock: () => performance.now(),
    observe: (ran) => void steps.statements.push(ran),
    exchanged: (ran) => void steps.exchanges.push(ran),
    documentTime: () => documentTime,
    coverage: log.sink,
    ...(disagreed && { disagreed }),
    trace: (event) => {
      if (event.kind === 'hashed') steps.hashedKey = event.key;
    },
    ...(writes === 'done' ? {} : { rehearsal: { compare: [], procedures: false, changed: () => undefined, stopped } }),
    ...overrides,
  };
}

/** Opens the sources of the profile, with a store that is removed at the end. */
export async function openSession(input: SessionInput): Promise<OpenedSession> {
  const { profile, demoSku, tokens } = input;
  const folder = mkdtempSync(join(tmpdir(), 'engine-record-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const steps: Steps = { statements: [], exchanges: [], hashedKey: undefined, isStopped: false };
  const log = createPointLog();
  const facts = new Map<string, boolean>();
  const opened = await openInstallation({
    openEngine,
    store: {
      address: { kind: 'file', file: join(folder, 'store.sqlite') },
      key: new Secret(randomBytes(32).toString('hex')),
    },
    engine: { ...profile, demoSku, testOverrides: overridesFor(input, steps, log) },
    // Start positions of pages contain ids: they stay in memory. A write over HTTP needs the store for its claim.
    ports: (store) => ({
      ...(input.writes === 'rehearsed' ? {} : allPorts(profile.now)(store)),
      ...{ bookmarks: memoryBookmarks(), versions: memoryVersionMarks() },
      ...(tokens && { tokens }),
    }),
    emit: (event) => {
      if (event.event !== 'facts_read') return;
      for (const [name, value] of Object.entries(event.facts)) facts.set(name, value);
    },
    now: profile.now,
  });
  if (!opened.ok) {
    remove();
    return { ok: false, diagnostics: [...opened.storeFindings, ...opened.profileFindings], sources: opened.sources };
  }
  const { engine, sources } = opened;
  const close = async (): Promise<void> => {
    await opened.close();
    remove();
  };
  const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
  if (diagnostics.length > 0) {
    await close();
    return { ok: false, diagnostics, sources };
  }
  const inOrder = createQueue();
  async function run({ path, request }: CallToRecord): Promise<RecordedCall> {
    [steps.statements, steps.exchanges, steps.hashedKey, steps.isStopped] = [[], [], undefined, false];
    const body = { schemaVersion: profile.contract.version, ...request };
    const deadline = profile.now() + timeoutMs;
    log.take();
    const outcome = await engine.call(path, body, { requestId: 'record', deadline });
    return { path, request, outcome, points: log.take(), ...steps };
  }
  const session: RecordingSession = {
    call: (one) => inOrder(() => run(one)),
    facts: () => facts,
    close,
  };
  return { ok: true, session };
}
