/** What the admin listener and the metrics report of each service. */
import type { MonitoredParts } from '../observability/admin/monitor.ts';
import { noClaims } from '../state/claim-counts.ts';
import type { Store } from '../state/store.ts';
import { sharedCall } from './shared-call.ts';
import type { ReloadedService } from './watch-for-reload.ts';

/** The parts of running services that are reported on. */
export function reportedServices(
  services: readonly ReloadedService[],
  store: Pick<Store, 'claimCounts' | 'claimCountsByInstallation'>,
): readonly MonitoredParts[] {
  const countsByInstallation = sharedCall(store.claimCountsByInstallation);
  return services.map(({ engineInUse: engine, config, running: { running, answerBytes, limits } }) => ({
    name: config.name,
    profile: config.profileFile ?? '',
    engine,
    running,
    answerBytes,
    limits,
    async claimCounts() {
      // The store of a single service has its writes only, under a name that depends on the profile.
      if (config.name === undefined) return store.claimCounts();
      const counts = await countsByInstallation();
      return counts && (counts.get(config.settings.installation ?? config.name) ?? noClaims);
    },
  }));
}
