/** Adds, moves and removes services when the configuration changes, while the others answer requests. */

import type { Fingerprints } from '../config/file-watcher.ts';
import { errorsOf, findingLine } from '../config/findings-log.ts';
import type { Configuration, LoadedConfig } from '../config/load.ts';
import { overlap, routeText } from '../config/service-route.ts';
import { type Emit, emitOf } from '../events/events.ts';

/** A service in use, as far as its entry concerns it. */
export interface ChangingService {
  readonly config: LoadedConfig;
  move(fresh: LoadedConfig): void;
  remove(): Promise<void>;
}

interface ChangeOptions {
  /** Starts a service and routes requests to it. `since`: of its files when they were read. */
  readonly add: (config: LoadedConfig, since: Fingerprints) => Promise<ChangingService>;
  /** Whether the process stops: it adds no further service. */
  readonly isStopped: () => boolean;
  /** The log for events of no particular service. */
  readonly emit: Emit;
  readonly emitFor: (config: LoadedConfig) => Emit;
  /** Milliseconds, from a monotonic clock. */
  readonly clock: () => number;
}

export interface ServiceChanges {
  /** Removes the services that a configuration, which was read again, no longer has. */
  remove(fresh: Configuration): void;
  /** The same, then adds and moves services. Settings of services that stay are not its concern. `since`: of the files of new services when they were read. */
  apply(fresh: Configuration, since: Fingerprints): Promise<void>;
  /** Logs the refused entries, each of them once. */
  report(fresh: Configuration): void;
  /** Resolves when the removed services have ended. */
  settled(): Promise<unknown>;
}

/** Codes of findings about what all services share. */
const sharedCodes: readonly string[] = ['CFG517', 'CFG519'];

/** `first`: the services of the start, by name. */
export function createServiceChanges(
  first: ReadonlyMap<string, ChangingService>,
  { add, isStopped, emit, emitFor, clock }: ChangeOptions,
): ServiceChanges {
  const services = new Map(first);
  const ends = new Set<Promise<void>>();
  /** The findings of refused entries, by name. */
  const reported = new Map<string, string>();

  async function addOne(name: string, config: LoadedConfig, since: Fingerprints): Promise<void> {
    const started = clock();
    services.set(name, await add(config, since));
    const ms = Math.round(clock() - started);
    emitFor(config)({ level: 'info', event: 'service_added', route: routeText(config.route), ms });
  }

  /** Its requests in progress may take long: the changes of other services do not wait for them. */
  function removeOne(name: string, service: ChangingService): void {
    services.delete(name);
    const log = emitFor(service.config);
    const started = clock();
    const end: Promise<void> = service
      .remove()
      .then(() => log({ level: 'info', event: 'service_removed', ms: Math.round(clock() - started) }))
      .catch((error: unknown) => log({ level: 'error', event: 'bug', error }))
      .finally(() => ends.delete(end));
    ends.add(end);
  }

  function moveOne(name: string, service: ChangingService, config: LoadedConfig): void {
    service.move(config);
    services.set(name, { ...service, config });
    emitFor(config)({ level: 'info', event: 'service_moved', route: routeText(config.route) });
  }

  function refuse(config: LoadedConfig, findings: readonly string[]): void {
    const reason = 'The entry of the service has errors. It changes nothing until it is corrected.';
    emitFor(config)({ level: 'error', event: 'reload_failed', what: 'services', reason, findings });
  }

  function report({ refused }: Configuration): void {
    for (const name of [...reported.keys()]) if (!refused.has(name)) reported.delete(name);
    for (const [name, diagnostics] of refused) {
      const findings = errorsOf(diagnostics).map(findingLine);
      const text = findings.join('\n');
      if (reported.get(name) === text) continue;
      reported.set(name, text);
      const reason = 'The entry of the service has errors. It changes nothing until it is corrected.';
      emitOf(emit, name)({ level: 'error', event: 'reload_failed', what: 'services', reason, findings });
    }
  }

  /** By name. Undefined if the configuration does not say which services there are: a file that cannot be read leaves them as they are. */
  function entriesOf({ services: entries, areEntriesRead, usesTable }: Configuration) {
    if (!areEntriesRead || isStopped()) return undefined;
    const named = new Map(entries.flatMap((config) => (config.name === undefined ? [] : [[config.name, config]])));
    return named.size === 0 && !usesTable ? undefined : named;
  }

  function remove(fresh: Configuration): void {
    const entries = entriesOf(fresh);
    if (entries === undefined) return;
    for (const [name, service] of [...services])
      if (!entries.has(name) && !fresh.refused.has(name)) removeOne(name, service);
  }

  /** Services whose entries have errors stay as they are, also at an address that another entry has now. */
  function holderOf({ route }: LoadedConfig, { refused }: Configuration): string | undefined {
    return [...refused.keys()].find((name) => {
      const holder = services.get(name);
      return holder !== undefined && overlap(holder.config.route, route);
    });
  }

  return {
    settled: () => Promise.all(ends),
    remove,
    report,
    async apply(configuration, since) {
      const { diagnostics, fileFaults } = configuration;
      if (!configuration.areEntriesRead || isStopped()) return;
      if (fileFaults.length > 0) {
        const reason = 'Files of services have errors. What they said before stays in use.';
        const findings = fileFaults.map(findingLine);
        emit({ level: 'error', event: 'reload_failed', what: 'services', reason, findings });
      }
      report(configuration);
      const fresh = entriesOf(configuration);
      if (fresh === undefined) return;
      remove(configuration);
      const sharedFaults = errorsOf(diagnostics).filter(({ code }) => sharedCodes.includes(code));
      for (const [name, config] of fresh) {
        if (isStopped()) return;
        const used = services.get(name);
        const isMoved = used !== undefined && routeText(used.config.route) !== routeText(config.route);
        if (used !== undefined && !isMoved) continue;
        const missingKey = used === undefined ? (config.missingKey ?? []) : [];
        const faults = [...new Set([...sharedFaults, ...errorsOf(config.diagnostics)].concat(missingKey))];
        const holder = holderOf(config, configuration);
        if (faults.length > 0) refuse(config, faults.map(findingLine));
        else if (holder !== undefined) refuse(config, [`The service "${holder}" still has this address.`]);
        else if (used === undefined) await addOne(name, config, since);
        else moveOne(name, used, config);
      }
    },
  };
}
