/** What the admin listener and the metrics report of each service. */
import type { MonitoredParts } from '../observability/admin/monitor.ts';
import type { Store } from '../state/store.ts';
import type { ReloadedService } from './watch-for-reload.ts';

/** The parts of running services that are reported on. */
export function reportedServices(
  services: readonly ReloadedService[],
  store: Pick<Store, 'claimCounts'>,
): readonly MonitoredParts[] {
  return services.map(({ engineInUse: engine, config, running: { running, limits } }) => ({
    name: config.name,
    profile: config.profileFile ?? '',
    engine,
    running,
    concurrency: () => limits().concurrency,
    // The store of a single service has its writes only, under a name that depends on the profile.
    claimCounts: () => store.claimCounts(config.name === undefined ? undefined : config.settings.installation),
  }));
}
