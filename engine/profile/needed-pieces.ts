/** Narrows a profile to some of its endpoints: what only the others use is left out, so that a fault there does not prevent their work. */
import { isMap, type Members, textsIn } from '../base/members.ts';
import type { Path } from '../base/place.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isHttpSource, sourcesFor } from './needed-sources.ts';
import { mentionsPart } from './parts/mentions-part.ts';
import { partUses } from './parts/part-uses.ts';
import type { ProfileDocument } from './yaml/document.ts';
import { entryNames, entryPathAt, entryTextAt } from './yaml/parse-partial.ts';

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

/** What is needed of a profile, and what could not be parsed. */
interface NeededPieces {
  readonly endpoints: ReadonlySet<string>;
  /** The kinds of ids that the endpoints have; all where it is missing. */
  readonly ids?: ReadonlySet<string> | undefined;
  /** Entries that could not be parsed and are missing from the value. */
  readonly unread?: readonly Path[];
  /** The text of the profile, for the kinds of the sources that could not be parsed. */
  readonly text?: string;
}

/**
 * The document with these endpoints and the ids, facts and sources that they need, and without the expressions and request parts that nothing uses then. A fact
 * with `else` is always needed: it says whether the ERP is the right one. The places are those of the whole text.
 */
export function neededDocument(
  document: ProfileDocument,
  { endpoints: only, ids: idKinds, unread = [], text = '' }: NeededPieces,
): NarrowedDocument {
  const { value } = document;
  // Where no endpoint is needed, the section may be missing or unreadable.
  const isOther: IsElsewhere = ([section, name]) =>
    section === 'endpoints' && (only.size === 0 || (name !== undefined && !only.has(String(name))));
  const written = isMap(value) && (only.size === 0 ? mapOf(value.endpoints) : value.endpoints);
  if (!isMap(value) || !isMap(written)) return { document, leftOut: [], unneeded: [], isElsewhere: isOther };
  const unreadNames = (section: string): readonly string[] =>
    unread.flatMap(([first, name]) => (first === section && name !== undefined ? [String(name)] : []));
  /** The entries of a section, those that could not be parsed without content. */
  const entriesOf = (section: string): Members => ({
    ...mapOf(value[section]),
    ...Object.fromEntries(unreadNames(section).map((name) => [name, undefined])),
  });
  const { parts: _parts, sources: _sources, settings: _settings, ids: _ids, facts: _facts, ...others } = value;
  const [parts, sources, settings] = [entriesOf('parts'), mapOf(value.sources), entriesOf('settings')];
  const [ids, facts] = [mapOf(value.ids), mapOf(value.facts)];
  const isNeededId = (name: string): boolean => idKinds === undefined || idKinds.has(name);
  const endpoints = picked(written, (name) => only.has(name));
  const neededIds = picked(ids, isNeededId);
  const conditionTexts = textsIn([endpoints, neededIds, parts]);
  const isNeededFact = (name: string): boolean =>
    conditionTexts.some((one) => containsWord(one, name)) || Object.hasOwn(mapOf(facts[name]), 'else');
  const neededFacts = picked(facts, isNeededFact);
  const rest = {
    ...{ ...others, endpoints },
    ...(isMap(value.ids) ? { ids: neededIds } : {}),
    ...(isMap(value.facts) ? { facts: neededFacts } : {}),
  };
  const ownParts = reached(parts, textsIn(rest), usesPart);
  const [firstSource] = entryNames(text, 'sources');
  const unreadSources = new Map(
    unreadNames('sources').map((name) => [
      name,
      { text: entryTextAt(text, ['sources', name]), isFirst: name === firstSource },
    ]),
  );
  // Without an endpoint the databases themselves are of interest: their tables.
  const isNeededSource =
    only.size === 0
      ? (name: string) => !isHttpSource(sources, unreadSources, name)
      : sourcesFor(
          [endpoints, neededIds, neededFacts, picked(parts, (name) => ownParts.has(name))],
          sources,
          unreadSources,
        );
  const neededSources = picked(sources, isNeededSource);
  const neededParts = reached(parts, textsIn([rest, neededSources]), usesPart);
  const usedParts = picked(parts, (name) => neededParts.has(name));
  const pieces = [rest, neededSources, usedParts];
  const neededSettings = reached(settings, [...textsIn(pieces), ...keysIn(pieces)], containsWord);
  const keptParts = picked(mapOf(value.parts), (name) => neededParts.has(name) || !isInserted(parts[name]));
  const isElsewhere: IsElsewhere = (path) => {
    const [section, name] = path;
    if (name === undefined || isOther(path)) return isOther(path);
    switch (section) {
      case 'sources':
        return !isNeededSource(String(name));
      case 'settings':
        return Object.hasOwn(settings, String(name)) && !neededSettings.has(String(name));
      case 'ids':
        return !isNeededId(String(name));
      case 'facts':
        return Object.hasOwn(facts, String(name)) && !isNeededFact(String(name));
      case 'parts':
        return unreadNames('parts').includes(String(name)) && !neededParts.has(String(name));
      default:
        return false;
    }
  };
  const pathsOf = (section: string, members: Members): readonly Path[] =>
    Object.keys(members).map((name) => [section, name]);
  const narrowed = {
    ...(isMap(value.parts) ? { parts: keptParts } : {}),
    ...(isMap(value.sources) ? { sources: neededSources } : {}),
  };
  const leftOut = { endpoints: written, sources, ids, facts };
  return {
    document: { ...document, value: { ...value, ...rest, ...narrowed } },
    leftOut: Object.entries(leftOut).flatMap(([section, members]) => pathsOf(section, members).filter(isElsewhere)),
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
