/** A profile's text becomes a checked profile with its settings: parse, merge, grammar, settings. What a plan needs is checked by compile. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ProfileDocument } from './document.ts';
import { grammarDiagnostics } from './grammar-faults.ts';
import { type Bases, extendsOf, noBases } from './overlay/bases.ts';
import { mergeDocuments } from './overlay/merge.ts';
import { parseProfile } from './parse.ts';
import { type Profile, profileSchema } from './schema/index.ts';
import { type Environment, type Purpose, resolveSettings, type SettingValues } from './settings.ts';

export interface LoadedProfile {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly settings: SettingValues;
}

export interface ReadDocument {
  /** With what it extends; undefined where too little could be read to go on. */
  readonly document: ProfileDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** A profile's text with what it extends as one document. */
export function readDocument(text: string, file: string, bases: Bases): ReadDocument {
  const { document, diagnostics } = parseProfile(text, file);
  const found = [...diagnostics, ...bases.diagnostics];
  // What aliases that repeat without end would stand for is not worth looking at.
  const isEndless = found.some(({ code }) => code === 'YAML105');
  if (document === undefined || !bases.complete || isEndless) return { document: undefined, diagnostics: found };
  const given = extendsOf(document);
  if (given === undefined) return { document, diagnostics: found };
  if (bases.documents.length === 0) {
    const message = `What this profile extends, "${given}", is not looked for here.`;
    const hint = 'Check the file itself, so that it is known where the other one is.';
    const place = document.place(['extends']);
    const unfound: Diagnostic = { code: 'CFG508', severity: 'error', message, hint, place };
    return { document: undefined, diagnostics: [...found, unfound] };
  }
  const merged = mergeDocuments(document, bases.documents);
  return { document: merged.document, diagnostics: [...found, ...merged.diagnostics] };
}

/** All faults that can be found without a contract, together. `loaded` is there when the grammar holds. */
export function loadProfile(
  text: string,
  file: string,
  environment: Environment,
  purpose: Purpose,
  bases: Bases = noBases,
): { readonly loaded: LoadedProfile | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { document, diagnostics } = readDocument(text, file, bases);
  if (document === undefined) return { loaded: undefined, diagnostics };
  const parsed = profileSchema.safeParse(document.value);
  if (!parsed.success)
    return { loaded: undefined, diagnostics: [...diagnostics, ...grammarDiagnostics(parsed.error.issues, document)] };
  const settings = resolveSettings(parsed.data, document, environment, purpose);
  return {
    loaded: { profile: parsed.data, document, settings: settings.values },
    diagnostics: [...diagnostics, ...settings.diagnostics],
  };
}
