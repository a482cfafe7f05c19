/**
 * Inserts named expressions and request parts where they are used: `{name}` in an expression, and `$part: name` in a request. It runs after the
 * profile is merged with its bases and before it is validated, so that every later phase sees a profile without them. Places are those where the
 * texts were written. Parts of SQL are not inserted here, because their variants depend on facts.
 */
import { isMap, ownMember } from '../../base/members.ts';
import type { Path, Place } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mergePieces } from '../overlay/merge.ts';
import { itemsOf, listOf, mapOf, membersOf, type Origin, originAt, type Piece } from '../overlay/piece.ts';
import type { ProfileDocument, TextRange } from '../yaml/document.ts';
import { checkNamedExpressions } from './check-named-expressions.ts';
import { expandExpression, expandTemplate, type UseFault } from './expand-text.ts';
import { type At, circle, type Expansion, expressionOf, faultOfName, pathOfExpression, report } from './expansion.ts';
import { formAt } from './text-forms.ts';

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
function expandedDocument(to: Expansion, { value, origin: root }: Piece): ProfileDocument {
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
      const whole = (sourceRange?: TextRange): Place =>
        origin.document.place([...origin.path, ...rest], target, sourceRange);
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

function expandedText(to: Expansion, piece: Piece, text: string, at: At): Piece {
  const form = formAt(at.path);
  if (form === 'other' || !text.includes('{')) return piece;
  const faults: UseFault[] = [];
  const lookUp = (name: string): string | undefined => {
    to.used.add(name);
    return to.broken.has(name) ? undefined : expressionOf(to, name);
  };
  const expand = form === 'expression' ? expandExpression : expandTemplate;
  const expanded = expand(text, lookUp, faults);
  for (const { use, inside } of faults) {
    const fault = faultOfName(to, use.name, 'expression');
    // What is wrong inside of a part is reported there.
    if (inside !== undefined || fault === undefined || fault === 'follow-up') continue;
    const { document, path } = originAt(piece.origin, []);
    report(to, document.place(path, 'value', use), fault, at);
  }
  if (expanded.text === text) return piece;
  const origin: Origin = { ...piece.origin };
  to.texts.set(origin, expanded);
  return { value: expanded.text, origin };
}

/** The value of a request part, expanded; undefined, and a report, if it cannot be used here. */
function requestPart(to: Expansion, use: Piece, name: string, at: At): Piece | undefined {
  to.used.add(name);
  const place = use.origin.document.place(use.origin.path);
  const fault = faultOfName(to, name, 'request');
  if (fault !== undefined) {
    if (fault !== 'follow-up') report(to, place, fault, at);
    return undefined;
  }
  if (at.inside.includes(name)) {
    report(to, place, { ...circle, message: `The part "${name}" contains itself.` }, at);
    return undefined;
  }
  const part = ownMember(to.parts, name);
  const value = isMap(part) ? part.request : undefined;
  const usedAt = at.usedAt ?? place;
  const origin: Origin = { document: to.document, path: ['parts', name, 'request'], usedAt };
  return expandedPiece(to, { value, origin }, { path: at.path, inside: [...at.inside, name], usedAt });
}

/** The name in `$part: name`; undefined for any other value. */
function partName(piece: Piece | undefined): string | undefined {
  return typeof piece?.value === 'string' ? piece.value : undefined;
}

function expandedMap(to: Expansion, piece: Piece, at: At): Piece {
  const isRequest = formAt(at.path) === 'request';
  const members = new Map(membersOf(piece));
  const use = isRequest ? members.get('$part') : undefined;
  const name = partName(use);
  if (name !== undefined) members.delete('$part');
  const expanded = new Map(
    [...members].map(([key, member]) => [key, expandedPiece(to, member, { ...at, path: [...at.path, key] })] as const),
  );
  const isUnchanged = name === undefined && [...members].every(([key, member]) => expanded.get(key) === member);
  if (isUnchanged) return piece;
  const expandedMembers = mapOf(expanded, piece.origin);
  if (use === undefined || name === undefined) return expandedMembers;
  const part = requestPart(to, use, name, at);
  if (part === undefined || members.size === 0) return part ?? expandedMembers;
  if (!isMap(part.value) && !Array.isArray(part.value)) {
    const message = `The part "${name}" is neither a map nor a list, so there can be no keys next to \`$part\`.`;
    const place = use.origin.document.place(use.origin.path);
    report(to, place, { code: 'MAP215', message, hint: 'Write `$part` alone, or make the part a map.' }, at);
    return expandedMembers;
  }
  return mergePieces(part, expandedMembers, (finding) => to.diagnostics.push(finding));
}

function expandedList(to: Expansion, piece: Piece, at: At): Piece {
  const items = itemsOf(piece);
  const expanded = items.flatMap((item, index) => {
    const expandedItem = expandedPiece(to, item, { ...at, path: [...at.path, index] });
    const isPart = expandedItem !== item && isMap(item.value) && Object.keys(item.value).join() === '$part';
    return isPart && Array.isArray(expandedItem.value) ? itemsOf(expandedItem) : [expandedItem];
  });
  const isUnchanged = expanded.length === items.length && expanded.every((item, index) => item === items[index]);
  return isUnchanged ? piece : listOf(expanded, piece.origin);
}

/** The piece with its parts inserted; the piece itself if it has none. */
function expandedPiece(to: Expansion, piece: Piece, at: At): Piece {
  if (typeof piece.value === 'string') return expandedText(to, piece, piece.value, at);
  if (Array.isArray(piece.value)) return expandedList(to, piece, at);
  return isMap(piece.value) ? expandedMap(to, piece, at) : piece;
}

/** A merged document with its named expressions and request parts inserted. `unread`: entries that could not be parsed. */
export function expandParts(
  document: ProfileDocument,
  unread: readonly Path[],
): { readonly document: ProfileDocument; readonly diagnostics: readonly Diagnostic[] } {
  const root: Piece = { value: document.value, origin: { document, path: [] } };
  const parts = membersOf(root).get('parts')?.value;
  const diagnostics: Diagnostic[] = [];
  const all: Expansion = {
    document,
    parts: isMap(parts) ? parts : {},
    unread,
    diagnostics,
    used: new Set(),
    broken: new Set(),
    texts: new Map(),
  };
  const expansion = { ...all, broken: checkNamedExpressions(all) };
  const expanded = expandedPiece(expansion, root, { path: [], inside: [], usedAt: undefined });
  return { document: expandedDocument(expansion, expanded), diagnostics };
}
