/** Serves a profile, from the configuration to the exit status: the common part of `serve`, `demo` and the sandbox's mock ERP. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Key } from '../config/api-keys.ts';
import { watchFiles } from '../config/file-watcher.ts';
import { type ConfigInput, type LoadedConfig, loadConfig, onlyService } from '../config/load.ts';
import type { Emit } from '../events/events.ts';
import { isLoopback } from '../server/listen.ts';
import { type Service, startService } from '../server/service.ts';
import type { ExitStatus, Host } from './host.ts';
import { profileInput, type SettingFlags } from './load-profile.ts';
import { createObservability, type Observability } from './observability.ts';
import { allPorts, type OpenedInstallation, openInstallation } from './open-installation.ts';
import { createReloader, type Reloader } from './reload.ts';
import { createReplaceableEngine, type ReplaceableEngine } from './replaceable-engine.ts';
import { showDiagnostics } from './show-diagnostics.ts';

/** The name of the service in the answer to the connection test. */
const serviceName = 'erp-engine';

export interface ServeOptions {
  readonly flags: SettingFlags;
  /** Whether a missing API key is an error; false if `extraKeys` supplies one. */
  readonly needsKey: boolean;
  /** Valid keys in addition to those of the configuration. */
  readonly extraKeys: (config: LoadedConfig) => readonly Key[];
  /** Called when the service accepts requests. */
  readonly announce: (address: string, config: LoadedConfig) => void;
}

/** Serves until the process is asked to stop. Writes findings to `host.err`, and the log to `host.log`. */
export async function serve(host: Host, options: ServeOptions): Promise<ExitStatus> {
  const { config: configFile, ...flags } = options.flags;
  const { env, cwd, packageRoot } = host;
  const load = (needsKey: boolean): LoadedConfig => {
    const input: ConfigInput = { flags, configFile, env, cwd, packageRoot, now: host.now(), needsKey };
    return onlyService(loadConfig(input));
  };
  const config = load(options.needsKey);
  const observability = await createObservability(host, config);
  try {
    return await serveConfigured(host, options, { config, observability, reload: () => load(false) });
  } finally {
    await observability.close();
  }
}

interface ConfiguredParts {
  readonly config: LoadedConfig;
  readonly observability: Observability;
  readonly reload: () => LoadedConfig;
}

async function serveConfigured(host: Host, options: ServeOptions, parts: ConfiguredParts): Promise<ExitStatus> {
  const { config, observability } = parts;
  const { emit } = observability;
  const adminFault = hasError(config.diagnostics) ? undefined : await observability.start();
  if (adminFault !== undefined) {
    showDiagnostics(host, [adminFault], config.sources);
    return 1;
  }
  const opened = await openConfigured(host, config, observability);
  if (!opened.ok) {
    const { storeFindings, profileFindings, sources } = opened;
    const diagnostics = [...config.diagnostics, ...storeFindings, ...profileFindings];
    showDiagnostics(host, diagnostics, new Map([...config.sources, ...sources]));
    return failureStatus([...config.diagnostics, ...profileFindings]);
  }
  try {
    const withEngine: ServiceParts = { ...parts, opened };
    const started = await start(host, options, withEngine);
    if (!started.ok) {
      await opened.engine.close();
      return started.status;
    }
    const { service } = started;
    const watched = watchForReload(host, started, withEngine);
    const stop = Promise.withResolvers<string>();
    host.onStop(stop.resolve);
    host.onCrash((error) => emit({ level: 'error', event: 'bug', error }));
    announce(options, config, service.address, emit);
    const reason = await stop.promise;
    await watched.stop();
    await service.stop(reason);
    return 0;
  } finally {
    await opened.store.close();
  }
}

function openConfigured(
  host: Host,
  config: LoadedConfig,
  { emit, reportStatements }: Observability,
): Promise<OpenedInstallation> {
  const { profileFile, settings } = config;
  const { demoSku, logLevel, replicas, store, storeKey } = settings;
  return openInstallation({
    openEngine: host.openEngine,
    store: { address: store, key: storeKey },
    engine:
      profileFile === undefined
        ? undefined
        : {
            ...profileInput(host, config, profileFile),
            demoSku,
            replicas,
            reportStatements: reportStatements(logLevel),
          },
    ports: allPorts(host.clock),
    emit,
    now: host.now,
  });
}

