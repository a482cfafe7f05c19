/** An open engine for calls whose steps are recorded: for `engine run`, and for the studio, which keeps it open. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Diagnostic, type EngineInput, openEngine } from '../../../engine/index.ts';
import type { Rehearsal, TestOverrides } from '../../../engine/tools/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import { type CommandTokens, noTokens, openCommandTokens } from './command-tokens.ts';
import type { Host } from './host.ts';
import type { ProfileInput } from './load-profile.ts';
import { allPorts, type InstallationInput, type OpenedInstallation, openInstallation } from './open-installation.ts';
import { createRecorder, type Recorder, type RehearsalObservers, type RunRecord } from './recorder.ts';

export type SessionMode =
  /** For reads only: nothing keeps a write from changing the ERP. */
  | { readonly kind: 'reads' }
  /** Writes are rolled back, or stop before the first request that would change the ERP. */
  | ({
      readonly kind: 'rehearsal';
      /** Databases that take the place of the ERP's. */
      readonly over?: Pick<TestOverrides, 'connections' | 'connectors'>;
    } & Pick<Rehearsal, 'compare' | 'procedures'>)
  /** Writes change the ERP. Their claims are in the store of the service, and in its tables of the ERP's database. */
  | { readonly kind: 'writes'; readonly clock: () => number };

export interface SessionInput {
  readonly host: Pick<Host, 'holdExit'>;
  readonly profile: ProfileInput;
  readonly config: LoadedConfig;
  readonly mode: SessionMode;
}

interface CallSession {
  /** Files that the profile was read from, by their names in messages. */
  readonly files: readonly string[];
  /** Runs a call. Several may run at the same time. */
  run(path: string, body: RunRecord['body']): Promise<RunRecord>;
  close(): Promise<void>;
}

export type OpenedSession =
  | { readonly ok: true; readonly session: CallSession }
  /** `sources`: texts that the findings point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Time-out of a call, in milliseconds. */
const timeoutMs = 60_000;

/** What is done belongs to the call in whose asynchronous context it is done. Probes in the background belong to none. */
type Running = AsyncLocalStorage<Recorder>;

function overridesOf(running: Running, { mode, profile }: SessionInput): TestOverrides {
  const rehearsal: RehearsalObservers = {
    changed: (all) => running.getStore()?.rehearsal.changed(all),
    stopped: (source, request) => running.getStore()?.rehearsal.stopped(source, request),
  };
  return {
    clock: () => performance.now(),
    observe: (ran) => running.getStore()?.testOverrides.observe(ran),
    exchanged: (ran) => running.getStore()?.testOverrides.exchanged?.(ran),
    trace: (event) => running.getStore()?.testOverrides.trace?.(event),
    ...(mode.kind === 'rehearsal' && mode.over !== undefined ? mode.over : { connections: new Map() }),
    documentTime: profile.now,
    tables: mode.kind === 'writes' ? 'create' : 'leave',
    disagreed: (one) => running.getStore()?.disagreed(one),
    ...(mode.kind === 'rehearsal'
      ? { rehearsal: { ...rehearsal, compare: mode.compare, procedures: mode.procedures } }
      : {}),
  };
}

/**
 * Where the engine keeps its data: with writes that of the service, otherwise a file that is removed at the end. Refresh tokens are always those of the
 * service.
 */
function storeOf(
  { mode, config }: SessionInput,
  tokens: CommandTokens['tokens'],
): Pick<InstallationInput, 'store' | 'ports'> & { remove(): void } {
  const { store: address, storeKey: key } = config.settings;
  if (mode.kind === 'writes') return { store: { address, key }, ports: allPorts(mode.clock), remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'engine-run-'));
  return {
    store: { address: { kind: 'file', file: join(folder, 'store.sqlite') } },
    ports: ({ bookmarks, versions }) => ({ bookmarks, versions, tokens: tokens?.store }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function openRecorded(
  running: Running,
  input: SessionInput,
  store: Pick<InstallationInput, 'store' | 'ports'>,
): Promise<OpenedInstallation> {
  const { profile, config } = input;
  const engine: Omit<EngineInput, 'emit' | 'now' | 'bookmarks' | 'versions'> = {
    ...profile,
    demoSku: config.settings.demoSku,
    testOverrides: overridesOf(running, input),
  };
  return openInstallation({
    ...store,
    openEngine,
    engine,
    emit: (event) => {
      if ((event.level === 'warn' || event.level === 'error') && 'message' in event)
        running.getStore()?.addLogLine(`${event.level}: ${event.message}`);
    },
    now: profile.now,
  });
}

/** Opens the profile's sources. The findings say why that is not possible. */
export async function openSession(input: SessionInput): Promise<OpenedSession> {
  const { host, profile, config, mode } = input;
  // With writes the store of the service is open, with its tokens.
  const opened = mode.kind === 'writes' ? noTokens : await openCommandTokens(host, profile, config);
  if (opened.diagnostics.length > 0) return { ok: false, diagnostics: opened.diagnostics, sources: new Map() };
  const { remove, ...store } = storeOf(input, opened.tokens);
  const end = async (): Promise<void> => {
    await opened.close();
    remove();
  };
  let isUsed = false;
  try {
    const session = await openWith(input, store, end);
    isUsed = session.ok;
    return session;
  } finally {
    if (!isUsed) await end();
  }
}

/** `end`: releases what the session uses, after it is closed. */
async function openWith(
  input: SessionInput,
  store: Pick<InstallationInput, 'store' | 'ports'>,
  end: () => Promise<void>,
): Promise<OpenedSession> {
  const running: Running = new AsyncLocalStorage();
  const opened = await openRecorded(running, input, store);
  if (!opened.ok) {
    const diagnostics = [...opened.storeFindings, ...opened.profileFindings];
    return { ok: false, diagnostics, sources: opened.sources };
  }
  let isUsed = false;
  try {
    const diagnostics = (await opened.engine.start()).filter(({ severity }) => severity === 'error');
    if (diagnostics.length > 0) return { ok: false, diagnostics, sources: opened.sources };
    isUsed = true;
    return { ok: true, session: sessionOf(running, opened, input.profile, end) };
  } finally {
    if (!isUsed) await opened.close();
  }
}

function sessionOf(
  running: Running,
  { engine, sources, close }: Extract<OpenedInstallation, { readonly ok: true }>,
  { now }: ProfileInput,
  end: () => Promise<void>,
): CallSession {
  return {
    files: [...sources.keys()],
    run(path, body) {
      const recorder = createRecorder();
      const call = { requestId: 'run', deadline: now() + timeoutMs };
      return recorder.record(path, body, () => running.run(recorder, () => engine.call(path, body, call)));
    },
    async close() {
      await close();
      await end();
    },
  };
}
