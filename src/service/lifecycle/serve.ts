/** Serves profiles, from the configuration to the exit status: the common part of `serve`, `demo` and the sandbox's mock ERP. */
import { createSharedCompilations, type Diagnostic } from '../../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import { distinct } from '../config/distinct.ts';
import { errorsOf } from '../config/findings-log.ts';
import { type ConfigInput, type Configuration, type LoadedConfig, loadConfig } from '../config/load.ts';
import { routeText } from '../config/service-route.ts';
import type { Emit } from '../events/events.ts';
import { isLoopback } from '../server/listen.ts';
import { type RunningService, type Service, startService } from '../server/service.ts';
import { openStore, type Store } from '../state/store.ts';
import type { ExitStatus, Host } from './host.ts';
import type { SettingFlags } from './load-profile.ts';
import { createObservability, type Observability } from './observability.ts';
import { reportedServices } from './reported-services.ts';
import { startConsents } from './serve-consents.ts';
import { createServiceOpening, type ServiceOpening } from './service-opening.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import { compileServices, type OpenedService, startServices } from './start-engines.ts';
import { wakeServices } from './wake-services.ts';
import {
  type ConfigurationFingerprints,
  fingerprintsOf,
  type ReloadedService,
  watchForReload,
} from './watch-for-reload.ts';

/** The name of the service in the answer to the connection test. */
const serviceName = 'erp-engine';

interface ServeOptions {
  readonly flags: SettingFlags;
  /** Whether a missing API key is an error; false if `extraKeys` supplies one. */
  readonly needsKey: boolean;
  /** Valid keys of a service in addition to those of the configuration. */
  readonly extraKeys: (config: LoadedConfig) => readonly Key[];
  /** Called when the service accepts requests. */
  readonly announce: (address: string, configuration: Configuration) => void;
}

/** Serves until the process is asked to stop. Writes findings to `host.err`, and the log to `host.log`. */
export async function serve(host: Host, options: ServeOptions): Promise<ExitStatus> {
  const { config: configFile, ...flags } = options.flags;
  const { env, cwd, packageRoot } = host;
  host.serving?.();
  let lastYaml: Configuration['engineYaml'];
  const load = (needsKey: boolean): Configuration => {
    const input: ConfigInput = { flags, configFile, lastYaml, env, cwd, packageRoot, now: host.now(), needsKey };
    const loaded = loadConfig(input);
    lastYaml = loaded.engineYaml ?? lastYaml;
    return loaded;
  };
  const configuration = load(options.needsKey);
  const since = fingerprintsOf(configuration);
  const observability = await createObservability(host, configuration);
  try {
    const reload = inOneTurn(() => load(false));
    return await serveConfigured(host, options, { configuration, since, observability, reload });
  } finally {
    await observability.close();
  }
}

/** One reading of the configuration serves all services that ask for it in the same turn of the event loop: a change of engine.yaml concerns all of them. */
function inOneTurn<T>(read: () => T): () => T {
  let last: { readonly value: T } | undefined;
  return () => {
    if (last === undefined) {
      setImmediate(() => {
        last = undefined;
      });
      last = { value: read() };
    }
    return last.value;
  };
}

interface ConfiguredParts {
  readonly configuration: Configuration;
  readonly since: ConfigurationFingerprints;
  readonly observability: Observability;
  /** Reads the configuration again. */
  readonly reload: () => Configuration;
}

async function serveConfigured(host: Host, options: ServeOptions, parts: ConfiguredParts): Promise<ExitStatus> {
  const { configuration, observability } = parts;
  const { diagnostics, settings, sources } = configuration;
  const { emit } = observability;
  const adminFault = hasError(diagnostics) ? undefined : await observability.start();
  if (adminFault !== undefined) {
    showDiagnostics(host, [adminFault], sources);
    return 1;
  }
  const { store: address, storeKey: key } = settings;
  const opened = await openStore({ address, key, emit, now: host.now, defersMigration: true });
  if (!opened.ok) {
    // A store in use must not hide what is wrong with the profiles.
    const compiled = await compileServices(host, configuration);
    const all = [...diagnostics, opened.diagnostic, ...compiled.diagnostics];
    showDiagnostics(host, distinct(all), new Map([...sources, ...compiled.sources]));
    return failureStatus([...diagnostics, ...compiled.diagnostics]);
  }
  const { store } = opened;
  const openerParts = { host, store, observability, compilations: createSharedCompilations() };
  const opening = createServiceOpening(openerParts, { ...options, ...parts });
  try {
    const started = await start(host, { ...parts, store, opening });
    if (!started.ok) return started.status;
    const { service, services } = started;
    let all = services;
    const watched = watchForReload(openerParts, configuration, services, {
      load: parts.reload,
      since: parts.since,
      async add(config, since) {
        const [opened] = await startServices(await opening.open({ services: [config] }));
        if (opened === undefined) throw new Error('invariant: one service was opened');
        const prepared = opening.prepare(opened, since);
        return { ...prepared, running: service.add(prepared.hosted) };
      },
      changed(fresh) {
        all = fresh;
        observability.attach(reportedServices(fresh, store));
      },
    });
    const consents = await startConsents(openerParts, configuration, watched);
    if (!consents.ok) showDiagnostics(host, [consents.diagnostic], sources);
    const stopWaking = opening.isByRequest ? wakeServices(() => all, store, emit) : () => undefined;
    const stop = Promise.withResolvers<string>();
    host.onStop(stop.resolve);
    host.onCrash((error) => emit({ level: 'error', event: 'bug', error }));
    announce(options, configuration, service.address, { emit, version: host.version });
    host.listening?.();
    const reason = consents.ok ? await stop.promise : 'the listener for consents cannot be opened';
    stopWaking();
    if (consents.ok) await consents.stop();
    opening.stop();
    await watched.stop();
    await service.stop(reason);
    await watched.settled();
    return consents.ok ? 0 : 1;
  } finally {
    await store.close();
  }
}