/** Reloads for SIGHUP, and for changed files with the setting `watch`. */
function watchForReload(host: Host, { engine, service }: Running, parts: ServiceParts): Reloader {
  const { config, opened, observability, reload } = parts;
  const { emit, reportStatements, setLogLevel } = observability;
  const { installation, replicas, watch } = config.settings;
  const reloader = createReloader({
    engine,
    config,
    profileFiles: [...opened.sources.keys()],
    cwd: host.cwd,
    load: reload,
    open: (fresh, profileFile) =>
      host.openEngine({
        ...profileInput(host, fresh, profileFile),
        ...allPorts(host.clock)(opened.store),
        demoSku: fresh.settings.demoSku,
        // Part of the keys of writes, and of the limits that replicas share: a change needs a restart.
        installation,
        replicas,
        reportStatements: reportStatements(fresh.settings.logLevel),
        emit,
        now: host.now,
      }),
    apply(settings) {
      service.setLimits(settings);
      setLogLevel(settings.logLevel);
    },
    emit,
    clock: host.clock,
  });
  host.onReload(() => reloader.reload('SIGHUP'));
  const watcher = watch ? watchFiles(reloader.files, () => reloader.reload('changed files')) : undefined;
  return {
    ...reloader,
    async stop() {
      watcher?.stop();
      await reloader.stop();
    },
  };
}

/**
 * The exit status of a failed start. 78: the configuration or the profile has an error, and a restart does not help. 1: anything else, such as
 * a store, a database or a port that is in use, may be usable at the next start.
 */
function failureStatus(diagnostics: readonly Diagnostic[]): ExitStatus {
  return hasError(diagnostics) ? 78 : 1;
}

interface ServiceParts extends ConfiguredParts {
  readonly opened: Extract<OpenedInstallation, { readonly ok: true }>;
}

interface Running {
  readonly service: Service;
  readonly engine: ReplaceableEngine;
}

type Started =
  | ({ readonly ok: true } & Running)
  /** The findings have been shown. */
  | { readonly ok: false; readonly status: ExitStatus };

/** Starts the engine and listens, unless there are errors. Shows all findings. Does not close the engine. */
async function start(host: Host, options: ServeOptions, parts: ServiceParts): Promise<Started> {
  const { config, opened, observability, reload } = parts;
  const { emit } = observability;
  const sources = new Map([...config.sources, ...opened.sources]);
  const profileAndConfig = [...config.diagnostics, ...opened.diagnostics];
  const refuse = (diagnostics: readonly Diagnostic[]): Started => {
    showDiagnostics(host, diagnostics, sources);
    return { ok: false, status: failureStatus(profileAndConfig) };
  };
  if (hasError(profileAndConfig)) return refuse(profileAndConfig);
  const all = [...profileAndConfig, ...(await opened.engine.start())];
  if (hasError(all)) return refuse(all);
  if (all.length > 0) showDiagnostics(host, all, sources);
  const extraKeys = options.extraKeys(config);
  const engine = createReplaceableEngine(opened.engine, (error) => emit({ level: 'error', event: 'bug', error }));
  const { tracer } = observability;
  const started = await startService({
    engine,
    config,
    extraKeys,
    reload,
    emit,
    now: host.now,
    openFiles: host.openFiles,
    serviceName,
    tracer,
  });
  if (!started.ok) return refuse([started.diagnostic]);
  const { running, limits } = started.service;
  const concurrency = (): number => limits().concurrency;
  observability.attach({ engine, running, concurrency, claimCounts: opened.store.claimCounts });
  return { ...started, engine };
}

function announce(options: ServeOptions, config: LoadedConfig, address: string, emit: Emit): void {
  options.announce(address, config);
  if (config.pair === undefined && !isLoopback(config.settings.host)) {
    const message =
      'Other machines can reach this address without encryption. Put a reverse proxy with HTTPS in front, or set tlsCert and tlsKey.';
    emit({ level: 'warn', event: 'plain_http', address, message });
  }
  emit({ level: 'info', event: 'listening', address, profile: config.profileFile ?? '' });
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
