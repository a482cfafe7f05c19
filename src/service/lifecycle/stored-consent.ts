/** Settings that the consent of a customer has decided, for commands that open the profile of a service. */
import type { LoadedConfig } from '../config/load.ts';
import { readGranted, withGranted } from '../state/granted-settings.ts';
import { openOperatorStore } from '../state/operator-store.ts';

/** What a command has of a service: its configuration, and the environment in which its profile is opened. */
interface Connectable {
  readonly environment: LoadedConfig['environment'];
  readonly installation: string | undefined;
}

/**
 * The same with the settings of the store. Only where consents are configured: no other command opens the store for its profile. A store that cannot be opened adds
 * nothing: the finding about a setting without a value follows.
 */
export async function withStoredConsent<T extends Connectable>(
  profile: T,
  { store, storeKey, connectUrl }: Pick<LoadedConfig['settings'], 'store' | 'storeKey' | 'connectUrl'>,
): Promise<T> {
  if (connectUrl === undefined || storeKey === undefined || profile.installation === undefined) return profile;
  const opened = await openOperatorStore(store, storeKey);
  if (!opened.ok) return profile;
  try {
    const granted = await readGranted(opened.tokens, profile.installation);
    return { ...profile, environment: withGranted(profile.environment, granted) };
  } finally {
    await opened.close();
  }
}
