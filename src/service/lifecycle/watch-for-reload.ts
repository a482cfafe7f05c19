/**
 * Reloads the services for SIGHUP, and with the setting `watch` for changed files. Services are added, moved and removed in the same way, while the others
 * answer requests.
 */
import { watchFiles } from '../config/file-watcher.ts';
import { type Configuration, hasNamedServices, type LoadedConfig, sameService } from '../config/load.ts';
import type { RunningService } from '../server/service.ts';
import { emitFor, type OpenerParts, openEngineOf } from './engine-opener.ts';
import { createReloader } from './reload.ts';
import type { ReplaceableEngine } from './replaceable-engine.ts';
import { type ChangingService, createServiceChanges } from './service-changes.ts';
import type { OpenedService } from './start-engines.ts';

export interface ReloadedService extends OpenedService {
  readonly engineInUse: ReplaceableEngine;
  readonly running: RunningService;
}

interface ReloadWatch {
  /** Starts no further reload and adds no further service, and waits for those in progress. */
  stop(): Promise<void>;
  /** Resolves when the removed services have ended. */
  settled(): Promise<unknown>;
}

interface WatchOptions {
  /** Reads the configuration again. */
  readonly load: () => Configuration;
  /** Starts a service and routes requests to it; one that cannot be started answers 503. */
  readonly add: (config: LoadedConfig) => Promise<ReloadedService>;
  /** Called with all services when one was added, moved or removed. */
  readonly changed: (services: readonly ReloadedService[]) => void;
}

/** A service with what watches its files. */
interface Watched {
  readonly service: ReloadedService;
  readonly reload: (trigger: string) => void;
  stop(): Promise<void>;
}

/** Begins to watch. */
export function watchForReload(
  parts: OpenerParts,
  configuration: Configuration,
  first: readonly ReloadedService[],
  { load, add, changed }: WatchOptions,
): ReloadWatch {
  const { host, observability } = parts;
  const { emit } = observability;
  const { watch: isWatching } = configuration.settings;
  const turn = oneAfterTheOther();
  const watched = new Set(first.map(watchOne));
  let isStopped = false;

  function watchOne(service: ReloadedService): Watched {
    const { config, engineInUse, running, sources } = service;
    const reloader = createReloader({
      engine: engineInUse,
      config,
      profileFiles: [...sources.keys()],
      cwd: host.cwd,
      load: () => sameService(load(), config),
      open: (fresh, profileFile) => openEngineOf(parts, fresh, profileFile, config),
      apply(fresh) {
        engineInUse.use(fresh);
        running.setLimits(fresh.settings);
        observability.setLogLevel(fresh.settings.logLevel);
      },
      turn,
      emit: emitFor(observability, config),
      clock: host.clock,
    });
    const files = isWatching ? watchFiles(reloader.files, () => reloader.reload('changed files')) : undefined;
    return {
      service,
      reload: reloader.reload,
      async stop() {
        files?.stop();
        await reloader.stop();
      },
    };
  }

  const report = (): void => changed([...watched].map(({ service }) => service));

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
      async add(config) {
        const one = watchOne(await add(config));
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

  const applyChanges = (): void => {
    const fresh = load();
    if (fresh.engineYaml !== undefined && hasNamedServices(fresh) !== hasNamedServices(configuration)) {
      const message =
        'The change from one service to several, or back, needs a restart. Until then the previous services work, with their keys.';
      emit({ level: 'warn', event: 'restart_needed', settings: ['services'], message });
      return;
    }
    turn(() => changes.apply(fresh)).catch((error: unknown) => emit({ level: 'error', event: 'bug', error }));
  };

  host.onReload(() => {
    applyChanges();
    for (const { reload } of watched) reload('SIGHUP');
  });
  const entries = isWatching ? watchFiles(configuration.entryFiles, applyChanges) : undefined;
  return {
    async stop() {
      isStopped = true;
      entries?.stop();
      await Promise.all([...watched].map((one) => one.stop()));
      await turn(async () => undefined);
    },
    settled: changes.settled,
  };
}

/** Runs one work at a time: two engines of each of twenty services would take twice the memory and connections. */
function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
