/** The names under which the rotating tokens of a profile are stored, for the command that stores the first one. */

import type { Contract } from '../base/contract.ts';
import { tokenConfig, tokenSource } from '../compile/http/oauth.ts';
import { type Diagnostic, hasError } from '../diagnostics/diagnostic.ts';
import type { LoadText } from '../profile/load.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import { isHttp } from '../profile/schema/index.ts';
import type { Environment, Purpose } from '../profile/settings.ts';
import type { TokenStore } from '../sources/http/auth/token-store.ts';
import { tokenInstallationOf } from './installation.ts';

/** The tokens that a tool uses which calls the ERP next to services. */
export interface TokenAccess {
  readonly store: TokenStore;
  /** Name of the installation; undefined for its substitute. */
  readonly installation: string | undefined;
}

export interface TokenNamesInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  readonly installation: string | undefined;
}

export type TokenNames =
  /** By source; without the sources that have no such token. */
  | { readonly ok: true; readonly names: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Reads the names from a profile and its settings. Connects to nothing. With the purpose `check`, settings without a value are no errors. `load`: for a caller that keeps loaded texts. */
export async function readTokenNames(
  input: TokenNamesInput,
  purpose: Purpose = 'start',
  load?: LoadText,
): Promise<TokenNames> {
  const { contract, environment } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, purpose, load);
  if (loaded === undefined || hasError(diagnostics)) return { ok: false, diagnostics, sources };
  const installation = tokenInstallationOf(input.installation, { ...loaded, contract });
  const names = new Map<string, string>();
  for (const [source, spec] of Object.entries(loaded.profile.sources)) {
    if (!isHttp(spec) || spec.auth === undefined) continue;
    const owner = { source: tokenSource(loaded.profile.sources, source), installation };
    const grant = tokenConfig(spec.auth, loaded.settings, owner)?.grant;
    if (grant?.kind === 'refreshToken') names.set(source, grant.keptAs);
  }
  return { ok: true, names };
}
