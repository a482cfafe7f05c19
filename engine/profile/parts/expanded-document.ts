/** A document with its parts inserted, whose places are those where the texts were written. */
import type { Path, Place } from '../../base/place.ts';
import type { Origin, Piece } from '../overlay/piece.ts';
import type { ProfileDocument, TextRange } from '../yaml/document.ts';
import { type Expansion, pathOfExpression } from './expansion.ts';

/** The origin of the value at a path, the path below it, and where the part around it is used. */
function locate(
  root: Origin,
  path: Path,
): { readonly origin: Origin; readonly rest: Path; readonly usedAt: Place | undefined } {
  let origin = root;
  let usedAt = root.usedAt;
  for (const [index, segment] of path.entries()) {
    const member = origin.members?.get(String(segment));
    if (member === undefined) return { origin, rest: path.slice(index), usedAt };
    origin = member;
    usedAt = member.usedAt;
  }
  return { origin, rest: [], usedAt };
}

/** The document with the expanded value. Its places are those where each piece was written. */
export function expandedDocument(to: Expansion, { value, origin: root }: Piece): ProfileDocument {
  const { document, texts, used } = to;
  const characterAt = (origin: Origin, rest: Path, { offset }: TextRange) => {
    const origins = rest.length === 0 ? texts.get(origin)?.origins : undefined;
    return origins?.[Math.min(offset, origins.length - 1)];
  };
  return {
    ...document,
    value,
    usedParts: used,
    place: (path, target, range) => {
      const { origin, rest } = locate(root, path);
      const whole = (own?: TextRange): Place => origin.document.place([...origin.path, ...rest], target, own);
      const character = range && characterAt(origin, rest, range);
      if (range === undefined || character === undefined) return whole(range);
      // What begins outside of a part and ends in one, or in another, is marked at its beginning.
      const { part, offset } = character;
      const last = characterAt(origin, rest, { ...range, offset: range.offset + Math.max(0, range.length - 1) });
      const end = last !== undefined && last.part === part ? last.offset : offset;
      const writtenRange: TextRange = { offset, length: Math.max(1, end - offset + 1) };
      return part === undefined ? whole(writtenRange) : document.place(pathOfExpression(part), 'value', writtenRange);
    },
    usedAt: (path, range) => {
      const { origin, rest, usedAt } = locate(root, path);
      const use = range && characterAt(origin, rest, range)?.use;
      return usedAt ?? (use && origin.document.place(origin.path, 'value', use));
    },
  };
}
