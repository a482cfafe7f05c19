/**
 * Reloads the services for SIGHUP, and with the setting `watch` for changed files. Services are added, moved and removed in the same way, while the others
 * answer requests.
 */
import { resolve } from 'node:path';
import { createQueue } from '../../../engine/host/index.ts';
import { type Fingerprints, fingerprints, fingerprintsOfTexts, partOf, watchFiles } from '../config/file-watcher.ts';
import { type Configuration, type LoadedConfig, sameService } from '../config/load.ts';
import type { RunningService } from '../server/service.ts';
import { emitFor, type OpenerParts, openEngineOf } from './engine-opener.ts';
import { createReloader, type ReloadTrigger } from './reload.ts';
import type { ReplaceableEngine } from './replaceable-engine.ts';
import { type ChangingService, createServiceChanges } from './service-changes.ts';
import { sharedReads } from './shared-reads.ts';
import type { OpenedService } from './start-engines.ts';

export interface ReloadedService extends OpenedService {
  readonly engineInUse: ReplaceableEngine;
  readonly running: RunningService;
}

interface ReloadWatch {
  /** Reloads one service. `name`: undefined for the only one; `trigger`: for the log. */
  reload(name: string | undefined, trigger: ReloadTrigger): void;
  /** The services with their present configurations. */
  services(): readonly ReloadedService[];
  /** Starts no further reload and adds no further service, and waits for those in progress. */
  stop(): Promise<void>;
  /** Resolves when the removed services have ended. */
  settled(): Promise<unknown>;
  /** Applies a configuration whose entries in the store's table have changed. `names`: those of the changed entries. */
  applyTable(names: ReadonlySet<string>): void;
}

interface WatchOptions {
  /** Reads the configuration again. */
  readonly load: () => Configuration;
  /** Starts a service and routes requests to it; one that cannot be started answers 503. `since`: of its files when they were read. */
  readonly add: (config: LoadedConfig, since: Fingerprints) => Promise<ReloadedService>;
  /** Of the files of the configuration when it was read: a change during the start is then detected by the first comparison. */
  readonly since: ConfigurationFingerprints;
  /** Called with all services when one was added, moved or removed. */
  readonly changed: (services: readonly ReloadedService[]) => void;
}

/** What files contained when the configuration was read. */
export interface ConfigurationFingerprints {
  /** Of all files but those of profiles. */
  readonly all: Fingerprints;
  /** Of its `entryFiles`. */
  readonly entries: Fingerprints;
}

/** Reads the files of a configuration once more: call it in the same turn as `loadConfig`. */
export function fingerprintsOf({ entryFiles, services, settings }: Configuration): ConfigurationFingerprints {
  const { tlsCert, tlsKey } = settings;
  const pair = [tlsCert, tlsKey].filter((file) => file !== undefined);
  const files = [...entryFiles(), ...services.flatMap(({ keyFiles }) => keyFiles), ...pair];
  const all = fingerprints([...new Set(files)]);
  return { all, entries: partOf(all, entryFiles()) };
}

/** A service with what watches its files. */
interface Watched {
  readonly service: ReloadedService;
  /** With what the last reload has read. */
  readonly config: () => LoadedConfig;
  readonly reload: (trigger: ReloadTrigger, loaded?: LoadedConfig) => void;
  stop(): Promise<void>;
}

