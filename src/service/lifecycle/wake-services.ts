/** Opens idle services with unfinished writes: their background work completes what another process left. */
import type { Emit } from '../events/events.ts';
import type { Store } from '../state/store.ts';
import { repeatRounds } from './repeated-rounds.ts';
import type { ReloadedService } from './watch-for-reload.ts';

/** Time between two looks into the store, in milliseconds. */
const intervalMs = 15_000;

/** The first look is at once. The returned function ends them. `services`: those of each moment. */
export function wakeServices(
  services: () => readonly Pick<ReloadedService, 'config' | 'engineInUse'>[],
  store: Pick<Store, 'unsettledInstallations'>,
  emit: Emit,
): () => void {
  return repeatRounds({ intervalMs, isImmediate: true, emit }, async () => {
    const unsettled = await store.unsettledInstallations();
    for (const { config, engineInUse } of services()) {
      const { installation } = config.settings;
      if (installation !== undefined && unsettled.has(installation) && engineInUse.isIdle()) await engineInUse.wake();
    }
  });
}
