/** The databases of a profile, open for reading: for tools that show their tables. */
import { dirname } from 'node:path';
import type { Contract } from '../../base/contract.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import type { Environment } from '../../profile/settings.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import { openSources } from '../../start/open-sources.ts';

export interface DatabasesInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
}

export type OpenedDatabases =
  | {
      readonly ok: true;
      /** By the name of the source. HTTP sources are left out. */
      readonly databases: ReadonlyMap<string, SqlSource>;
      close(): Promise<void>;
    }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Opens the databases of a profile. A server is reached by the first call. Executes nothing. Faults of endpoints do not matter. */
export async function openDatabases(input: DatabasesInput): Promise<OpenedDatabases> {
  const { loaded, diagnostics, sources } = await openProfile({ only: new Set(), ...input }, input.environment);
  if (loaded === undefined || hasError(diagnostics)) return { ok: false, diagnostics, sources };
  const opened = await openSources({ ...loaded, contract: input.contract }, dirname(input.profileFile));
  if (opened.diagnostics.length > 0) {
    await opened.close();
    return { ok: false, diagnostics: opened.diagnostics, sources };
  }
  const databases = [...opened.sources].flatMap(([name, one]) => (one.kind === 'sql' ? [[name, one] as const] : []));
  return { ok: true, databases: new Map(databases), close: opened.close };
}
