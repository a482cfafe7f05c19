/** Narrows a profile to some of its endpoints: what only the others use is left out, so that a fault there does not prevent their work. */
import { isMap, type Members, textsIn } from '../base/members.ts';
import type { Path } from '../base/place.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mentionsPart } from './parts/mentions-part.ts';
import { partUses } from './parts/part-uses.ts';
import type { ProfileDocument } from './yaml/document.ts';
import { entryPathAt } from './yaml/parse-partial.ts';

interface NarrowedDocument {
  readonly document: ProfileDocument;
  /** The endpoints that are not in the value any more. */
  readonly leftOut: readonly Path[];
  /** Parts of SQL that nothing uses then. They stay, because messages list the known names, but what is wrong in them does not matter. */
  readonly unneeded: readonly Path[];
}

/** Whether a path is, or is in, an endpoint that is not needed. */
const isElsewhere = ([section, name]: Path, only: ReadonlySet<string>): boolean =>
  section === 'endpoints' && name !== undefined && !only.has(String(name));

/** Whether a text uses a part: in SQL, in an expression, or as the name after `$part`. */
const usesPart = (text: string, name: string): boolean =>
  text === name || mentionsPart(text, name) || partUses(text).some((use) => use.name === name);

/** Names of the parts that the texts lead to, also through other parts. */
function neededParts(parts: Members, texts: readonly string[]): ReadonlySet<string> {
  const needed = new Set<string>();
  let open = texts;
  while (open.length > 0) {
    const from = open;
    const next = Object.keys(parts).filter((name) => !needed.has(name) && from.some((text) => usesPart(text, name)));
    for (const name of next) needed.add(name);
    open = next.flatMap((name) => textsIn(parts[name]));
  }
  return needed;
}

/** Whether a part is an expression or a part of a request: these are checked before they are inserted. */
const isInserted = (part: unknown): boolean =>
  isMap(part) && (Object.hasOwn(part, 'expression') || Object.hasOwn(part, 'request'));

/** The document with the endpoints of `only`, and without the expressions and request parts that nothing uses then. Its places are those of the whole text. */
export function neededDocument(document: ProfileDocument, only: ReadonlySet<string>): NarrowedDocument {
  const { value } = document;
  if (!isMap(value) || !isMap(value.endpoints)) return { document, leftOut: [], unneeded: [] };
  const { parts, ...rest } = value;
  const names = Object.keys(value.endpoints);
  const endpoints = Object.fromEntries(Object.entries(value.endpoints).filter(([name]) => only.has(name)));
  const narrowed = { ...rest, endpoints };
  const leftOut = names.filter((name) => !only.has(name)).map((name) => ['endpoints', name]);
  if (!isMap(parts)) return { document: { ...document, value: { ...value, endpoints } }, leftOut, unneeded: [] };
  const needed = neededParts(parts, textsIn(narrowed));
  const kept = Object.entries(parts).filter(([name, part]) => needed.has(name) || !isInserted(part));
  return {
    document: { ...document, value: { ...narrowed, parts: Object.fromEntries(kept) } },
    leftOut,
    unneeded: kept.filter(([name]) => !needed.has(name)).map(([name]) => ['parts', name]),
  };
}

interface ParsedText {
  readonly diagnostics: readonly Diagnostic[];
  readonly unread: readonly Path[];
}

/** What could not be parsed, without the endpoints that are not needed. `text`: that of the profile with the name `file`. */
export function neededFaults(
  { diagnostics, unread }: ParsedText,
  { text, file, only }: { readonly text: string; readonly file: string; readonly only: ReadonlySet<string> },
): ParsedText {
  const concerns = ({ code, place }: Diagnostic): boolean => {
    if (place?.file !== file || !code.startsWith('YAML')) return true;
    const path = entryPathAt(text, place.line);
    return path === undefined || !isElsewhere(path, only);
  };
  return { diagnostics: diagnostics.filter(concerns), unread: unread.filter((path) => !isElsewhere(path, only)) };
}
