/** Engines that stay open between calls: the first call connects, later ones do not. A change of profile or configuration opens a new one. */
import { resolve } from 'node:path';
import { type OpenedSession, openSession, type SessionMode } from '../../../service/lifecycle/call-session.ts';
import { engineFingerprint } from '../../../service/lifecycle/engine-fingerprint.ts';
import type { RunRecord } from '../../../service/lifecycle/recorder.ts';
import type { CallResult } from '../../../service/lifecycle/run-once.ts';
import type { Workspace } from './workspace.ts';

/** What happens to writes. */
export type WriteMode = 'rehearsal' | 'writes';

export interface WarmEngines {
  /** Runs a call. `path`: that of its endpoint. */
  run(path: string, body: RunRecord['body'], mode: WriteMode): Promise<CallResult>;
  /** Closes the engine that writes, after its calls. */
  stopWrites(): Promise<void>;
  close(): Promise<void>;
}

interface Warm {
  readonly opened: Promise<OpenedSession>;
  /** Files of the profile and its bases, absolute. A change of one of them needs a new engine. */
  files: readonly string[];
  fingerprint: string;
  /** Calls in progress. */
  running: number;
  /** Another engine has taken its place, or it is not needed any more: it closes with its last call. */
  isRetired: boolean;
  idle: NodeJS.Timeout | undefined;
}

/** Milliseconds without a call after which an engine is closed: connections of an ERP are few. */
const idleMs = 300_000;

/** `failed` receives an error of the close of an engine. */
export function createWarmEngines(workspace: Workspace, failed: (error: unknown) => void): WarmEngines {
  const { host, profileFile } = workspace;
  const engines = new Map<WriteMode, Warm>();
  const closing = new Set<Promise<void>>();

  function close({ opened, idle }: Warm): void {
    clearTimeout(idle);
    const closed: Promise<void> = opened
      .then((result) => (result.ok ? result.session.close() : undefined))
      .catch(failed)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function retire(mode: WriteMode, engine = engines.get(mode)): void {
    if (engine === undefined || engine.isRetired) return;
    if (engines.get(mode) === engine) engines.delete(mode);
    engine.isRetired = true;
    if (engine.running === 0) close(engine);
  }

  /** The open engine, or a new one. */
  function engineFor(mode: WriteMode): Warm {
    const { config, profile } = workspace.load();
    const warmEngine = engines.get(mode);
    if (warmEngine !== undefined && warmEngine.fingerprint === engineFingerprint(config, warmEngine.files))
      return warmEngine;
    retire(mode);
    const sessionMode: SessionMode =
      mode === 'writes' ? { kind: 'writes', clock: host.clock } : { kind: 'rehearsal', compare: [], procedures: false };
    const files = [profileFile];
    const fresh: Warm = {
      ...{ files, fingerprint: engineFingerprint(config, files), running: 0, isRetired: false, idle: undefined },
      opened: openSession({ host, profile, config, mode: sessionMode }).then((opened) => {
        if (!opened.ok) return opened;
        fresh.files = [...new Set([profileFile, ...opened.session.files.map((file) => resolve(host.cwd, file))])];
        fresh.fingerprint = engineFingerprint(config, fresh.files);
        return opened;
      }),
    };
    engines.set(mode, fresh);
    return fresh;
  }

  return {
    async run(path, body, mode) {
      const engine = engineFor(mode);
      engine.running += 1;
      clearTimeout(engine.idle);
      let isUsable = false;
      try {
        const opened = await engine.opened;
        isUsable = opened.ok;
        return opened.ok ? { ok: true, record: await opened.session.run(path, body) } : opened;
      } finally {
        engine.running -= 1;
        // One that could not be opened is tried again with the next call.
        if (!isUsable) retire(mode, engine);
        else if (engine.isRetired && engine.running === 0) close(engine);
        else engine.idle = setTimeout(() => retire(mode, engine), idleMs).unref();
      }
    },
    async stopWrites() {
      retire('writes');
      await Promise.all(closing);
    },
    async close() {
      retire('rehearsal');
      retire('writes');
      await Promise.all(closing);
    },
  };
}
