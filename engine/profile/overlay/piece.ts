/** A piece of a profile, with where it was written: what overlays are merged from, and what a merged profile consists of. */

import type { Path } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../yaml/document.ts';

/** Where a piece was written. */
export interface Origin {
  readonly document: ProfileDocument;
  readonly path: Path;
  /** Of a map or list whose members come from several places: theirs, by key or index. */
  readonly members?: ReadonlyMap<string, Origin>;
}

export interface Piece {
  readonly value: unknown;
  readonly origin: Origin;
}

export type PlainMap = Readonly<Record<string, unknown>>;

export function isMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where the member of a map or list was written. */
function memberOrigin({ document, path, members }: Origin, key: string | number): Origin {
  return members?.get(String(key)) ?? { document, path: [...path, key] };
}

/** The members of a map, in its order. */
export function membersOf({ value, origin }: Piece): ReadonlyMap<string, Piece> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return new Map(entries.map(([key, item]) => [key, { value: item, origin: memberOrigin(origin, key) }]));
}

/** The items of a list. */
export function itemsOf({ value, origin }: Piece): readonly Piece[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map((item, index) => ({ value: item, origin: memberOrigin(origin, index) }));
}

/** The map of these members, which is said to stand where `at` does. */
export function mapOf(members: ReadonlyMap<string, Piece>, { document, path }: Origin): Piece {
  const entries = [...members];
  return {
    value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    origin: { document, path, members: new Map(entries.map(([key, { origin }]) => [key, origin])) },
  };
}

/** The list of these items, which is said to stand where `at` does. */
export function listOf(items: readonly Piece[], { document, path }: Origin): Piece {
  const members = new Map(items.map(({ origin }, index) => [String(index), origin]));
  return { value: items.map(({ value }) => value), origin: { document, path, members } };
}

/** The file and the path in it where what is at a path of a piece was written. */
export function writtenAt(origin: Origin, path: Path): Pick<Origin, 'document' | 'path'> {
  let at = origin;
  for (const [index, segment] of path.entries()) {
    const member = at.members?.get(String(segment));
    if (member === undefined) return { document: at.document, path: [...at.path, ...path.slice(index)] };
    at = member;
  }
  return at;
}

/** A finding about the key of a piece. */
export function findingAt(
  { origin }: Piece,
  finding: Pick<Diagnostic, 'code' | 'message' | 'hint'>,
  target: 'key' | 'value' = 'key',
): Diagnostic {
  return { ...finding, severity: 'error', place: origin.document.place(origin.path, target) };
}