/** Begins to watch. */
export function watchForReload(
  parts: OpenerParts,
  configuration: Configuration,
  first: readonly ReloadedService[],
  { load, add, since, changed }: WatchOptions,
): ReloadWatch {
  const { host, observability } = parts;
  const { emit } = observability;
  const { watch: isWatching } = configuration.settings;
  // Two engines of each of twenty services would take twice the memory and connections.
  const turn = createQueue();
  const loadSince = sharedReads(load, host.clock);
  const watched = new Set(first.map((service) => watchOne(service, since.all)));
  let isStopped = false;

  function watchOne(service: ReloadedService, readAt: Fingerprints): Watched {
    const { config, engineInUse, running, sources } = service;
    let current = config;
    const reloader = createReloader({
      engine: engineInUse,
      config,
      profileTexts: sources,
      cwd: host.cwd,
      load: (since) => sameService(loadSince(since), config),
      open: (fresh, profileFile) => openEngineOf(parts, fresh, profileFile, config),
      apply(fresh) {
        current = fresh;
        engineInUse.use(fresh);
        running.setLimits(fresh.settings);
        observability.setLogLevel(fresh.settings.logLevel);
      },
      turn,
      emit: emitFor(observability, config),
      clock: host.clock,
    });
    const texts = new Map([...sources].map(([file, text]) => [resolve(host.cwd, file), text]));
    const read = new Map([...partOf(readAt, config.keyFiles), ...fingerprintsOfTexts(texts)]);
    const files = isWatching ? watchFiles(reloader.files, () => reloader.reload('changed files'), read) : undefined;
    return {
      service,
      config: () => current,
      reload: reloader.reload,
      async stop() {
        files?.stop();
        await reloader.stop();
      },
    };
  }

  /** Once for all changes of the same turn. */
  let isReportDue = false;
  const report = (): void => {
    if (isReportDue) return;
    isReportDue = true;
    setImmediate(() => {
      isReportDue = false;
      changed([...watched].map(({ service }) => service));
    });
  };

  function changing(one: Watched): ChangingService {
    const { config, running } = one.service;
    return {
      config,
      move: ({ route }) => running.setRoute(route),
      async remove() {
        watched.delete(one);
        report();
        await Promise.all([one.stop(), running.remove()]);
      },
    };
  }

  const changes = createServiceChanges(
    new Map(
      [...watched].flatMap((one) =>
        one.service.config.name === undefined ? [] : [[one.service.config.name, changing(one)]],
      ),
    ),
    {
      async add(config, readAt) {
        const one = watchOne(await add(config, readAt), readAt);
        watched.add(one);
        report();
        return changing(one);
      },
      isStopped: () => isStopped,
      emit,
      emitFor: (config) => emitFor(observability, config),
      clock: host.clock,
    },
  );

  changes.report(configuration);
  /** The last configuration that waits for its turn. */
  let pending: { readonly fresh: Configuration; readonly readAt: Fingerprints } | undefined;

  const applyPending = async (): Promise<void> => {
    const latest = pending;
    pending = undefined;
    if (latest !== undefined) await changes.apply(latest.fresh, latest.readAt);
  };

  const applyChanges = (): Configuration | undefined => {
    const fresh = loadSince(host.clock());
    if (fresh.areEntriesRead && fresh.isSeveral !== configuration.isSeveral) {
      const message =
        'The change from one service to several, or back, needs a restart. Until then the previous services work, with their keys.';
      emit({ level: 'warn', event: 'restart_needed', settings: ['services'], message });
      return undefined;
    }
    // A removal, such as that of a company whose key was stolen, does not wait for services that are being opened.
    changes.remove(fresh);
    const names = new Set([...watched].map(({ service }) => service.config.name));
    const added = fresh.services.filter(({ name }) => !names.has(name));
    pending = { fresh, readAt: fingerprints(added.flatMap(({ keyFiles }) => keyFiles)) };
    turn(applyPending).catch((error: unknown) => emit({ level: 'error', event: 'bug', error }));
    return fresh;
  };

  host.onReload(() => {
    applyChanges();
    for (const { reload } of watched) reload('SIGHUP');
  });
  const entries = isWatching
    ? watchFiles(configuration.entryFiles, () => void applyChanges(), since.entries)
    : undefined;
  return {
    reload(name, trigger) {
      for (const one of watched) if (one.service.config.name === name) one.reload(trigger);
    },
    services: () => [...watched].map(({ service, config }) => ({ ...service, config: config() })),
    async stop() {
      isStopped = true;
      entries?.stop();
      await Promise.all([...watched].map((one) => one.stop()));
      await turn(async () => undefined);
    },
    settled: changes.settled,
    applyTable(names) {
      const fresh = applyChanges();
      if (fresh === undefined) return;
      for (const { service, reload } of watched) {
        const { config, running } = service;
        const changed = names.has(config.name ?? '') ? sameService(fresh, config) : undefined;
        if (changed === undefined) continue;
        running.setKeys(changed);
        reload('changed company', changed);
      }
    },
  };
}
