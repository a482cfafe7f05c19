/** Engines that stay open between calls: the first call connects, later ones do not. A change of profile or configuration opens a new one. */
import { resolve } from 'node:path';
import type { Diagnostic } from '../../../../engine/index.ts';
import {
  type OpenedSession,
  openSession,
  type SessionInput,
  type SessionMode,
} from '../../../service/lifecycle/call-session.ts';
import { engineFingerprint } from '../../../service/lifecycle/engine-fingerprint.ts';
import { type OpenedForCall, openNarrowed } from '../../../service/lifecycle/open-for-call.ts';
import type { RunRecord } from '../../../service/lifecycle/recorder.ts';
import type { CallResult } from '../../../service/lifecycle/run-once.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { openOverFixture } from './fixture-session.ts';
import type { Workspace } from './workspace.ts';

/** What happens to writes, and over which databases: `fixture` rehearses over new databases with the rows of the profile's fixture. */
export type WriteMode = 'rehearsal' | 'writes' | 'fixture';

export interface WarmEngines {
  /** Runs a call. `path`: that of its endpoint. Where the profile has faults, the endpoint runs if it has none itself. */
  run(path: string, body: RunRecord['body'], mode: WriteMode): Promise<CallResult>;
  /** Closes the engines that write, after their calls. */
  stopWrites(): Promise<void>;
  close(): Promise<void>;
}

