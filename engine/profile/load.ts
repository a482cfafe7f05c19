/** A profile's text becomes a checked profile with its settings: parse, merge, grammar, settings. What a plan needs is checked by compile. */

import type { Path } from '../base/place.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DatabaseKind } from '../sources/sql/kind.ts';
import { withClocks } from './clocks.ts';
import { withoutConsequences } from './grammar/follow-up-findings.ts';
import { mend } from './grammar/repair.ts';
import { type Bases, extendsOf, noBases } from './overlay/bases.ts';
import { mergeDocuments } from './overlay/merge.ts';
import type { Profile } from './schema/index.ts';
import { type Environment, type Purpose, resolveSettings, type SettingValues } from './settings.ts';
import type { ProfileDocument } from './yaml/document.ts';
import { parseWhole } from './yaml/parse-partial.ts';

export interface LoadedProfile {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly settings: SettingValues;
}

export interface ReadDocument {
  /** With what it extends; undefined where too little could be read to go on. */
  readonly document: ProfileDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Entries of the profile's own text that could not be read, and stand in no value. */
  readonly unread: readonly Path[];
}

/** A profile's text with what it extends as one document. */
export function readDocument(text: string, file: string, bases: Bases): ReadDocument {
  const { document, diagnostics, unread } = parseWhole(text, file);
  const found = [...diagnostics, ...bases.diagnostics];
  // What aliases that repeat without end would stand for is not worth looking at.
  const isEndless = found.some(({ code }) => code === 'YAML105');
  if (document === undefined || !bases.complete || isEndless)
    return { document: undefined, diagnostics: found, unread };
  const given = extendsOf(document);
  if (given === undefined) return { document, diagnostics: found, unread };
  if (bases.documents.length === 0) {
    const message = `What this profile extends, "${given}", is not looked for here.`;
    const hint = 'Check the file itself, so that it is known where the other one is.';
    const place = document.place(['extends']);
    const unfound: Diagnostic = { code: 'CFG508', severity: 'error', message, hint, place };
    return { document: undefined, diagnostics: [...found, unfound], unread };
  }
  const merged = mergeDocuments(document, bases.documents);
  return { document: merged.document, diagnostics: [...found, ...merged.diagnostics], unread };
}

/**
 * All faults that can be found without a contract, together. `loaded` is what is whole of the profile, for finding the other faults: with
 * an error among the diagnostics it is not what was written. Undefined where too little is left.
 */
export function loadProfile(
  text: string,
  file: string,
  environment: Environment,
  purpose: Purpose,
  bases: Bases = noBases,
  kinds?: readonly DatabaseKind[],
): { readonly loaded: LoadedProfile | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const { document, diagnostics, unread } = readDocument(text, file, bases);
  if (document === undefined) return { loaded: undefined, diagnostics };
  const mended = mend(document, unread, kinds);
  const read = withoutConsequences(diagnostics, mended.diagnostics);
  if (mended.profile === undefined) return { loaded: undefined, diagnostics: read };
  const settings = resolveSettings(mended.profile, mended.document, environment, purpose);
  const profile = withClocks(mended.profile, settings.values);
  return {
    loaded: { profile, document: mended.document, settings: settings.values },
    diagnostics: [...read, ...settings.diagnostics],
  };
}
