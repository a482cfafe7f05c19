/** Reloads the services for SIGHUP, and with the setting `watch` for changed files. */
import { watchFiles } from '../config/file-watcher.ts';
import { type Configuration, changedServices, sameService } from '../config/load.ts';
import type { RunningService } from '../server/service.ts';
import { emitFor, type OpenerParts, openEngineOf } from './engine-opener.ts';
import { createReloader } from './reload.ts';
import type { ReplaceableEngine } from './replaceable-engine.ts';
import type { OpenedService } from './start-engines.ts';

export interface ReloadedService extends OpenedService {
  readonly engineInUse: ReplaceableEngine;
  readonly running: RunningService;
}

interface ReloadWatch {
  /** Starts no further reload, and waits for those in progress. */
  stop(): Promise<void>;
}

/** `load` reads the configuration again. */
export function watchForReload(
  parts: OpenerParts,
  configuration: Configuration,
  services: readonly ReloadedService[],
  load: () => Configuration,
): ReloadWatch {
  const { host, observability } = parts;
  const turn = oneAfterTheOther();
  const reloaders = services.map(({ config, engineInUse, running, sources }) =>
    createReloader({
      engine: engineInUse,
      config,
      profileFiles: [...sources.keys()],
      cwd: host.cwd,
      load: () => sameService(load(), config),
      open: (fresh, profileFile) => openEngineOf(parts, fresh, profileFile, config),
      apply(settings) {
        running.setLimits(settings);
        observability.setLogLevel(settings.logLevel);
      },
      turn,
      emit: emitFor(observability, config),
      clock: host.clock,
    }),
  );
  const reportChanges = (): void => {
    const names = changedServices(configuration, load());
    if (names.length === 0) return;
    const message = `Added, removed and moved services need a restart: ${names.join(', ')}. Until then removed ones work, with their keys. The others are reloaded.`;
    observability.emit({ level: 'warn', event: 'restart_needed', settings: ['services'], message });
  };
  host.onReload(() => {
    reportChanges();
    for (const reloader of reloaders) reloader.reload('SIGHUP');
  });
  const [first] = services;
  const watchers = configuration.settings.watch
    ? [
        watchFiles(() => first?.config.keyFiles ?? [], reportChanges),
        ...reloaders.map((reloader) => watchFiles(reloader.files, () => reloader.reload('changed files'))),
      ]
    : [];
  return {
    async stop() {
      for (const watcher of watchers) watcher.stop();
      await Promise.all(reloaders.map((reloader) => reloader.stop()));
    },
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
