/** Opens the engines of services on the store that they share. */
import type { Diagnostic, SharedCompilations } from '../../../engine/index.ts';
import { errorsOf } from '../config/findings-log.ts';
import type { LoadedConfig } from '../config/load.ts';
import { type Emit, emitOf } from '../events/events.ts';
import type { OpenedEngine } from '../server/engine-api.ts';
import { readGranted, withGranted } from '../state/granted-settings.ts';
import type { Store } from '../state/store.ts';
import type { Host } from './host.ts';
import { profileInput } from './load-profile.ts';
import type { Observability } from './observability.ts';
import { allPorts } from './open-installation.ts';

export interface OpenerParts {
  readonly host: Host;
  readonly store: Store;
  readonly observability: Observability;
  /** Of all services: those with the same profile share a compilation. */
  readonly compilations: SharedCompilations;
}

/**
 * Opens an engine for a profile file, with the settings that the consent of its customer has decided; does not start it. `used`: the configuration that the service
 * was started with. The name of its installation is part of the keys of writes, and the number of replicas of the limits that they share: a change of these needs a restart.
 */
export async function openEngineOf(
  { host, store, observability, compilations }: OpenerParts,
  config: LoadedConfig,
  profileFile: string,
  used: LoadedConfig = config,
): Promise<OpenedEngine> {
  const { installation, replicas, checkDescriptions } = used.settings;
  const { demoSku, logLevel } = config.settings;
  const granted = await readGranted(store.tokens, installation);
  return host.openEngine({
    ...profileInput(host, config, profileFile),
    environment: withGranted(config.environment, granted),
    ...allPorts(host.clock)(store),
    compilations,
    demoSku,
    installation,
    service: config.name,
    replicas,
    checksDescriptions: checkDescriptions,
    reportStatements: observability.reportStatements(logLevel),
    emit: emitFor(observability, config),
    now: host.now,
  });
}

/** Whether all errors are settings that a consent gives. Without `connectUrl` no consent can come, so that they are faults of the configuration. */
export function awaitsConsent({ settings }: LoadedConfig, diagnostics: readonly Diagnostic[]): boolean {
  const errors = errorsOf(diagnostics);
  return settings.connectUrl !== undefined && errors.length > 0 && errors.every(({ code }) => code === 'MAP207');
}

/** The log of a service. */
export const emitFor = ({ emit }: Observability, { name }: LoadedConfig): Emit => emitOf(emit, name);
