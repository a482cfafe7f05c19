/** From the text of a profile to a checked profile with settings: parse, merge with the base profiles, insert parts, validate, resolve settings. */

import type { Path } from '../base/place.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DatabaseKind } from '../sources/sql/kind.ts';
import { withoutFollowUps } from './grammar/follow-up-findings.ts';
import { repairProfile } from './grammar/repair-profile.ts';
import { neededDocument, neededFaults } from './needed-pieces.ts';
import { type Bases, extendsOf, noBases } from './overlay/bases.ts';
import { mergeDocuments } from './overlay/merge.ts';
import { expandParts } from './parts/expand-parts.ts';
import { resolveClocks } from './resolve-clocks.ts';
import { resolveSettings } from './resolve-settings.ts';
import type { Profile } from './schema/index.ts';
import type { Environment, Purpose, SettingValues } from './settings.ts';
import type { ProfileDocument } from './yaml/document.ts';
import { parsePartially } from './yaml/parse-partial.ts';

export interface LoadedProfile {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly settings: SettingValues;
}

interface ReadDocument {
  /** Merged with the base profiles; undefined if too little could be parsed to continue. */
  readonly document: ProfileDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Entries of the profile's own text that could not be parsed and are missing from the value. */
  readonly unread: readonly Path[];
}

/** Parses the text of a profile. The result is the same for the same text and file, so that it can be used again. */
export type ParseProfile = typeof parsePartially;

/** Parses the text of a profile and merges it with its base profiles. `file` is its name in diagnostics. */
export function readDocument(
  text: string,
  file: string,
  bases: Bases,
  parse: ParseProfile = parsePartially,
): ReadDocument {
  const { document, diagnostics, unread } = parse(text, file);
  const findings = [...diagnostics, ...bases.diagnostics];
  // The value of a file with too many aliases is not usable.
  const hasTooManyAliases = findings.some(({ code }) => code === 'YAML105');
  if (document === undefined || !bases.complete || hasTooManyAliases)
    return { document: undefined, diagnostics: findings, unread };
  const base = extendsOf(document);
  if (base === undefined) return { document, diagnostics: findings, unread };
  if (bases.documents.length === 0) {
    const message = `The base profile "${base}" is not resolved here.`;
    const hint = 'Check the profile as a file, so that its base can be found.';
    const place = document.place(['extends']);
    const unresolved: Diagnostic = { code: 'CFG508', severity: 'error', message, hint, place };
    return { document: undefined, diagnostics: [...findings, unresolved], unread };
  }
  const merged = mergeDocuments(document, bases.documents);
  return { document: merged.document, diagnostics: [...findings, ...merged.diagnostics], unread };
}

interface LoadOptions {
  /** The profiles that it extends; none by default. */
  readonly bases?: Bases | undefined;
  /** The kinds of databases that a profile can name; all of the engine by default. */
  readonly kinds?: readonly DatabaseKind[] | undefined;
  /** Parses the text: for a caller that has parsed it before. */
  readonly parse?: ParseProfile | undefined;
  /** Paths of the endpoints that are needed; all by default. Others, and what only they use, are left out with their faults. */
  readonly only?: ReadonlySet<string> | undefined;
  /** With `only`: the kinds of ids that these endpoints have; all by default. */
  readonly ids?: ReadonlySet<string> | undefined;
}

/** The text of a profile, merged, expanded and validated. It depends on no setting. */
export interface TextWithFindings {
  /** The valid rest if there are errors; undefined if the rest is too little. */
  readonly written: Pick<LoadedProfile, 'profile' | 'document'> | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export type LoadText = typeof loadText;

/** Loads the text of a profile, without the values of its settings. */
export function loadText(
  text: string,
  file: string,
  { bases = noBases, kinds, parse, only, ids }: LoadOptions = {},
): TextWithFindings {
  const { document: merged, ...parsed } = readDocument(text, file, bases, parse);
  if (merged === undefined) return { written: undefined, diagnostics: parsed.diagnostics };
  const { unread: allUnread } = parsed;
  const narrowed =
    only === undefined ? undefined : neededDocument(merged, { endpoints: only, ids, unread: allUnread, text });
  const { diagnostics, unread } = narrowed === undefined ? parsed : neededFaults(parsed, { text, file, ...narrowed });
  const needed = narrowed ?? { document: merged };
  const { document, diagnostics: partDiagnostics } = expandParts(needed.document, unread);
  const {
    profile,
    document: repaired,
    diagnostics: grammarDiagnostics,
  } = repairProfile(document, { ...needed, unread }, kinds);
  const findings = withoutFollowUps(diagnostics, [...partDiagnostics, ...grammarDiagnostics]);
  return { written: profile && { profile, document: repaired }, diagnostics: findings };
}

/** A profile with the values of its settings, and all findings so far. */
interface LoadedWithFindings {
  readonly loaded: LoadedProfile | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Resolves the settings of a profile. */
export function withSettings(
  { written, diagnostics }: TextWithFindings,
  environment: Environment,
  purpose: Purpose,
): LoadedWithFindings {
  if (written === undefined) return { loaded: undefined, diagnostics };
  const { document } = written;
  const settings = resolveSettings(written.profile, document, environment, purpose);
  const profile = resolveClocks(written.profile, settings.values);
  return {
    loaded: { profile, document, settings: settings.values },
    diagnostics: [...diagnostics, ...settings.diagnostics],
  };
}

/**
 * Loads a profile and returns all findings that are possible without a contract. If they include an error, `loaded` is the valid rest of the
 * profile, in which a later phase can find further errors; it is undefined if the rest is too little.
 */
export const loadProfile = (
  text: string,
  file: string,
  environment: Environment,
  purpose: Purpose,
  options: LoadOptions = {},
): LoadedWithFindings => withSettings(loadText(text, file, options), environment, purpose);
