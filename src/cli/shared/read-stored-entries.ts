/** The companies in the table of the store, for commands that work on services of the configuration. */
import { SourceError } from '../../../engine/index.ts';
import { storedEntryOf } from '../../service/companies/company-faults.ts';
import type { StoredEntry } from '../../service/config/stored-entries.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { chosenService, loadVerbConfig } from '../../service/lifecycle/load-profile.ts';
import { readStoredConsent } from '../../service/lifecycle/stored-consent.ts';
import type { GrantedSettings } from '../../service/state/granted-settings.ts';
import { openOperatorStore } from '../../service/state/operator-store.ts';

/** The entries, if the configuration of a command uses the table. A store that cannot be read has none: the command then does not know their names. */
export async function readStoredEntries(
  host: Host,
  flags: Readonly<Record<string, string | undefined>>,
): Promise<readonly StoredEntry[] | undefined> {
  const { profile, config, service, store } = flags;
  const { usesTable, settings } = loadVerbConfig(host, { profile, config, service, store });
  if (!usesTable || settings.storeKey === undefined) return undefined;
  const opened = await openOperatorStore(settings.store, settings.storeKey);
  if (!opened.ok) return undefined;
  try {
    return (await opened.companies?.list())?.map(storedEntryOf);
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  } finally {
    await opened.close();
  }
}

/** The settings that a consent has decided for the service that a command works on; none if it works on several, or the store has none. */
export async function readGrantedSettings(
  host: Host,
  { profile, config, service, store, installation }: Readonly<Record<string, string | undefined>>,
): Promise<GrantedSettings> {
  const chosen = chosenService(loadVerbConfig(host, { profile, config, service, store, installation }));
  return chosen.ok ? readStoredConsent(chosen.config.settings.installation, chosen.config.settings) : {};
}
