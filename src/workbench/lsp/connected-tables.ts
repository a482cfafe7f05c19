/** The tables of an ERP from its databases. */
import type { Diagnostic } from '../../../engine/index.ts';
import { readErpTables } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { loadProfile, type SettingFlags } from '../../service/lifecycle/load-profile.ts';
import { databaseTables, type ErpTables } from '../language/index.ts';

type ReadTables =
  | { readonly ok: true; readonly file: string; readonly tables: ErpTables }
  /** `sources`: texts that the diagnostics point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** A profile, and the service of the configuration that has its settings. */
interface ProfileFlags extends SettingFlags {
  readonly profile: string;
  readonly service: string | undefined;
}

/** Reads the tables of a profile's databases. Rejects with `SourceError` if one of them cannot be read. */
export async function readTables(host: Host, flags: ProfileFlags): Promise<ReadTables> {
  const loaded = loadProfile(host, flags);
  if (!loaded.ok) return loaded;
  const read = await readErpTables(loaded.profile);
  if (!read.ok) return read;
  const tables = new Map([...read.tables].map(([name, all]) => [name, databaseTables(all)]));
  return { ok: true, file: loaded.profile.profileFile, tables };
}

/** The tables of each profile, read once in the background. `service`: that of the settings. `failed` receives the reason if they cannot be read. */
export function connectedTables(
  host: Host,
  service: string | undefined,
  failed: (profile: string, reason: string) => void,
): (profile: string) => ErpTables | undefined {
  const tablesByProfile = new Map<string, ErpTables | undefined>();
  const read = async (profile: string): Promise<void> => {
    const readResult = await readTables(host, { profile, service });
    if (readResult.ok) tablesByProfile.set(profile, readResult.tables);
    else failed(profile, readResult.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  };
  return (profile) => {
    if (!tablesByProfile.has(profile)) {
      tablesByProfile.set(profile, undefined);
      read(profile).catch((error: unknown) => failed(profile, error instanceof Error ? error.message : String(error)));
    }
    return tablesByProfile.get(profile);
  };
}
