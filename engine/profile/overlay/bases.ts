/** The profiles that a profile extends, one after the other, read from their files. */
import { realpath } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { Place } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { parseProfile } from '../yaml/parse.ts';
import { readProfile } from '../yaml/read-text.ts';
import { withMovedPaths } from './paths.ts';
import { isMap } from './piece.ts';

/** The profile that `extends` names; `name` is what diagnostics call its file. */
export type LocatedBase =
  | { readonly ok: true; readonly file: string; readonly name: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Finds a base by what `extends` says of it, at `place`; paths count from `folder`. */
export type LocateBase = (given: string, folder: string, place: Place) => LocatedBase;

export interface Bases {
  /** Nearest first. */
  readonly documents: readonly ProfileDocument[];
  /** Their folders, absolute, in the same order. */
  readonly folders: readonly string[];
  /** Their texts, by the names that places use. */
  readonly texts: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
  /** False where one could not be read. */
  readonly complete: boolean;
}

export const noBases: Bases = { documents: [], folders: [], texts: new Map(), diagnostics: [], complete: true };

/** What a profile extends; undefined where it extends nothing. What is no text is left to the grammar. */
export function extendsOf(document: ProfileDocument): string | undefined {
  const given = isMap(document.value) ? document.value.extends : undefined;
  return typeof given === 'string' ? given : undefined;
}

function circle(given: string, place: Place): Diagnostic {
  const message = `"${given}" is this profile itself, or extends it: none of them is the first.`;
  return { code: 'MAP131', severity: 'error', message, hint: 'Let one of them extend nothing.', place };
}

const unread: Bases = { ...noBases, complete: false };

interface Walk {
  readonly locate: LocateBase;
  /** The folder that paths of the merged profile count from, absolute. */
  readonly folder: string;
  /** Files that were read before, without links. */
  readonly seen: readonly string[];
}

/** What the document of `file` extends, read with all that this extends itself. */
async function follow(document: ProfileDocument, file: string, walk: Walk): Promise<Bases> {
  const given = extendsOf(document);
  if (given === undefined) return noBases;
  const place = document.place(['extends']);
  const located = walk.locate(given, dirname(file), place);
  if (!located.ok) return { ...unread, diagnostics: [located.diagnostic] };
  const read = await readProfile(located.file, located.name);
  if (!read.ok) return { ...unread, diagnostics: [{ ...read.diagnostic, place }] };
  const real = await realpath(located.file);
  if (walk.seen.includes(real)) return { ...unread, diagnostics: [circle(given, place)] };
  const parsed = parseProfile(read.text, located.name);
  const seen = [...walk.seen, real];
  const further =
    parsed.document === undefined ? unread : await follow(parsed.document, located.file, { ...walk, seen });
  const folder = dirname(located.file);
  const own = parsed.document && {
    ...parsed.document,
    value: withMovedPaths(parsed.document.value, relative(walk.folder, folder)),
  };
  return {
    documents: own === undefined ? [] : [own, ...further.documents],
    folders: [folder, ...further.folders],
    texts: new Map([[located.name, read.text], ...further.texts]),
    diagnostics: [...parsed.diagnostics, ...further.diagnostics],
    complete: further.complete,
  };
}

/**
 * Reads what the profile `text` extends, what that extends, and so on. `file` is the absolute path of the profile, `name` what
 * diagnostics call it. What is wrong with the profile's own text is not reported here.
 */
export async function readBases(
  text: string,
  file: string,
  name: string,
  locate: LocateBase | undefined,
): Promise<Bases> {
  // Most profiles extend nothing, and need not be parsed for that.
  const document = /\bextends\b/.test(text) ? parseProfile(text, name).document : undefined;
  if (document === undefined || locate === undefined) return noBases;
  const real = await realpath(file).catch(() => file);
  return follow(document, file, { locate, folder: dirname(file), seen: [real] });
}
