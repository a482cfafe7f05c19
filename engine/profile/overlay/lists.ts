/** A list of the base is changed by a map in the overlay: its entries by their names, further ones by where they stand. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import { isDirective, type Position, positionOf, verbatim, withoutOf } from './directives.ts';
import { findingAt, isMap, itemsOf, listOf, mapOf, membersOf, type Piece } from './piece.ts';

type Report = (finding: Diagnostic) => void;

interface Entry {
  readonly name: string | undefined;
  readonly piece: Piece;
}

/** The name of an entry: its key `name`, or the one key that it has, as steps do. */
function nameOf(item: unknown): string | undefined {
  if (!isMap(item)) return undefined;
  if (typeof item.name === 'string') return item.name;
  const [key, ...others] = Object.keys(item);
  return others.length === 0 ? key : undefined;
}

/** The names of a list's entries; undefined where they do not tell each entry from all others. */
function namesOf(list: readonly unknown[]): readonly string[] | undefined {
  const names = list.flatMap((item) => nameOf(item) ?? []);
  return names.length === list.length && new Set(names).size === names.length ? names : undefined;
}

/** Whether a map changes a list, rather than taking its place. */
export function changesList(list: readonly unknown[], map: object): boolean {
  return namesOf(list) !== undefined || Object.keys(map).some((key) => key.startsWith('$'));
}

/** What an overlay does to a list, read from its map. */
interface Changes {
  readonly without: ReadonlySet<string>;
  readonly changed: ReadonlyMap<string, Piece>;
  readonly added: readonly { readonly position: Position; readonly items: readonly Piece[] }[];
}

function unknownEntry(piece: Piece, key: string, names: readonly string[], report: Report): void {
  const shown = `"${key}"`;
  if (names.length === 0) {
    const message = `The entries of this list have no names, so that ${shown} is none of them.`;
    const hint = 'Write the whole list, or add entries under `$before` or `$after`.';
    report(findingAt(piece, { code: 'MAP133', message, hint }));
    return;
  }
  const directive = key.startsWith('$') ? closest(key, ['$without', '$before', '$after']) : undefined;
  const hint =
    directive === undefined
      ? `${suggest(key, names)} A further entry stands under \`$before\` or \`$after\`.`
      : `Did you mean "${directive}"?`;
  report(findingAt(piece, { code: 'MAP132', message: `The list of the base has no entry ${shown}.`, hint }));
}

function read(over: Piece, names: readonly string[], report: Report): Changes {
  const members = membersOf(over);
  const changed = new Map<string, Piece>();
  const added: Changes['added'][number][] = [];
  for (const [key, piece] of members) {
    const position = positionOf(key);
    if (position !== undefined) {
      if (!Array.isArray(piece.value)) {
        const message = `\`${key}\` holds further entries of the list, and this is no list.`;
        report(findingAt(piece, { code: 'MAP133', message, hint: 'Begin each entry with `- `.' }, 'value'));
      } else if (position.name !== undefined && !names.includes(position.name))
        unknownEntry(piece, position.name, names, report);
      else added.push({ position, items: itemsOf(verbatim(piece, report)) });
    } else if (names.includes(key)) changed.set(key, piece);
    else if (!isDirective(key)) unknownEntry(piece, key, names, report);
  }
  return { without: withoutOf(members.get('$without'), names, report), changed, added };
}

/** The list of the base with the changes of the overlay. `merge` joins what both have under one name. */
export function changeList(
  base: Piece,
  over: Piece,
  merge: (base: Piece, over: Piece) => Piece,
  report: Report,
): Piece {
  const list = itemsOf(base);
  const names = namesOf(list.map(({ value }) => value));
  const { without, changed, added } = read(over, names ?? [], report);
  const further = (side: Position['side'], name: string | undefined): readonly Piece[] =>
    added.flatMap(({ position, items }) => (position.side === side && position.name === name ? items : []));
  const entries = list.map((piece, index): Entry => ({ name: names?.[index], piece }));
  const kept = entries.flatMap(({ name, piece }): readonly Piece[] => {
    if (name === undefined) return [piece];
    const own = without.has(name) ? [] : [changeEntry(piece, name, changed.get(name), merge)];
    return [...further('before', name), ...own, ...further('after', name)];
  });
  return listOf([...further('before', undefined), ...kept, ...further('after', undefined)], over.origin);
}

function changeEntry(
  entry: Piece,
  name: string,
  over: Piece | undefined,
  merge: (base: Piece, over: Piece) => Piece,
): Piece {
  if (over === undefined) return entry;
  const content = membersOf(entry).get(name);
  // With a key `name` the entry is what is changed; else it is what stands under its one key.
  const isNamed = isMap(entry.value) && typeof entry.value.name === 'string';
  return isNamed || content === undefined
    ? merge(entry, over)
    : mapOf(new Map([[name, merge(content, over)]]), entry.origin);
}
