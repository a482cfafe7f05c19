/** Serves profiles, from the configuration to the exit status: the common part of `serve`, `demo` and the sandbox's mock ERP. */
import { createSharedCompilations, type Diagnostic } from '../../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import { distinct } from '../config/distinct.ts';
import { errorsOf } from '../config/findings-log.ts';
import { type ConfigInput, type Configuration, type LoadedConfig, loadConfig } from '../config/load.ts';
import type { StoredEntry } from '../config/stored-entries.ts';
import type { Emit } from '../events/events.ts';
import { type RunningService, type Service, startService } from '../server/service.ts';
import { openStore, type Store } from '../state/store.ts';
import { announce } from './announce.ts';
import { type CompanyTable, createCompanyTable } from './company-table.ts';
import type { ExitStatus, Host } from './host.ts';
import type { SettingFlags } from './load-profile.ts';
import { createObservability, type Observability } from './observability.ts';
import { reportedServices } from './reported-services.ts';
import { startConsents } from './serve-consents.ts';
import { serveOperators } from './serve-operators.ts';
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
  const load: Load = (needsKey, stored) => {
    const input: ConfigInput = {
      flags,
      configFile,
      lastYaml,
      stored,
      env,
      cwd,
      packageRoot,
      now: host.now(),
      needsKey,
    };
    const loaded = loadConfig(input);
    lastYaml = loaded.engineYaml ?? lastYaml;
    return loaded;
  };
  const configuration = load(options.needsKey, undefined);
  const since = fingerprintsOf(configuration);
  const observability = await createObservability(host, configuration);
  try {
    return await serveConfigured(host, options, { configuration, since, observability }, load);
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

/** Reads the configuration. `stored`: the entries of the store's table; undefined until they are read. */
type Load = (needsKey: boolean, stored: readonly StoredEntry[] | undefined) => Configuration;

interface ConfiguredParts {
  readonly configuration: Configuration;
  readonly since: ConfigurationFingerprints;
  readonly observability: Observability;
}

async function serveConfigured(
  host: Host,
  options: ServeOptions,
  { configuration, since, observability }: ConfiguredParts,
  load: Load,
): Promise<ExitStatus> {
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
  try {
    const table = tableOf(configuration, store, { emit, now: host.now });
    await table?.look();
    const isRead = table?.rows() !== undefined;
    const complete = isRead ? load(options.needsKey, table.rows()) : configuration;
    return await serveFrom(host, options, {
      ...{ configuration: complete, since: isRead ? fingerprintsOf(complete) : since, observability, store, table },
      reload: () => load(false, table?.rows()),
      loadWith: (stored) => load(false, stored),
    });
  } finally {
    await store.close();
  }
}

function tableOf(
  { usesTable, settings: { auditDays } }: Configuration,
  { companies }: Store,
  log: { readonly emit: Emit; readonly now: () => number },
): CompanyTable | undefined {
  return usesTable && companies !== undefined ? createCompanyTable({ companies, auditDays, ...log }) : undefined;
}

interface StoreParts extends ConfiguredParts {
  readonly store: Store;
  /** Undefined if the store has no services. */
  readonly table: CompanyTable | undefined;
  /** Reads the configuration again. */
  readonly reload: () => Configuration;
  /** The same with other entries in the table. */
  readonly loadWith: (stored: readonly StoredEntry[]) => Configuration;
}

/** Serves with an open store, which the caller closes. */
async function serveFrom(host: Host, options: ServeOptions, parts: StoreParts): Promise<ExitStatus> {
  const { configuration, observability, store, table } = parts;
  const { emit } = observability;
  let { refused } = configuration;
  const reload = (): Configuration => {
    const fresh = parts.reload();
    refused = fresh.refused;
    return fresh;
  };
  const openerParts = { host, store, observability, compilations: createSharedCompilations() };
  const opening = createServiceOpening(openerParts, { ...options, configuration, reload: inOneTurn(reload) });
  const started = await start(host, { ...parts, opening });
  if (!started.ok) return started.status;
  const { service, services } = started;
  let all = services;
  const watched = watchForReload(openerParts, configuration, services, {
    load: reload,
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
  if (!consents.ok) showDiagnostics(host, [consents.diagnostic], configuration.sources);
  const stopLooking = table?.watch(watched.applyTable);
  const stopApi = await serveOperators({
    ...{ host, configuration, observability, store, table },
    load: parts.loadWith,
    refused: () => refused,
    services: () => all.map(({ config }) => config),
    applyTable: watched.applyTable,
    now: host.now,
  });
  const stopWaking = opening.isByRequest ? wakeServices(() => all, store, emit) : () => undefined;
  const stop = Promise.withResolvers<string>();
  host.onStop(stop.resolve);
  host.onCrash((error) => emit({ level: 'error', event: 'bug', error }));
  announce(options, configuration, service.address, { emit, version: host.version });
  host.listening?.();
  const reason = consents.ok ? await stop.promise : 'the listener for consents cannot be opened';
  stopApi();
  await stopLooking?.();
  stopWaking();
  if (consents.ok) await consents.stop();
  opening.stop();
  await watched.stop();
  await service.stop(reason);
  await watched.settled();
  return consents.ok ? 0 : 1;
}

/**
 * The exit status of a failed start. 78: the configuration or the profile has an error, and a restart does not help. 1: anything else, such as
 * a store, a database or a port that is in use, may be usable at the next start.
 */
function failureStatus(diagnostics: readonly Diagnostic[]): ExitStatus {
  return hasError(diagnostics) ? 78 : 1;
}

interface ServiceParts extends StoreParts {
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
  // Companies are added while the service runs: it starts without any that works.
  const isEnough = (services: readonly OpenedService[]): boolean => configuration.usesTable || services.some(isUsable);
  if (hasError(configuration.diagnostics) || !isEnough(opened)) return refuse(compiled, opened);
  const started = await startServices(opened);
  const all = [...configuration.diagnostics, ...started.flatMap(({ diagnostics }) => diagnostics)];
  const usable = started.filter(isUsable);
  if (!isEnough(usable)) return refuse(all, usable);
  if (all.length > 0) showDiagnostics(host, distinct(all), sources);
  const listening = await listen(host, parts, started);
  if (!listening.ok) return refuse([listening.diagnostic], usable);
  // After all checks, so that the previous version of the program can be started again where one of them fails.
  const storeFault = await store.migrate();
  if (storeFault === undefined) return listening;
  await listening.service.stop('the store cannot be used');
  return refuse([storeFault], []);
}

const isUsable = ({ engine, isIdle, awaitsConsent, config }: OpenedService): boolean =>
  engine !== undefined || isIdle || awaitsConsent || config.isSuspended;

type Listening = Extract<Started, { readonly ok: true }> | { readonly ok: false; readonly diagnostic: Diagnostic };

async function listen(
  host: Host,
  { configuration, since, observability, store, table, opening }: ServiceParts,
  started: readonly OpenedService[],
): Promise<Listening> {
  const { emit, tracer } = observability;
  const { contract, now, openFiles } = host;
  const engines = started.map((service) => opening.prepare(service, since.all));
  const result = await startService({
    contract,
    services: engines.map(({ hosted }) => hosted),
    areServicesRead: () => table === undefined || table.rows() !== undefined,
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

const hasError = (diagnostics: readonly Diagnostic[]): boolean => errorsOf(diagnostics).length > 0;
