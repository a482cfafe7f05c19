/** Settings that the consent of a customer has decided, for commands that open the profile of a service. */
import type { LoadedConfig } from '../config/load.ts';
import { type GrantedSettings, readGranted, withGranted } from '../state/granted-settings.ts';
import { openOperatorStore } from '../state/operator-store.ts';

/** What a command has of a service: its configuration, and the environment in which its profile is opened. */
interface Connectable {
  readonly environment: LoadedConfig['environment'];
  readonly installation: string | undefined;
}

type StoreSettings = Pick<LoadedConfig['settings'], 'store' | 'storeKey' | 'connectUrl'>;

/**
 * The same with the settings of the store. Only where consents are configured: no other command opens the store for its profile. A store that cannot be opened adds
 * nothing: the finding about a setting without a value follows.
 */
export async function withStoredConsent<T extends Connectable>(profile: T, settings: StoreSettings): Promise<T> {
  const granted = await readStoredConsent(profile.installation, settings);
  return { ...profile, environment: withGranted(profile.environment, granted) };
}

/** The settings of the store for one installation. Rules as above. */
export async function readStoredConsent(
  installation: string | undefined,
  { store, storeKey, connectUrl }: StoreSettings,
): Promise<GrantedSettings> {
  if (connectUrl === undefined || storeKey === undefined || installation === undefined) return {};
  const opened = await openOperatorStore(store, storeKey);
  if (!opened.ok) return {};
  try {
    return await readGranted(opened.tokens, installation);
  } finally {
    await opened.close();
  }
}
