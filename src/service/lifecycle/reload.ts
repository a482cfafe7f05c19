/**
 * Reload of profile and configuration: a new engine is compiled, connected and probed beside the one in use. It replaces it as a whole, together
 * with limits and level of the log. A faulty one is reported and closed, and nothing changes.
 */
import { resolve } from 'node:path';
import { type Diagnostic, Secret } from '../../../engine/index.ts';
import { withoutMark } from '../config/environment.ts';
import { contentOf } from '../config/file-contents.ts';
import { errorsOf, findingLine } from '../config/findings-log.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { SettingName, Settings } from '../config/settings.ts';
import type { Emit } from '../events/events.ts';
import type { Engine, OpenedEngine } from '../server/engine-api.ts';
import { engineFingerprint } from './engine-fingerprint.ts';
import { awaitsConsent } from './engine-opener.ts';
import type { ReplaceableEngine } from './replaceable-engine.ts';

/** What a new value of each setting needs. The files of keys and certificates are watched separately. */
const needs = {
  profile: 'reload',
  host: 'restart',
  port: 'restart',
  adminPort: 'restart',
  adminHost: 'restart',
  connectPort: 'restart',
  connectHost: 'restart',
  connectUrl: 'restart',
  tlsCert: 'restart',
  tlsKey: 'restart',
  keyFile: 'reload',
  // Part of the keys of writes, and of the limits that replicas share.
  installation: 'restart',
  demoSku: 'reload',
  store: 'restart',
  storeKey: 'restart',
  servicesTable: 'restart',
  operatorKeyFile: 'restart',
  auditDays: 'restart',
  replicas: 'restart',
  bodyLimit: 'reload',
  bodyTimeout: 'reload',
  requestTimeout: 'reload',
  shutdownTimeout: 'reload',
  shutdownDelay: 'reload',
  idleTime: 'restart',
  openServices: 'restart',
  concurrency: 'reload',
  watch: 'restart',
  pagesPerKey: 'reload',
  answerTimeout: 'reload',
  unsentLimit: 'reload',
  answersLimit: 'reload',
  allAnswersLimit: 'reload',
  logLevel: 'reload',
  logFormat: 'restart',
  checkDescriptions: 'restart',
  forwardTrace: 'restart',
  trustProxy: 'reload',
} as const satisfies Record<SettingName, 'reload' | 'restart'>;

interface ReloadOptions {
  readonly engine: ReplaceableEngine;
  /** The configuration that the service was started with. */
  readonly config: LoadedConfig;
  /** Texts of the profile in use, by the file that each was read from: relative to `cwd` or absolute. */
  readonly profileTexts: ReadonlyMap<string, string>;
  readonly cwd: string;
  /** The configuration as it was read after a time of `clock`. Undefined if the service has been removed from it, which needs a restart. */
  readonly load: (since: number) => LoadedConfig | undefined;
  /** Opens an engine for a profile file. Does not start it. */
  readonly open: (config: LoadedConfig, profileFile: string) => Promise<OpenedEngine>;
  /** Applies what is not part of an engine. */
  readonly apply: (fresh: LoadedConfig) => void;
  /** Runs the work when it is the turn of this service: the services of a process are reloaded one after the other. */
  readonly turn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly emit: Emit;
  /** Milliseconds, from a monotonic clock. */
  readonly clock: () => number;
}

/** Why a service is reloaded; for the log. */
export type ReloadTrigger = 'SIGHUP' | 'changed files' | 'changed company' | 'consent';

/** A signal opens the engine anew whatever has changed, and what a consent gave is in the store. */
const isByConfiguration = (trigger: ReloadTrigger): boolean =>
  trigger === 'changed files' || trigger === 'changed company';

interface Reloader {
  /** Reloads. Calls during a reload cause one more. Never rejects. `trigger`: for the log. `loaded`: the configuration, if it has been read again already. */
  reload(trigger: ReloadTrigger, loaded?: LoadedConfig): void;
  /** Absolute paths of the files that profile and configuration are read from. */
  files(): readonly string[];
  /** Starts no further reload, and waits for one in progress. */
  stop(): Promise<void>;
}

