/** What every recording of a profile needs: its text with its bases, what it declares, and its open databases. */
import { type Diagnostic, readBases } from '../../../engine/index.ts';
import { declaredBy, describedTexts, openDatabases, readDocument, showProfile } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import { openCommandTokens, type TokenConfig } from '../../service/lifecycle/command-tokens.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import type { RecordInput } from './record.ts';

export type PreparedProfile =
  | {
      readonly ok: true;
      readonly prepared: Pick<
        RecordInput,
        'profile' | 'profileText' | 'bases' | 'declared' | 'described' | 'databases' | 'tokens'
      >;
      /** The profile without bases: the folder of a recording needs no other file. */
      readonly plainProfile: string;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/**
 * Reads the profile with its bases, and opens its databases and the tokens of the service; the caller calls `close`. Faults are returned as findings.
 */
export async function prepareProfile(
  host: Pick<Host, 'holdExit'>,
  profile: ProfileInput,
  config: TokenConfig,
): Promise<PreparedProfile> {
  const { profileFile, profileName, locate } = profile;
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, profileName, locate);
  const { document, diagnostics } = readDocument(text, profileName, bases);
  const declared = declaredBy(text, bases);
  if (document === undefined || declared === undefined)
    return { ok: false, diagnostics, sources: new Map([[profileName, text]]) };
  const { tokens, diagnostics: tokenFindings, ...openTokens } = await openCommandTokens(host, profile, config);
  if (tokenFindings.length > 0) return { ok: false, diagnostics: tokenFindings, sources: new Map() };
  const opened = await openDatabases(profile);
  if (!opened.ok) {
    await openTokens.close();
    return opened;
  }
  const merged = showProfile(document).map((line) => `${line.text}\n`);
  const { databases } = opened;
  const described = await describedTexts(profile);
  return {
    ok: true,
    prepared: { profile, profileText: merged.join(''), bases, declared, described, databases, tokens: tokens?.store },
    plainProfile: bases.folders.length === 0 ? text : merged.join(''),
    async close() {
      await opened.close();
      await openTokens.close();
    },
  };
}
