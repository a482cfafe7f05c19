/** A profile and those that it extends become one document: maps are merged key by key, all else is replaced. */
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { positionOf, verbatim, withoutOf } from './directives.ts';
import { changeList, changesList } from './lists.ts';
import { findingAt, isMap, mapOf, membersOf, type Piece, writtenAt } from './piece.ts';

export interface Merged {
  readonly document: ProfileDocument;
  readonly diagnostics: readonly Diagnostic[];
}

function mergeMaps(base: Piece, over: Piece, report: (finding: Diagnostic) => void): Piece {
  const [below, above] = [membersOf(base), membersOf(over)];
  const without = withoutOf(above.get('$without'), [...below.keys()], report);
  const members = new Map<string, Piece>();
  for (const [key, piece] of below) {
    const own = above.get(key);
    if (!without.has(key)) members.set(key, own === undefined ? piece : mergePieces(piece, own, report));
  }
  for (const [key, piece] of above) {
    if (key === '$without' || members.has(key)) continue;
    if (positionOf(key) === undefined) members.set(key, verbatim(piece, report));
    else {
      const message = `\`${key}\` adds entries to a list, and the base has a map here.`;
      report(findingAt(piece, { code: 'MAP133', message, hint: 'Write the keys that are to be added by themselves.' }));
    }
  }
  return mapOf(members, over.origin);
}

function mergePieces(base: Piece, over: Piece, report: (finding: Diagnostic) => void): Piece {
  if (!isMap(over.value)) return verbatim(over, report);
  if (isMap(base.value)) return mergeMaps(base, over, report);
  if (Array.isArray(base.value) && changesList(base.value, over.value))
    return changeList(base, over, (entry, change) => mergePieces(entry, change, report), report);
  return verbatim(over, report);
}

/** What a file says, less the key that it extends another one by. */
function contentOf(document: ProfileDocument): Piece {
  const piece: Piece = { value: document.value, origin: { document, path: [] } };
  const members = new Map(membersOf(piece));
  members.delete('extends');
  return mapOf(members, piece.origin);
}

/**
 * The profile of a document that extends others: `bases`, the nearest first. Its places are those of the files that the values were
 * written in; a map that several of them have stands where the nearest one has it.
 */
export function mergeDocuments(own: ProfileDocument, bases: readonly ProfileDocument[]): Merged {
  const diagnostics: Diagnostic[] = [];
  const [first = own, ...layers] = [own, ...bases].reverse();
  const { value, origin } = layers.reduce(
    (base, layer) => mergePieces(base, contentOf(layer), (finding) => diagnostics.push(finding)),
    contentOf(first),
  );
  const document: ProfileDocument = {
    file: own.file,
    texts: new Map([own, ...bases].flatMap(({ texts }) => [...texts])),
    value,
    isConsequence: () => false,
    place(path, target, range) {
      const at = writtenAt(origin, path);
      return at.document.place(at.path, target, range);
    },
  };
  return { document, diagnostics };
}