/** Whether two parsed settings are equal, at any depth; secrets by their values. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Secret && b instanceof Secret) return a.reveal() === b.reveal();
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const parts = new Map<string, unknown>(Object.entries(b));
  const entries = Object.entries(a);
  return entries.length === parts.size && entries.every(([name, inner]) => isSame(inner, parts.get(name)));
}

/** Settings whose new values need a restart. */
function restartSettings(used: Settings, fresh: Settings): readonly SettingName[] {
  const names = Object.keys(used).filter((name): name is SettingName => name in fresh);
  return names.filter((name) => needs[name] === 'restart' && !isSame(used[name], fresh[name]));
}

type Opened =
  /** `engine`: undefined where the service is closed, and its next request opens it. */
  | { readonly ok: true; readonly engine: Engine | undefined; readonly warnings: number }
  | { readonly ok: false; readonly reason: string; readonly findings: readonly Diagnostic[] };

/** Starts an engine. If it cannot be used, closes it. `mustBeReady`: its ERP has to answer. */
async function startOrClose(engine: Engine, mustBeReady: boolean): Promise<Opened> {
  let isUsed = false;
  try {
    const diagnostics = await engine.start();
    const findings = errorsOf(diagnostics);
    if (findings.length > 0) return { ok: false, reason: 'The profile does not fit its sources.', findings };
    if (mustBeReady && !engine.health().ready) {
      const reason = 'The ERP cannot be reached with the new profile or settings.';
      return { ok: false, reason, findings: [] };
    }
    isUsed = true;
    return { ok: true, engine, warnings: diagnostics.length };
  } finally {
    if (!isUsed) await engine.close();
  }
}

