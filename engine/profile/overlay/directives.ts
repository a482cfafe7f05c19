/** The directives of overlays: `$without`, `$before`, `$after`, `$before <entry>` and `$after <entry>`. */

import { isMap } from '../../base/members.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import { findingAt, itemsOf, listOf, mapOf, membersOf, type Piece } from './piece.ts';

/** Where entries are added to a list: at its start or end, or before or after the entry with the name. */
export interface Position {
  readonly side: 'before' | 'after';
  readonly name: string | undefined;
}

/** The position that a directive specifies; undefined for any other key. */
export function positionOf(key: string): Position | undefined {
  const [, side, name] = /^\$(before|after)(?: +(.*\S))?$/.exec(key) ?? [];
  return side === 'before' || side === 'after' ? { side, name } : undefined;
}

/** True for `$without`, `$before` and `$after`, the last two also with a name after a space. */
export function isDirective(key: string): boolean {
  return key === '$without' || positionOf(key) !== undefined;
}

/** The names that `$without` removes. `known` are the names in the base; unknown ones are reported. */
export function removedNames(
  directive: Piece | undefined,
  allowed: readonly string[],
  report: (finding: Diagnostic) => void,
): ReadonlySet<string> {
  if (directive === undefined) return new Set();
  if (directive.value === 'all') return new Set(allowed);
  if (!Array.isArray(directive.value)) {
    const message = '`$without` must be a list of names to remove from the base, or `all`.';
    const hint = 'Write $without: [name], or $without: all.';
    report(findingAt(directive, { code: 'MAP133', message, hint }, 'value'));
    return new Set();
  }
  for (const item of itemsOf(directive)) {
    const name = String(item.value);
    if (allowed.includes(name)) continue;
    const message = `\`$without\` removes "${name}", but the base has no such name here.`;
    report(findingAt(item, { code: 'MAP132', message, hint: suggest(name, allowed) }, 'value'));
  }
  return new Set(directive.value.map(String));
}

/** The piece for which the base has no counterpart. Directives in it have nothing to change: they are reported and removed. */
export function withoutDirectives(piece: Piece, report: (finding: Diagnostic) => void): Piece {
  if (Array.isArray(piece.value)) {
    const items = itemsOf(piece).map((item) => withoutDirectives(item, report));
    return listOf(items, piece.origin);
  }
  // Directives next to `$part` change the part, which is inserted later.
  if (!isMap(piece.value) || Object.hasOwn(piece.value, '$part')) return piece;
  const members = new Map<string, Piece>();
  for (const [key, member] of membersOf(piece)) {
    if (!isDirective(key)) members.set(key, withoutDirectives(member, report));
    else {
      const message = `\`${key}\` changes the base, but the base has no map or list here.`;
      const hint = 'Remove it, or write the complete value here.';
      report(findingAt(member, { code: 'MAP132', message, hint }));
    }
  }
  return mapOf(members, piece.origin);
}
