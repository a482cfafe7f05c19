/** Narrows a profile to some of its endpoints: what only the others use is left out, so that a fault there does not prevent their work. */
import { isMap, type Members, textsIn } from '../base/members.ts';
import type { Path } from '../base/place.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { sourcesFor } from './needed-sources.ts';
import { mentionsPart } from './parts/mentions-part.ts';
import { partUses } from './parts/part-uses.ts';
import type { ProfileDocument } from './yaml/document.ts';
import { entryPathAt } from './yaml/parse-partial.ts';

/** Whether a path is, or is in, a piece that is not needed. */
type IsElsewhere = (path: Path) => boolean;

interface NarrowedDocument {
  readonly document: ProfileDocument;
  /** The endpoints and sources that are not in the value any more. */
  readonly leftOut: readonly Path[];
  /** Settings and parts of SQL that nothing uses then. They stay, because messages list the known names, but what is wrong in them does not matter. */
  readonly unneeded: readonly Path[];
  readonly isElsewhere: IsElsewhere;
}

/** Whether a text uses a part: in SQL, in an expression, or as the name after `$part`. */
const usesPart = (text: string, name: string): boolean =>
  text === name || mentionsPart(text, name) || partUses(text).some((use) => use.name === name);

/** Names of the members that the texts lead to, also through other members. */
function reached(
  members: Members,
  texts: readonly string[],
  uses: (text: string, name: string) => boolean,
): ReadonlySet<string> {
  const needed = new Set<string>();
  let open = texts;
  while (open.length > 0) {
    const from = open;
    const next = Object.keys(members).filter((name) => !needed.has(name) && from.some((text) => uses(text, name)));
    for (const name of next) needed.add(name);
    open = next.flatMap((name) => textsIn(members[name]));
  }
  return needed;
}

/** Whether a part is an expression or a part of a request: these are checked before they are inserted. */
const isInserted = (part: unknown): boolean =>
  isMap(part) && (Object.hasOwn(part, 'expression') || Object.hasOwn(part, 'request'));

/** The members with these names. */
const picked = (members: Members, isPicked: (name: string) => boolean): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => isPicked(name)));

const mapOf = (value: unknown): Members => (isMap(value) ? value : {});

/** Whether a text, or the name of a setting in a map, contains a name as a word. */
const containsWord = (text: string, name: string): boolean => text.split(/\W+/).includes(name);

/** The names of members at every depth: consents name settings so. */
const keysIn = (value: unknown): readonly string[] =>
  isMap(value)
    ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)]
    : Array.isArray(value)
      ? value.flatMap(keysIn)
      : [];

/**
 * The document with the endpoints of `only` and the sources that they need, and without the expressions and request parts that nothing uses then. Its places are
 * those of the whole text.
 */
export function neededDocument(document: ProfileDocument, only: ReadonlySet<string>): NarrowedDocument {
  const { value } = document;
  // Where no endpoint is needed, the section may be missing or unreadable.
  const isOther: IsElsewhere = ([section, name]) =>
    section === 'endpoints' && (only.size === 0 || (name !== undefined && !only.has(String(name))));
  const endpoints = isMap(value) && (only.size === 0 ? mapOf(value.endpoints) : value.endpoints);
  if (!isMap(value) || !isMap(endpoints)) return { document, leftOut: [], unneeded: [], isElsewhere: isOther };
  const { parts: _parts, sources: _sources, settings: _settings, ...others } = value;
  const [parts, sources, settings] = [mapOf(value.parts), mapOf(value.sources), mapOf(value.settings)];
  const rest = { ...others, endpoints: picked(endpoints, (name) => only.has(name)) };
  // Without an endpoint the sources themselves are of interest, such as their tables.
  const isNeededSource = only.size === 0 ? () => true : sourcesFor([rest.endpoints, others.ids, others.facts], sources);
  const neededSources = picked(sources, isNeededSource);
  const neededParts = reached(parts, textsIn([rest, neededSources]), usesPart);
  const usedParts = picked(parts, (name) => neededParts.has(name));
  const pieces = [rest, neededSources, usedParts];
  const neededSettings = reached(settings, [...textsIn(pieces), ...keysIn(pieces)], containsWord);
  const keptParts = picked(parts, (name) => neededParts.has(name) || !isInserted(parts[name]));
  const isElsewhere: IsElsewhere = (path) => {
    const [section, name] = path;
    if (name === undefined || isOther(path)) return isOther(path);
    if (section === 'sources') return !isNeededSource(String(name));
    return section === 'settings' && Object.hasOwn(settings, String(name)) && !neededSettings.has(String(name));
  };
  const pathsOf = (section: string, members: Members): readonly Path[] =>
    Object.keys(members).map((name) => [section, name]);
  const narrowed = {
    ...(isMap(value.parts) ? { parts: keptParts } : {}),
    ...(isMap(value.sources) ? { sources: neededSources } : {}),
  };
  return {
    document: { ...document, value: { ...value, ...rest, ...narrowed } },
    leftOut: [...pathsOf('endpoints', endpoints), ...pathsOf('sources', sources)].filter(isElsewhere),
    unneeded: [
      ...pathsOf('parts', keptParts).filter(([, name]) => !neededParts.has(String(name))),
      ...pathsOf('settings', settings).filter(isElsewhere),
    ],
    isElsewhere,
  };
}

interface ParsedText {
  readonly diagnostics: readonly Diagnostic[];
  readonly unread: readonly Path[];
}

/** What could not be parsed, without the pieces that are not needed. `text`: that of the profile with the name `file`. */
export function neededFaults(
  { diagnostics, unread }: ParsedText,
  { text, file, isElsewhere }: { readonly text: string; readonly file: string; readonly isElsewhere: IsElsewhere },
): ParsedText {
  const concerns = ({ code, place }: Diagnostic): boolean => {
    if (place?.file !== file || !code.startsWith('YAML')) return true;
    const path = entryPathAt(text, place.line);
    return path === undefined || !isElsewhere(path);
  };
  return { diagnostics: diagnostics.filter(concerns), unread: unread.filter((path) => !isElsewhere(path)) };
}