/** One reload at a time. Settings that need a restart keep their values, and that is logged. */
export function createReloader(options: ReloadOptions): Reloader {
  const { engine, config, cwd, load, open, apply, turn, emit, clock } = options;
  let profileFiles: readonly string[] = [...options.profileTexts.keys()];
  /** The same list until there are other files: the watcher compares the lists of thousands of services. */
  let watchedFiles: readonly string[] | undefined;
  /** Of the engine in use. */
  let used = { fingerprint: fingerprintAsRead(config, options.profileTexts), settings: config.settings };
  /** Of the last profile that was compiled. */
  let compiled = used.fingerprint;
  let isStopped = false;
  let next:
    | { readonly trigger: ReloadTrigger; readonly requested: number; readonly loaded: LoadedConfig | undefined }
    | undefined;
  let isSuspended = config.isSuspended;
  /** The end of the engine of a suspended service. */
  let ending: Promise<void> | undefined;
  let running: Promise<void> | undefined;

  function absoluteFiles(): readonly string[] {
    return profileFiles.map((file) => resolve(cwd, file));
  }

  /** With the texts that the profile was compiled from: a file may have changed since. */
  function fingerprintAsRead(from: LoadedConfig, texts: ReadonlyMap<string, string>): string {
    const read = new Map([...texts].map(([file, text]) => [resolve(cwd, file), withoutMark(text)]));
    return engineFingerprint(from, absoluteFiles(), (file) => read.get(file) ?? contentOf(file).text);
  }

  /** A started engine that is ready, or that is as little ready as the one in use. */
  async function openFresh(fresh: LoadedConfig, profileFile: string): Promise<Opened> {
    const opened = await open(fresh, profileFile);
    profileFiles = [...new Set([profileFile, ...opened.sources.keys()])];
    watchedFiles = undefined;
    compiled = fingerprintAsRead(fresh, opened.sources);
    // The service still waits, as before.
    if (!opened.ok && awaitsConsent(fresh, opened.diagnostics) && engine.health().consentNeeded === true)
      return { ok: true, engine: undefined, warnings: 0 };
    if (!opened.ok) return { ok: false, reason: 'The profile has errors.', findings: errorsOf(opened.diagnostics) };
    if (engine.isIdle()) {
      await opened.engine.close();
      return { ok: true, engine: undefined, warnings: opened.diagnostics.length };
    }
    const started = await startOrClose(opened.engine, engine.health().ready);
    return started.ok ? { ...started, warnings: started.warnings + opened.diagnostics.length } : started;
  }

  function refuse(reason: string, findings: readonly Diagnostic[]): void {
    const message = `${reason} The previous profile and settings stay in use.`;
    emit({
      level: 'error',
      event: 'reload_failed',
      what: 'profile',
      reason: message,
      findings: findings.map(findingLine),
    });
  }

  /** At once, whatever else the configuration has. Its requests in progress may take long: nothing waits for them. */
  function suspend(fresh: LoadedConfig): void {
    const wasSuspended = isSuspended;
    const started = clock();
    isSuspended = true;
    apply(fresh);
    used = { fingerprint: engineFingerprint(fresh, absoluteFiles()), settings: fresh.settings };
    if (wasSuspended) return;
    ending = engine
      .suspend()
      .then(() => emit({ level: 'info', event: 'service_suspended', ms: Math.round(clock() - started) }))
      .catch((error: unknown) => emit({ level: 'error', event: 'bug', error }));
  }

  async function once(trigger: ReloadTrigger, requested: number, loaded: LoadedConfig | undefined): Promise<void> {
    const started = clock();
    // The service may have been removed while this reload waited for its turn.
    const fresh = isStopped ? undefined : (loaded ?? load(requested));
    if (fresh === undefined) return;
    if (fresh.isSuspended) return suspend(fresh);
    const faults = errorsOf(fresh.diagnostics);
    if (faults.length > 0 || fresh.profileFile === undefined) return refuse('The configuration has errors.', faults);
    // A closed service opens its engine anew at its next request.
    const mayStay = isByConfiguration(trigger) || engine.isIdle();
    const isSameEngine = mayStay && engineFingerprint(fresh, absoluteFiles()) === used.fingerprint;
    // Another service has changed, or keys, which are read again separately.
    if (isSameEngine && isByConfiguration(trigger) && isSame(fresh.settings, used.settings)) return;
    const opened = isSameEngine ? undefined : await openFresh(fresh, fresh.profileFile);
    if (opened?.ok === false) return refuse(opened.reason, opened.findings);
    if (isStopped) return opened?.engine?.close();
    if (opened?.engine !== undefined) engine.replace(opened.engine);
    apply(fresh);
    used = { fingerprint: opened === undefined ? used.fingerprint : compiled, settings: fresh.settings };
    const ms = Math.round(clock() - started);
    const warnings = opened?.warnings ?? 0;
    if (isSuspended) emit({ level: 'info', event: 'service_resumed', ms });
    else emit({ level: 'info', event: 'reloaded', trigger, profile: fresh.profileFile, ms, warnings });
    isSuspended = false;
    const settings = restartSettings(config.settings, fresh.settings);
    if (settings.length === 0) return;
    const message = 'The new values of these settings apply after a restart of the service.';
    emit({ level: 'warn', event: 'restart_needed', settings, message });
  }

  async function run(): Promise<void> {
    while (next !== undefined && !isStopped) {
      const { trigger, requested, loaded } = next;
      next = undefined;
      try {
        if (loaded?.isSuspended) await once(trigger, requested, loaded);
        else await turn(() => once(trigger, requested, loaded));
      } catch (error) {
        emit({ level: 'error', event: 'bug', error });
      }
    }
    running = undefined;
  }

  return {
    reload(trigger, loaded) {
      // A change of files does not replace a signal that waits.
      const strongest = next === undefined || isByConfiguration(next.trigger) ? trigger : next.trigger;
      next = { trigger: strongest, requested: clock(), loaded };
      running ??= run();
    },
    files() {
      watchedFiles ??= [...new Set([...config.keyFiles, ...absoluteFiles()])];
      return watchedFiles;
    },
    async stop() {
      isStopped = true;
      await running;
      await ending;
    },
  };
}
