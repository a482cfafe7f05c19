/** Validates a profile against the grammar. Invalid pieces are corrected or dropped, so that the rest is checked in the same run. */

import type { Path } from '../../base/place.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { type Profile, profileSchema } from '../schema/index.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { isPrefixOf, pathKey, valueAt } from '../yaml/path.ts';
import { isFollowUp } from './follow-up-findings.ts';
import type { GrammarFault } from './grammar-fault.ts';
import { grammarFaults } from './grammar-faults.ts';
import { profileJsonSchema } from './json-schema.ts';
import { noRepairs, type Repairs, repairedDocument } from './repaired-document.ts';

interface RepairedProfile {
  /** The valid rest; undefined if it is too little to check: it has no endpoints, or a source is unknown. */
  readonly profile: Profile | undefined;
  /** The document of `profile`. It gives the places of the original text, and recognises findings that follow from dropped pieces. */
  readonly document: ProfileDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/** Replacements, by last key, for pieces whose content no other piece depends on. */
const placeholders: Readonly<Record<string, unknown>> = { profile: 'unnamed', contract: '', connection: {}, file: '-' };

/** Maximum number of rounds. Each round may have to drop the piece that contains a piece dropped before. */
const maxRounds = 12;

function placeholderFor(path: Path): { readonly value: unknown } | undefined {
  const [section, name] = path;
  const last = String(path.at(-1));
  if (path.length === 2 && section === 'endpoints') return { value: { unavailable: String(name) } };
  const hasPlaceholder = (path.length === 1 || section === 'sources') && Object.hasOwn(placeholders, last);
  return hasPlaceholder ? { value: placeholders[last] } : undefined;
}

/** Drops a piece or replaces it with a placeholder. If the piece is missing, or was dropped in vain, its parent is dropped. */
function drop(path: Path, value: unknown, repairs: Repairs): void {
  const key = pathKey(path);
  const wasDropped = repairs.replaced.has(key) || repairs.dropped.some((other) => pathKey(other) === key);
  const placeholder = wasDropped ? undefined : placeholderFor(path);
  if (placeholder !== undefined) {
    repairs.replaced.set(key, { path, value: placeholder.value });
    repairs.dropped.push(path);
  } else if (path.length > 1 && (wasDropped || valueAt(value, path) === undefined)) {
    drop(path.slice(0, -1), value, repairs);
  } else repairs.dropped.push(path);
}

/** Applies the correction of a fault. False if it has none, or if the corrected key exists already. */
function correct({ path, correction }: GrammarFault, value: unknown, repairs: Repairs): boolean {
  if (correction === undefined) return false;
  const key = pathKey(path);
  switch (correction.kind) {
    case 'key': {
      const corrected = pathKey([...path.slice(0, -1), correction.key]);
      const renamed = [...repairs.renamed.values()].map((one) => pathKey([...one.path.slice(0, -1), one.name]));
      const exists = valueAt(value, [...path.slice(0, -1), correction.key]) !== undefined;
      if (exists || renamed.includes(corrected)) return false;
      repairs.renamed.set(key, { path, name: correction.key });
      return true;
    }
    case 'value': {
      if (repairs.replaced.has(key)) return false;
      repairs.replaced.set(key, { path, value: correction.value });
      return true;
    }
  }
}

/** Whether a whole source was dropped that is needed, so that the reads of the profile cannot be checked. */
const lacksSource = ({ dropped }: Repairs, leftOut: readonly Path[]): boolean =>
  dropped.some((path) => path[0] === 'sources' && path.length < 3 && !leftOut.includes(path));

/** Whether nothing can be checked without the piece: the whole profile, all sources or all endpoints. */
const isVital = ([section, ...below]: Path): boolean =>
  below.length === 0 && (section === undefined || section === 'sources' || section === 'endpoints');

/** What is known of the pieces of a document, by their paths. */
interface PiecesToRepair {
  readonly unread: readonly Path[];
  readonly leftOut?: readonly Path[];
  readonly unneeded?: readonly Path[];
}

/**
 * Validates a document. Each round applies the repairs and validates again. The first rounds apply corrections, because a corrected piece
 * may be valid; as soon as a round has none, invalid pieces are dropped. Only the first dropping round reports its faults, since later ones
 * are caused by the dropped pieces. `unread` are pieces that could not be parsed and are missing from the value; `leftOut` are missing because
 * they are not needed. Faults in `unneeded` pieces are not reported.
 */
export function repairProfile(
  document: ProfileDocument,
  { unread, leftOut = [], unneeded = [] }: PiecesToRepair,
  kinds?: readonly DatabaseKind[],
): RepairedProfile {
  const schema = profileJsonSchema(kinds);
  const repairs = noRepairs();
  for (const path of unread) drop(path, undefined, repairs);
  repairs.dropped.push(...leftOut);
  const isUnneeded = (path: Path): boolean => unneeded.some((piece) => isPrefixOf(piece, path));
  const diagnostics: Diagnostic[] = [];
  let hasDropped = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const repaired = repairedDocument(document, repairs);
    const isFollowUpHere: ProfileDocument['isFollowUp'] = (code, path) =>
      isUnneeded(repaired.originalPath(path)) || isFollowUp(repairs.dropped, code, repaired.originalPath(path));
    const parsed = profileSchema(kinds).safeParse(repaired.value);
    if (parsed.success) {
      const profile = lacksSource(repairs, leftOut) ? undefined : parsed.data;
      return { profile, document: { ...repaired, isFollowUp: isFollowUpHere }, diagnostics };
    }
    const faults = grammarFaults(parsed.error.issues, repaired, schema).map((fault) => ({
      ...fault,
      path: repaired.originalPath(fault.path),
    }));
    const corrected: readonly GrammarFault[] = hasDropped
      ? []
      : faults.filter((fault) => correct(fault, document.value, repairs));
    const toDrop: readonly GrammarFault[] = corrected.length > 0 ? [] : faults;
    const isNew = ({ path, diagnostic: { code } }: GrammarFault): boolean =>
      !isFollowUpHere(code, path) && !(unread.length > 0 && path.length === 1 && code === 'MAP102');
    if (!hasDropped) {
      const reported = [...corrected, ...toDrop].filter(isNew);
      diagnostics.push(...reported.map(({ diagnostic }) => diagnostic));
    }
    for (const { path } of toDrop) drop(path, document.value, repairs);
    hasDropped ||= toDrop.length > 0;
    if (toDrop.some(({ path }) => isVital(path))) break;
  }
  return { profile: undefined, document, diagnostics };
}
