/** Opens the claims of a profile's databases and of the store. Queries and creates nothing. */
import { dirname } from 'node:path';
import type { Contract } from '../../base/contract.ts';
import type { ProfileInput } from '../../compile/compile.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import { claimsForm, isHttp } from '../../profile/schema/index.ts';
import type { Environment } from '../../profile/settings.ts';
import type { DurableClaims } from '../../run/write/durable/claims.ts';
import { installationOf, storeInstallationOf } from '../../start/installation.ts';
import { openSources } from '../../start/open-sources.ts';
import { type Writes, writesOf } from './all-claims.ts';
import type { ClaimAdmin } from './claim-admin.ts';
import { sourceClaimAdmin } from './source-claims.ts';
import { storeClaimAdmin } from './store-claims.ts';
import { writtenSources } from './written-sources.ts';

export interface WritesInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  readonly installation: string | undefined;
  /** Claims in the service's store; undefined if it has none. */
  readonly durable: DurableClaims | undefined;
  /** Whether lists leave out the claims of other installations in the same tables. */
  readonly ownOnly: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type OpenedWrites =
  | { readonly ok: true; readonly writes: Writes & { close(): Promise<void> } }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Opens the claims of a profile's databases and of the store. Queries and creates nothing. */
export async function openWrites(input: WritesInput): Promise<OpenedWrites> {
  const { contract, now, durable, ownOnly } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, input.environment);
  const failed = (findings: readonly Diagnostic[]): OpenedWrites => ({ ok: false, diagnostics: findings, sources });
  if (loaded === undefined || hasError(diagnostics)) return failed(diagnostics);
  const profile: ProfileInput = { ...loaded, contract };
  const opened = await openSources(profile, dirname(input.profileFile));
  if (opened.diagnostics.length > 0) {
    await opened.close();
    return failed(opened.diagnostics);
  }
  const written = writtenSources(profile);
  const installation = installationOf(input.installation, profile);
  const admins: ClaimAdmin[] = [];
  const unclaimed = new Map<string, (endpoint: string) => boolean>();
  for (const [name, source] of opened.sources) {
    const spec = profile.profile.sources[name];
    if (source.kind === 'http' || spec === undefined || isHttp(spec)) continue;
    const form = claimsForm(spec);
    const serves = (endpoint: string) => written.get(endpoint)?.has(name) ?? false;
    if (![...written.keys()].some(serves)) continue;
    if (form.kind === 'table')
      admins.push(sourceClaimAdmin({ name, source, table: form.table, installation, ownOnly, serves, now }));
    else unclaimed.set(name, serves);
  }
  const all =
    durable === undefined
      ? admins
      : [storeClaimAdmin(durable, storeInstallationOf(input.installation, profile), ownOnly), ...admins];
  const isStored = (name: string): boolean => opened.sources.get(name)?.kind === 'http';
  const stored = [...written].flatMap(([path, sources]) => ([...sources].some(isStored) ? [path] : []));
  return { ok: true, writes: { ...writesOf(all, unclaimed, stored), close: opened.close } };
}
