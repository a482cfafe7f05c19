/** Changes a list of the base with a map in the overlay: entries by name, new entries by position. */

import { isMap } from '../../base/members.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import { isDirective, type Position, positionOf, removedNames, withoutDirectives } from './directives.ts';
import { findingAt, itemsOf, listOf, mapOf, membersOf, type Piece } from './piece.ts';

type Report = (finding: Diagnostic) => void;

interface Entry {
  readonly name: string | undefined;
  readonly piece: Piece;
}

/** The name of an entry: its key `name`, or its only key, as in steps. */
function nameOf(item: unknown): string | undefined {
  if (!isMap(item)) return undefined;
  if (typeof item.name === 'string') return item.name;
  const [key, ...others] = Object.keys(item);
  return others.length === 0 ? key : undefined;
}

/** The names of a list's entries; undefined if they are not unique, or an entry has none. */
function namesOf(list: readonly unknown[]): readonly string[] | undefined {
  const names = list.flatMap((item) => nameOf(item) ?? []);
  return names.length === list.length && new Set(names).size === names.length ? names : undefined;
}

/** Keys of a map in a request, which replaces a list. */
const requestKeys = new Set(['$part', '$each', '$item']);

/** Whether a map changes the list instead of replacing it. */
export function changesList(list: readonly unknown[], map: object): boolean {
  const keys = Object.keys(map);
  if (keys.some((key) => requestKeys.has(key))) return false;
  return namesOf(list) !== undefined || keys.some((key) => key.startsWith('$'));
}

/** The changes of a list. */
interface ListChanges {
  readonly removed: ReadonlySet<string>;
  readonly changed: ReadonlyMap<string, Piece>;
  readonly added: readonly { readonly position: Position; readonly items: readonly Piece[] }[];
}

function unknownEntry(piece: Piece, key: string, names: readonly string[], report: Report): void {
  if (names.length === 0) {
    const message = `The entries of this list have no names, so there is no entry "${key}".`;
    const hint = 'Write the complete list, or add entries with `$before` or `$after`.';
    report(findingAt(piece, { code: 'MAP133', message, hint }));
    return;
  }
  const directive = key.startsWith('$') ? closest(key, ['$without', '$before', '$after']) : undefined;
  const hint =
    directive === undefined
      ? `${suggest(key, names)} Add a new entry with \`$before\` or \`$after\`.`
      : `Did you mean "${directive}"?`;
  report(findingAt(piece, { code: 'MAP132', message: `The list of the base has no entry "${key}".`, hint }));
}

function listChanges(over: Piece, names: readonly string[], report: Report): ListChanges {
  const members = membersOf(over);
  const changed = new Map<string, Piece>();
  const added: ListChanges['added'][number][] = [];
  for (const [key, piece] of members) {
    const position = positionOf(key);
    if (position !== undefined) {
      if (!Array.isArray(piece.value)) {
        const message = `\`${key}\` adds entries to the list, so its value must be a list.`;
        report(findingAt(piece, { code: 'MAP133', message, hint: 'Start each entry with `- `.' }, 'value'));
      } else if (position.name !== undefined && !names.includes(position.name))
        unknownEntry(piece, position.name, names, report);
      else added.push({ position, items: itemsOf(withoutDirectives(piece, report)) });
    } else if (names.includes(key)) changed.set(key, piece);
    else if (!isDirective(key)) unknownEntry(piece, key, names, report);
  }
  return { removed: removedNames(members.get('$without'), names, report), changed, added };
}

/** The list of the base with the changes of the overlay. `merge` merges two pieces with the same name. */
export function changeList(
  base: Piece,
  over: Piece,
  merge: (base: Piece, over: Piece) => Piece,
  report: Report,
): Piece {
  const list = itemsOf(base);
  const names = namesOf(list.map(({ value }) => value));
  const { removed, changed, added } = listChanges(over, names ?? [], report);
  const addedAt = (side: Position['side'], name: string | undefined): readonly Piece[] =>
    added.flatMap(({ position, items }) => (position.side === side && position.name === name ? items : []));
  const entries = list.map((piece, index): Entry => ({ name: names?.[index], piece }));
  const remaining = entries.flatMap(({ name, piece }): readonly Piece[] => {
    if (name === undefined) return [piece];
    const changedEntries = removed.has(name) ? [] : [changeEntry(piece, name, changed.get(name), merge)];
    return [...addedAt('before', name), ...changedEntries, ...addedAt('after', name)];
  });
  return listOf([...addedAt('before', undefined), ...remaining, ...addedAt('after', undefined)], over.origin);
}

function changeEntry(
  entry: Piece,
  name: string,
  over: Piece | undefined,
  merge: (base: Piece, over: Piece) => Piece,
): Piece {
  if (over === undefined) return entry;
  const content = membersOf(entry).get(name);
  // An entry with a key `name` is changed itself; otherwise the value of its only key is.
  const isNamed = isMap(entry.value) && typeof entry.value.name === 'string';
  return isNamed || content === undefined
    ? merge(entry, over)
    : mapOf(new Map([[name, merge(content, over)]]), entry.origin);
}
