/** Serving, from configuration to exit status: what `serve` and `demo` have in common. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Key } from '../config/api-keys.ts';
import { displayPath } from '../config/display-path.ts';
import { type ConfigInput, type LoadedConfig, loadConfig } from '../config/load.ts';
import { locateBase } from '../config/locate-base.ts';
import type { Emit } from '../events/events.ts';
import { createLogger } from '../events/logger.ts';
import { isLoopback } from '../server/listen.ts';
import { startService } from '../server/service.ts';
import { type OpenedStore, openStore, type Store } from '../state/store.ts';
import type { ExitStatus, Host } from './host.ts';
import { showDiagnostics } from './show-diagnostics.ts';

/** What the connection test calls this service. */
const serviceName = 'erp-engine';

export interface ServiceRun {
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** False: the caller brings a key where the configuration has none. */
  readonly needsKey: boolean;
  /** Keys beside those of the configuration. */
  readonly extraKeys: (config: LoadedConfig) => readonly Key[];
  /** Tells the user that the service listens. */
  readonly announce: (address: string, config: LoadedConfig) => void;
}

/** Serves until the process is asked to stop. */
export async function runService(host: Host, run: ServiceRun): Promise<ExitStatus> {
  const { config: configFile, ...flags } = run.flags;
  const input = (needsKey: boolean): ConfigInput => ({
    flags,
    configFile,
    env: host.env,
    cwd: host.cwd,
    packageRoot: host.packageRoot,
    now: host.now(),
    needsKey,
  });
  const config = loadConfig(input(run.needsKey));
  const { store, storeKey } = config.settings;
  const emit = createLogger(config.settings.logLevel, { write: host.err });
  const opened = await openStore({ address: store, key: storeKey, emit, now: host.now });
  try {
    return await serve(host, run, config, { emit, opened }, () => loadConfig(input(false)));
  } finally {
    if (opened.ok) await opened.store.close();
  }
}

async function serve(
  host: Host,
  run: ServiceRun,
  config: LoadedConfig,
  { emit, opened: store }: { readonly emit: Emit; readonly opened: OpenedStore },
  reload: () => LoadedConfig,
): Promise<ExitStatus> {
  const opened =
    config.profileFile === undefined || !store.ok
      ? undefined
      : await openProfile(host, config, config.profileFile, store.store, emit);
  const storeFaults = store.ok ? [] : [store.diagnostic];
  const found = [...config.diagnostics, ...storeFaults, ...(opened?.diagnostics ?? [])];
  const sources = new Map([...config.sources, ...(opened?.sources ?? [])]);
  // What lies outside of them, such as a store, a database or a port in use, may be there at the next start.
  const atFault = hasError(config.diagnostics) || hasError(opened?.diagnostics ?? []);
  const failed = (diagnostics: readonly Diagnostic[]): ExitStatus => {
    showDiagnostics(host, diagnostics, sources);
    return atFault ? 78 : 1;
  };
  if (opened === undefined || !opened.ok) return failed(found);
  const { engine } = opened;
  if (hasError(found)) {
    await engine.close();
    return failed(found);
  }
  const all = [...found, ...(await engine.start())];
  if (hasError(all)) {
    await engine.close();
    return failed(all);
  }
  if (all.length > 0) showDiagnostics(host, all, sources);
  const started = await startService({
    engine,
    config,
    extraKeys: run.extraKeys(config),
    reload,
    emit,
    now: host.now,
    serviceName,
  });
  if (!started.ok) {
    await engine.close();
    return failed([started.diagnostic]);
  }
  const { service } = started;
  const asked = Promise.withResolvers<string>();
  host.onStop(asked.resolve);
  host.onCrash((error) => emit({ level: 'error', event: 'bug', error }));
  run.announce(service.address, config);
  const plain = config.pair === undefined && !isLoopback(config.settings.host);
  if (plain) {
    const message =
      'Other machines can reach this address, and it is not encrypted. Put a proxy with HTTPS in front, or set tlsCert and tlsKey.';
    emit({ level: 'warn', event: 'plain_http', address: service.address, message });
  }
  emit({ level: 'info', event: 'listening', address: service.address, profile: config.profileFile ?? '' });
  await service.stop(await asked.promise);
  return 0;
}

function openProfile(
  host: Host,
  config: LoadedConfig,
  profileFile: string,
  { bookmarks, versions, tokens, rates, claims }: Store,
  emit: Emit,
): ReturnType<Host['openEngine']> {
  const { environment, settings } = config;
  const { installation, demoSku, replicas } = settings;
  const profileName = displayPath(host.cwd, profileFile);
  const { contract, now } = host;
  const locate = locateBase(host);
  const named = { contract, profileFile, profileName, locate, environment, installation, demoSku, replicas };
  const durable = { claims, clock: host.clock };
  return host.openEngine({ ...named, bookmarks, versions, tokens, rates, durable, emit, now });
}

function hasError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
