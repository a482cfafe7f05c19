/** A profile's text becomes a checked profile with its settings: parse, grammar, settings. What a plan needs is checked by compile. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ProfileDocument } from './document.ts';
import { grammarDiagnostics } from './grammar-faults.ts';
import { parseProfile } from './parse.ts';
import { type Profile, profileSchema } from './schema/index.ts';
import { type Environment, type Purpose, resolveSettings, type SettingValues } from './settings.ts';

export interface LoadedProfile {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly settings: SettingValues;
}

/** All faults that can be found without a contract, together. `loaded` is there when the grammar holds. */
export function loadProfile(
  text: string,
  file: string,
  environment: Environment,
  purpose: Purpose,
): { readonly loaded: LoadedProfile | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { document, diagnostics } = parseProfile(text, file);
  // What aliases that repeat without end would stand for is not worth looking at.
  const isEndless = diagnostics.some(({ code }) => code === 'YAML105');
  if (document === undefined || isEndless) return { loaded: undefined, diagnostics };
  const parsed = profileSchema.safeParse(document.value);
  if (!parsed.success)
    return { loaded: undefined, diagnostics: [...diagnostics, ...grammarDiagnostics(parsed.error.issues, document)] };
  const settings = resolveSettings(parsed.data, document, environment, purpose);
  return {
    loaded: { profile: parsed.data, document, settings: settings.values },
    diagnostics: [...diagnostics, ...settings.diagnostics],
  };
}
