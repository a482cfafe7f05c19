/** Merges a profile with its bases into one document: maps are merged key by key, everything else is replaced. */
import { isMap } from '../../base/members.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { changeList, changesList } from './change-list.ts';
import { positionOf, removedNames, withoutDirectives } from './directives.ts';
import { findingAt, mapOf, membersOf, originAt, type Piece } from './piece.ts';

interface Merged {
  readonly document: ProfileDocument;
  readonly diagnostics: readonly Diagnostic[];
}

function mergeMaps(base: Piece, over: Piece, report: (finding: Diagnostic) => void): Piece {
  const [baseMembers, overMembers] = [membersOf(base), membersOf(over)];
  const removed = removedNames(overMembers.get('$without'), [...baseMembers.keys()], report);
  const members = new Map<string, Piece>();
  for (const [key, piece] of baseMembers) {
    const overlayMember = overMembers.get(key);
    if (!removed.has(key))
      members.set(key, overlayMember === undefined ? piece : mergePieces(piece, overlayMember, report));
  }
  for (const [key, piece] of overMembers) {
    if (key === '$without' || members.has(key)) continue;
    if (positionOf(key) === undefined) members.set(key, withoutDirectives(piece, report));
    else {
      const message = `\`${key}\` adds entries to a list, but the base has a map here.`;
      report(findingAt(piece, { code: 'MAP133', message, hint: 'Write the new keys directly.' }));
    }
  }
  return mapOf(members, over.origin);
}

/** The base with the changes of `over`, by the rules of overlays. */
export function mergePieces(base: Piece, over: Piece, report: (finding: Diagnostic) => void): Piece {
  if (!isMap(over.value)) return withoutDirectives(over, report);
  if (isMap(base.value)) return mergeMaps(base, over, report);
  if (Array.isArray(base.value) && changesList(base.value, over.value))
    return changeList(base, over, (entry, change) => mergePieces(entry, change, report), report);
  return withoutDirectives(over, report);
}

/** The content of a file without its key `extends`. */
function contentOf(document: ProfileDocument): Piece {
  const piece: Piece = { value: document.value, origin: { document, path: [] } };
  const members = new Map(membersOf(piece));
  members.delete('extends');
  return mapOf(members, piece.origin);
}

/**
 * Merges a document with its bases, the direct base first. Places are those of the files that the values come from; a map that is merged from
 * several files has the place of the most specific one.
 */
export function mergeDocuments(overlay: ProfileDocument, bases: readonly ProfileDocument[]): Merged {
  const diagnostics: Diagnostic[] = [];
  const [first = overlay, ...layers] = [overlay, ...bases].reverse();
  const { value, origin } = layers.reduce(
    (base, layer) => mergePieces(base, contentOf(layer), (finding) => diagnostics.push(finding)),
    contentOf(first),
  );
  const document: ProfileDocument = {
    file: overlay.file,
    texts: new Map([overlay, ...bases].flatMap(({ texts }) => [...texts])),
    value,
    isFollowUp: () => false,
    usedParts: new Set(),
    usedAt: () => undefined,
    place(path, target, range) {
      const at = originAt(origin, path);
      return at.document.place(at.path, target, range);
    },
  };
  return { document, diagnostics };
}
