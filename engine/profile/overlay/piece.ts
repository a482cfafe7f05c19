/** Pieces of profiles with the place that they come from. Overlays are merged piece by piece. */

import { isMap } from '../../base/members.ts';
import type { Path, Place } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../yaml/document.ts';

/** Where a piece comes from. */
export interface Origin {
  readonly document: ProfileDocument;
  readonly path: Path;
  /** The origins of members, by key or index, if the members of a map or list come from several places. */
  readonly members?: ReadonlyMap<string, Origin>;
  /** Where the part of the profile that the piece is in is used. */
  readonly usedAt?: Place;
}

export interface Piece {
  readonly value: unknown;
  readonly origin: Origin;
}

/** The origin of a member of a map or list. */
function memberOrigin({ members, ...mapOrigin }: Origin, key: string | number): Origin {
  return members?.get(String(key)) ?? { ...mapOrigin, path: [...mapOrigin.path, key] };
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

/** A map of these members, with the place of the given origin. */
export function mapOf(members: ReadonlyMap<string, Piece>, origin: Origin): Piece {
  const entries = [...members];
  return {
    value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    origin: { ...origin, members: new Map(entries.map(([key, { origin }]) => [key, origin])) },
  };
}

/** A list of these items, with the place of the given origin. */
export function listOf(items: readonly Piece[], origin: Origin): Piece {
  const members = new Map(items.map(({ origin }, index) => [String(index), origin]));
  return { value: items.map(({ value }) => value), origin: { ...origin, members } };
}

/** The document, and the path in it, that the value at a path of a piece comes from. */
export function originAt(origin: Origin, path: Path): Pick<Origin, 'document' | 'path'> {
  let at = origin;
  for (const [index, segment] of path.entries()) {
    const member = at.members?.get(String(segment));
    if (member === undefined) return { document: at.document, path: [...at.path, ...path.slice(index)] };
    at = member;
  }
  return at;
}

/** An error about the key of a piece, or about its value. */
export function findingAt(
  { origin }: Piece,
  finding: Pick<Diagnostic, 'code' | 'message' | 'hint'>,
  target: 'key' | 'value' = 'key',
): Diagnostic {
  return { ...finding, severity: 'error', place: origin.document.place(origin.path, target) };
}
