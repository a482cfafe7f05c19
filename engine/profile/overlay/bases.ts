/** Reads the base profiles that a profile extends. */
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { isMap, type Members } from '../../base/members.ts';
import type { Place } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { parseProfile } from '../yaml/parse-profile.ts';
import { readProfile } from '../yaml/read-profile.ts';

/** `prefix` leads from the folder of the overlay to that of the base. Settings, absolute paths and PEM texts are not changed. */
function rebase(text: unknown, prefix: string): unknown {
  const isPath = typeof text === 'string' && !text.includes('${') && !text.includes('-----BEGIN') && !isAbsolute(text);
  return isPath ? join(prefix, text) : text;
}

function rebaseKeys(map: unknown, keys: readonly string[], prefix: string): unknown {
  if (!isMap(map)) return map;
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => {
      if (!keys.includes(key)) return [key, value];
      return [key, Array.isArray(value) ? value.map((item) => rebase(item, prefix)) : rebase(value, prefix)];
    }),
  );
}

function rebaseFiles(described: unknown, prefix: string): unknown {
  if (isMap(described)) return rebaseKeys(described, ['files'], prefix);
  return Array.isArray(described) ? described.map((file) => rebase(file, prefix)) : rebase(described, prefix);
}

function rebaseSource(source: unknown, prefix: string): unknown {
  if (!isMap(source)) return source;
  return {
    ...source,
    ...('connection' in source && { connection: rebaseKeys(source.connection, ['file', 'create'], prefix) }),
    ...('describedBy' in source && { describedBy: rebaseFiles(source.describedBy, prefix) }),
    ...('tls' in source && { tls: rebaseKeys(source.tls, ['ca', 'certificate', 'key'], prefix) }),
  };
}

/** The value of a base profile with rebased paths; `prefix` leads from the folder of the overlay to that of the base. */
function rebasePaths(value: unknown, prefix: string): unknown {
  if (prefix === '' || !isMap(value) || !isMap(value.sources)) return value;
  const sources: Members = value.sources;
  return {
    ...value,
    sources: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, rebaseSource(source, prefix)])),
  };
}

/** The base profile that `extends` refers to; `name` is the name of its file in diagnostics, `text` its text if it is not that of the file. */
type LocatedBase =
  | { readonly ok: true; readonly file: string; readonly name: string; readonly text?: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Finds a base profile. `reference` is the value of `extends`, `place` its place; a path is relative to `folder`. */
export type LocateBase = (reference: string, folder: string, place: Place) => LocatedBase;

export interface Bases {
  /** The direct base first. */
  readonly documents: readonly ProfileDocument[];
  /** Their absolute folders, in the same order. */
  readonly folders: readonly string[];
  /** Their texts, by the file names that places use. */
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** False if one of them could not be read. */
  readonly complete: boolean;
}

export const noBases: Bases = { documents: [], folders: [], texts: new Map(), diagnostics: [], complete: true };

/** The value of `extends`; undefined if the profile has no base. A value that is not a text is reported by the grammar. */
export function extendsOf(document: ProfileDocument): string | undefined {
  const reference = isMap(document.value) ? document.value.extends : undefined;
  return typeof reference === 'string' ? reference : undefined;
}

function circularExtends(reference: string, place: Place): Diagnostic {
  const message = `"${reference}" is this profile itself, or extends it.`;
  return { code: 'MAP131', severity: 'error', message, hint: 'Remove one `extends` to break the circle.', place };
}

const incomplete: Bases = { ...noBases, complete: false };

interface BaseSearch {
  readonly locate: LocateBase;
  /** The absolute folder of the overlay, to which paths in the merged profile are relative. */
  readonly folder: string;
  /** Real paths of the files that were read before. */
  readonly readFiles: readonly string[];
}

/** The base of the document of `file`, followed by its own bases. */
async function readBasesOf(document: ProfileDocument, file: string, search: BaseSearch): Promise<Bases> {
  const reference = extendsOf(document);
  if (reference === undefined) return noBases;
  const place = document.place(['extends']);
  const located = search.locate(reference, dirname(file), place);
  if (!located.ok) return { ...incomplete, diagnostics: [located.diagnostic] };
  const { text } = located;
  const read = text === undefined ? await readProfile(located.file, located.name) : { ok: true as const, text };
  if (!read.ok) return { ...incomplete, diagnostics: [{ ...read.diagnostic, place }] };
  const real = await realpath(located.file);
  if (search.readFiles.includes(real)) return { ...incomplete, diagnostics: [circularExtends(reference, place)] };
  const parsed = parseProfile(read.text, located.name);
  const readFiles = [...search.readFiles, real];
  const further =
    parsed.document === undefined
      ? incomplete
      : await readBasesOf(parsed.document, located.file, { ...search, readFiles });
  const folder = dirname(located.file);
  const base = parsed.document && {
    ...parsed.document,
    value: rebasePaths(parsed.document.value, relative(search.folder, folder)),
  };
  return {
    documents: base === undefined ? [] : [base, ...further.documents],
    folders: [folder, ...further.folders],
    texts: new Map([[located.name, read.text], ...further.texts]),
    diagnostics: [...parsed.diagnostics, ...further.diagnostics],
    complete: further.complete,
  };
}

/**
 * Reads the base of the profile `text`, its base, and so on. `file` is the absolute path of the profile, `name` its name in diagnostics.
 * Faults of the profile's own text are not reported here.
 */
export async function readBases(
  text: string,
  file: string,
  name: string,
  locate: LocateBase | undefined,
): Promise<Bases> {
  // Most profiles have no base and need not be parsed here.
  const document = /\bextends\b/.test(text) ? parseProfile(text, name).document : undefined;
  if (document === undefined || locate === undefined) return noBases;
  const real = await realpath(file).catch(() => file);
  return readBasesOf(document, file, { locate, folder: dirname(file), readFiles: [real] });
}