interface Warm {
  readonly mode: WriteMode;
  /** The endpoint that it is for; undefined: it has all of them. */
  readonly path: string | undefined;
  readonly opened: Promise<OpenedForCall>;
  /** Files of the profile and its bases, absolute. A change of one of them needs a new engine. */
  files: readonly string[];
  fingerprint: string;
  /** Calls in progress. */
  running: number;
  /** Another engine has taken its place, or it is not needed any more: it closes with its last call. */
  isRetired: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** The faults of a profile that cannot be opened as a whole. */
interface Faults {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly string[];
  readonly fingerprint: string;
  /** When they were found, in milliseconds since the epoch. */
  readonly at: number;
}

/** Milliseconds without a call after which an engine is closed: connections of an ERP are few. */
const idleMs = 300_000;

/** Milliseconds after which the whole profile is opened again, because what the ERP refuses can change without a change of the profile. */
const faultsMs = 30_000;

/** Engines for one endpoint each that are open at the same time. */
const mostNarrowed = 3;

/**
 * `failed` receives an error of the close of an engine. `fixtures`: databases for the mode `fixture`; without them it throws. `opening` is called when
 * the first engine begins to open, and when none is opening any more.
 */
export function createWarmEngines(
  workspace: Workspace,
  failed: (error: unknown) => void,
  fixtures?: () => Fixtures,
  opening?: (isOpening: boolean) => void,
): WarmEngines {
  const { host, profileFile } = workspace;
  /** The one that was opened last comes last. */
  const engines = new Set<Warm>();
  const faults = new Map<WriteMode, Faults>();
  const closing = new Set<Promise<void>>();
  let openings = 0;

  async function reportOpening<T>(opened: Promise<T>): Promise<T> {
    openings += 1;
    if (openings === 1) opening?.(true);
    try {
      return await opened;
    } finally {
      openings -= 1;
      if (openings === 0) opening?.(false);
    }
  }

  const filesOf = (names: Iterable<string>): readonly string[] => [
    ...new Set([profileFile, ...[...names].map((file) => resolve(host.cwd, file))]),
  ];
  const fingerprintOf = (files: readonly string[]): string => engineFingerprint(workspace.load().config, files);

  function close({ opened, idle }: Warm): void {
    clearTimeout(idle);
    const closed: Promise<void> = opened
      .then((result) => (result.opened.ok ? result.opened.session.close() : undefined))
      .catch(failed)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function retire(engine: Warm): void {
    if (engine.isRetired) return;
    engines.delete(engine);
    engine.isRetired = true;
    if (engine.running === 0) close(engine);
  }

  function retireAll(mode: WriteMode): void {
    for (const engine of [...engines]) if (engine.mode === mode) retire(engine);
  }

  /** Retires what a new engine replaces: those of an earlier profile, and the oldest of too many. */
  function makeRoom(mode: WriteMode): void {
    const usable = [...engines].filter((engine) => {
      if (engine.mode !== mode) return false;
      if (engine.path !== undefined && engine.fingerprint === fingerprintOf(engine.files)) return true;
      retire(engine);
      return false;
    });
    for (const engine of usable.slice(0, Math.max(0, usable.length - mostNarrowed + 1))) retire(engine);
  }

  /** The open engine, or a new one. `path`: the only endpoint that it has. */
  function engineFor(mode: WriteMode, path: string | undefined): Warm {
    const { config, profile } = workspace.load();
    const isUsable = (engine: Warm): boolean =>
      engine.mode === mode && engine.path === path && engine.fingerprint === fingerprintOf(engine.files);
    const warmEngine = [...engines].find(isUsable);
    if (warmEngine !== undefined) return warmEngine;
    makeRoom(mode);
    const rehearsal = { kind: 'rehearsal', compare: [], procedures: false } as const;
    const sessionMode: SessionMode = mode === 'writes' ? { kind: 'writes', clock: host.clock } : rehearsal;
    const session = { host, profile, config, mode: sessionMode };
    const openIn = (input: SessionInput): Promise<OpenedForCall> => open(input, path, faults.get(mode));
    const files = [profileFile];
    const fresh: Warm = {
      ...{ mode, path, files, fingerprint: fingerprintOf(files), running: 0, isRetired: false, idle: undefined },
      opened: reportOpening(
        mode === 'fixture' ? openOverFixture(workspace, fixtures, session, openIn) : openIn(session),
      ).then((result) => {
        if (!result.opened.ok) return result;
        fresh.files = filesOf(result.opened.session.files);
        fresh.fingerprint = fingerprintOf(fresh.files);
        return result;
      }),
    };
    engines.add(fresh);
    return fresh;
  }

  async function runIn(engine: Warm, path: string, body: RunRecord['body']): Promise<CallResult> {
    engine.running += 1;
    clearTimeout(engine.idle);
    let isUsable = false;
    try {
      const { opened, elsewhere } = await engine.opened;
      isUsable = opened.ok;
      return opened.ok
        ? { ok: true, record: await opened.session.run(path, body), elsewhere }
        : { ...opened, elsewhere };
    } finally {
      engine.running -= 1;
      // One that could not be opened is tried again with the next call.
      if (!isUsable) retire(engine);
      else if (engine.isRetired && engine.running === 0) close(engine);
      else engine.idle = setTimeout(() => retire(engine), idleMs).unref();
    }
  }

  /** Whether the whole profile was found faulty a short time ago, and has not changed. */
  function isFaulty(mode: WriteMode): boolean {
    const last = faults.get(mode);
    return last !== undefined && host.now() - last.at < faultsMs && last.fingerprint === fingerprintOf(last.files);
  }

  return {
    async run(path, body, mode) {
      if (!isFaulty(mode)) {
        faults.delete(mode);
        const result = await runIn(engineFor(mode, undefined), path, body);
        if (result.ok) return result;
        const files = filesOf(result.sources.keys());
        faults.set(mode, {
          ...{ diagnostics: result.diagnostics, files },
          fingerprint: fingerprintOf(files),
          at: host.now(),
        });
      }
      return runIn(engineFor(mode, path), path, body);
    },
    async stopWrites() {
      retireAll('writes');
      await Promise.all(closing);
    },
    async close() {
      for (const engine of [...engines]) retire(engine);
      await Promise.all(closing);
    },
  };
}

async function open(input: SessionInput, path: string | undefined, faults: Faults | undefined): Promise<OpenedForCall> {
  if (path !== undefined) return openNarrowed(input, path, faults?.diagnostics ?? []);
  const opened: OpenedSession = await openSession(input);
  return { opened, elsewhere: [] };
}
