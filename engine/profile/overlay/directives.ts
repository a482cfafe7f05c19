/** The words that an overlay has beside the language: `$without`, `$before` and `$after`, with or without the name of an entry. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import { findingAt, isMap, itemsOf, listOf, mapOf, membersOf, type Piece } from './piece.ts';

/** Where further entries of a list stand: in front of all or behind all, or of and behind the one with a name. */
export interface Position {
  readonly side: 'before' | 'after';
  readonly name: string | undefined;
}

/** The position that a key names; undefined for any other key. */
export function positionOf(key: string): Position | undefined {
  const [, side, name] = /^\$(before|after)(?: +(.*\S))?$/.exec(key) ?? [];
  return side === 'before' || side === 'after' ? { side, name } : undefined;
}

export function isDirective(key: string): boolean {
  return key === '$without' || positionOf(key) !== undefined;
}

/** What `$without` takes away of the names that the base has. */
export function withoutOf(
  directive: Piece | undefined,
  known: readonly string[],
  report: (finding: Diagnostic) => void,
): ReadonlySet<string> {
  if (directive === undefined) return new Set();
  if (directive.value === 'all') return new Set(known);
  if (!Array.isArray(directive.value)) {
    const message = '`$without` names what is taken away of the base: a list of names, or `all`.';
    const hint = 'Write $without: [name], or $without: all.';
    report(findingAt(directive, { code: 'MAP133', message, hint }, 'value'));
    return new Set();
  }
  for (const item of itemsOf(directive)) {
    const name = String(item.value);
    if (known.includes(name)) continue;
    const message = `\`$without\` takes "${name}" away, and the base has nothing of that name here.`;
    report(findingAt(item, { code: 'MAP132', message, hint: suggest(name, known) }, 'value'));
  }
  return new Set(directive.value.map(String));
}

/** A piece that stands as it is written: there is nothing below it that a directive could be about. Those that are there are left out. */
export function verbatim(piece: Piece, report: (finding: Diagnostic) => void): Piece {
  if (Array.isArray(piece.value)) {
    const items = itemsOf(piece).map((item) => verbatim(item, report));
    return listOf(items, piece.origin);
  }
  if (!isMap(piece.value)) return piece;
  const members = new Map<string, Piece>();
  for (const [key, member] of membersOf(piece)) {
    if (!isDirective(key)) members.set(key, verbatim(member, report));
    else {
      const message = `\`${key}\` changes what the base has, and the base has no such map or list here.`;
      const hint = 'Take it away, or write whole what is wanted here.';
      report(findingAt(member, { code: 'MAP132', message, hint }));
    }
  }
  return mapOf(members, piece.origin);
}
