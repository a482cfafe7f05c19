/** How the services of a process are opened and prepared for the server: all at the start, or each by its first request. */
import type { Key } from '../config/api-keys.ts';
import type { FileContent } from '../config/file-contents.ts';
import { type Fingerprints, partOf } from '../config/file-watcher.ts';
import { type Configuration, type LoadedConfig, sameService } from '../config/load.ts';
import type { HostedService } from '../server/service.ts';
import { emitFor, type OpenerParts } from './engine-opener.ts';
import { createOpenEngines } from './open-engines.ts';
import { checkServices, idleEngine, type OpenedService, openServices, servedEngine } from './start-engines.ts';
import type { ReloadedService } from './watch-for-reload.ts';

/** A service that is ready for the server. */
export type PreparedService = Omit<ReloadedService, 'running'> & { readonly hosted: HostedService };

export interface ServiceOpening {
  /** Compiles the profiles, and connects to nothing. Services that are opened by requests get no engine. */
  open(services: Pick<Configuration, 'services'>): Promise<readonly OpenedService[]>;
  /** `since`: of the files of its configuration, and maybe others, when they were read. */
  prepare(opened: OpenedService, since: Fingerprints): PreparedService;
  /** Whether services are opened by their requests. */
  readonly isByRequest: boolean;
  /** Closes no further idle service. */
  stop(): void;
}

interface OpeningOptions {
  readonly configuration: Configuration;
  /** Valid keys of a service in addition to those of the configuration. */
  readonly extraKeys: (config: LoadedConfig) => readonly Key[];
  /** Reads the configuration again. */
  readonly reload: () => Configuration;
}

/** By requests with the setting `idleTime` and several services. */
export function createServiceOpening(
  parts: OpenerParts,
  { configuration, extraKeys, reload }: OpeningOptions,
): ServiceOpening {
  const { host, observability } = parts;
  const { idleTime, openServices: most } = configuration.settings;
  const openEngines =
    idleTime === undefined || !configuration.isSeveral
      ? undefined
      : createOpenEngines({ idleTime, most, clock: host.clock, emit: observability.emit });
  const checked = new WeakMap<FileContent, Pick<OpenedService, 'diagnostics' | 'sources'>>();
  return {
    isByRequest: openEngines !== undefined,
    open: (services) =>
      openEngines === undefined ? openServices(parts, services) : checkServices(parts, services, checked),
    prepare(opened, since) {
      const { config } = opened;
      const engineInUse =
        opened.isIdle && openEngines !== undefined
          ? idleEngine(parts, openEngines, config)
          : servedEngine(parts, opened);
      const hosted: HostedService = {
        engine: engineInUse,
        config,
        extraKeys: extraKeys(config),
        reload: () => sameService(reload(), config),
        emit: emitFor(observability, config),
        since: partOf(since, config.keyFiles),
      };
      return { ...opened, engineInUse, hosted };
    },
    stop: () => openEngines?.stop(),
  };
}