/**
 * The exit status of a failed start. 78: the configuration or the profile has an error, and a restart does not help. 1: anything else, such as
 * a store, a database or a port that is in use, may be usable at the next start.
 */
function failureStatus(diagnostics: readonly Diagnostic[]): ExitStatus {
  return hasError(diagnostics) ? 78 : 1;
}

interface ServiceParts extends ConfiguredParts {
  readonly store: Store;
  readonly opening: ServiceOpening;
}

type Started =
  | { readonly ok: true; readonly service: Service; readonly services: readonly ReloadedService[] }
  /** The findings have been shown, and the engines are closed. */
  | { readonly ok: false; readonly status: ExitStatus };

/**
 * Starts the engines and listens. Shows all findings. An error in the configuration prevents the start, and so does a profile without which no
 * service is left; other services work without those whose profiles have errors.
 */
async function start(host: Host, parts: ServiceParts): Promise<Started> {
  const { configuration, store, opening } = parts;
  const opened = await opening.open(configuration);
  const sources = new Map([...configuration.sources, ...opened.flatMap((service) => [...service.sources])]);
  const compiled = [...configuration.diagnostics, ...opened.flatMap(({ diagnostics }) => diagnostics)];
  const refuse = async (diagnostics: readonly Diagnostic[], services: readonly OpenedService[]): Promise<Started> => {
    showDiagnostics(host, distinct(diagnostics), sources);
    await Promise.all(services.map(({ engine }) => engine?.close()));
    return { ok: false, status: failureStatus(compiled) };
  };
  if (hasError(configuration.diagnostics) || !opened.some(isUsable)) return refuse(compiled, opened);
  const started = await startServices(opened);
  const all = [...configuration.diagnostics, ...started.flatMap(({ diagnostics }) => diagnostics)];
  const usable = started.filter(isUsable);
  if (usable.length === 0) return refuse(all, usable);
  if (all.length > 0) showDiagnostics(host, distinct(all), sources);
  const listening = await listen(host, parts, started);
  if (!listening.ok) return refuse([listening.diagnostic], usable);
  // After all checks, so that the previous version of the program can be started again where one of them fails.
  const storeFault = await store.migrate();
  if (storeFault === undefined) return listening;
  await listening.service.stop('the store cannot be used');
  return refuse([storeFault], []);
}

const isUsable = ({ engine, isIdle, awaitsConsent }: OpenedService): boolean =>
  engine !== undefined || isIdle || awaitsConsent;

type Listening = Extract<Started, { readonly ok: true }> | { readonly ok: false; readonly diagnostic: Diagnostic };

async function listen(
  host: Host,
  { configuration, since, observability, store, opening }: ServiceParts,
  started: readonly OpenedService[],
): Promise<Listening> {
  const { emit, tracer } = observability;
  const { contract, now, openFiles } = host;
  const engines = started.map((service) => opening.prepare(service, since.all));
  const result = await startService({
    contract,
    services: engines.map(({ hosted }) => hosted),
    shared: configuration,
    since: since.all,
    emit,
    now,
    openFiles,
    serviceName,
    tracer,
  });
  if (!result.ok) return result;
  const { service } = result;
  const running = withRunning(engines, service.services);
  observability.attach(reportedServices(running, store));
  return { ok: true, service, services: running };
}

/** Both lists are in the same order. */
function withRunning<T extends object>(
  engines: readonly T[],
  running: readonly RunningService[],
): readonly (T & { readonly running: RunningService })[] {
  return engines.flatMap((engine, index) => {
    const one = running[index];
    return one === undefined ? [] : [{ ...engine, running: one }];
  });
}

/** Announces that the service accepts requests, and warns if its requests could be read on their way. */
export function announce(
  options: ServeOptions,
  configuration: Configuration,
  address: string,
  { emit, version }: { readonly emit: Emit; readonly version: string },
): void {
  const { pair, settings, services } = configuration;
  options.announce(address, configuration);
  if (pair === undefined && !isLoopback(settings.host)) {
    const message =
      'Other machines can reach this address without encryption. Put a reverse proxy with HTTPS in front, or set tlsCert and tlsKey.';
    emit({ level: 'warn', event: 'plain_http', address, message });
  }
  const [only] = services;
  if (only !== undefined && only.name === undefined)
    emit({ level: 'info', event: 'listening', version, address, profile: only.profileFile ?? '' });
  else emit({ level: 'info', event: 'listening', version, address, services: services.map(serviceText) });
}

/** `acme (/acme)` */
export function serviceText({ name = '', route }: LoadedConfig): string {
  return route.kind === 'any' ? name : `${name} (${routeText(route)})`;
}

const hasError = (diagnostics: readonly Diagnostic[]): boolean => errorsOf(diagnostics).length > 0;
