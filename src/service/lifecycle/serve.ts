/** Serves profiles, from the configuration to the exit status: the common part of `serve`, `demo` and the sandbox's mock ERP. */
import { createSharedCompilations } from '../../../engine/index.ts';
import type { Key } from '../config/api-keys.ts';
import { distinct } from '../config/distinct.ts';
import { type ConfigInput, type Configuration, type LoadedConfig, loadConfig } from '../config/load.ts';
import type { StoredEntry } from '../config/stored-entries.ts';
import type { Emit } from '../events/events.ts';
import { openStore, type Store } from '../state/store.ts';
import { announce } from './announce.ts';
import { watchClosedConsents } from './closed-consents.ts';
import { type CompanyTable, createCompanyTable } from './company-table.ts';
import type { ExitStatus, Host } from './host.ts';
import type { SettingFlags } from './load-profile.ts';
import { createObservability, type Observability } from './observability.ts';
import { reportedServices } from './reported-services.ts';
import { startConsents } from './serve-consents.ts';
import { serveOperators } from './serve-operators.ts';
import { createServiceOpening } from './service-opening.ts';
import { inOneTurn } from './shared-reads.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import { compileServices, startServices } from './start-engines.ts';
import { failureStatus, hasError, start } from './start-serving.ts';
import { wakeServices } from './wake-services.ts';
import { type ConfigurationFingerprints, fingerprintsOf, watchForReload } from './watch-for-reload.ts';

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
  const load: Load = (occasion, stored) => {
    const isStart = occasion === 'start';
    const input: ConfigInput = {
      flags,
      configFile,
      lastYaml,
      stored,
      env,
      cwd,
      packageRoot,
      now: host.now(),
      needsKey: isStart && options.needsKey,
      leavesOutFaulty: isStart,
    };
    const loaded = loadConfig(input);
    lastYaml = loaded.engineYaml ?? lastYaml;
    return loaded;
  };
  const configuration = load('start', undefined);
  const since = fingerprintsOf(configuration);
  const observability = await createObservability(host, configuration);
  try {
    return await serveConfigured(host, options, { configuration, since, observability }, load);
  } finally {
    await observability.close();
  }
}

/** Reads the configuration. `stored`: the entries of the store's table; undefined until they are read. */
type Load = (occasion: 'start' | 'reload', stored: readonly StoredEntry[] | undefined) => Configuration;

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
    const complete = isRead ? load('start', table.rows()) : configuration;
    return await serveFrom(host, options, {
      ...{ configuration: complete, since: isRead ? fingerprintsOf(complete) : since, observability, store, table },
      reload: () => load('reload', table?.rows()),
      loadWith: (stored) => load('reload', stored),
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
  const looks = opening.isByRequest
    ? [wakeServices(() => all, store, emit), watchClosedConsents(openerParts, () => all)]
    : [];
  const stop = Promise.withResolvers<string>();
  host.onStop(stop.resolve);
  host.onCrash((error) => emit({ level: 'error', event: 'bug', error }));
  announce(options, configuration, service.address, { emit, version: host.version });
  host.listening?.();
  const reason = consents.ok ? await stop.promise : 'the listener for consents cannot be opened';
  stopApi();
  await stopLooking?.();
  for (const stopLook of looks) stopLook();
  if (consents.ok) await consents.stop();
  opening.stop();
  await watched.stop();
  await service.stop(reason);
  await watched.settled();
  return consents.ok ? 0 : 1;
}
