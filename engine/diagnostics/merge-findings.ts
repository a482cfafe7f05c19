/** One finding for each cause: of a mistake in a part of the profile, which is found at each of its uses, and of a mistake at several places. */
import type { Place } from '../base/place.ts';
import { namesCause } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';
import { correctionIn } from './did-you-mean.ts';

const findingKey = ({ code, place, message }: Diagnostic): string => JSON.stringify([code, place, message]);

function together(one: readonly Place[], other: readonly Place[]): readonly Place[] {
  return [...new Map([...one, ...other].map((place) => [JSON.stringify(place), place])).values()];
}

/** The findings without repetitions. Of equal ones the last remains, with all places where its part is used. */
export function mergeFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  for (const finding of findings) {
    const usedAt = together(merged.get(findingKey(finding))?.usedAt ?? [], finding.usedAt ?? []);
    merged.set(findingKey(finding), usedAt.length === 0 ? finding : { ...finding, usedAt });
  }
  return [...merged.values()];
}

/** What findings of the same cause have in common; undefined if the code does not name its causes. */
function causeOf({ code, severity, message, hint, place }: Diagnostic): string | undefined {
  if (place === undefined || !namesCause(code)) return undefined;
  return JSON.stringify([code, severity, message, correctionIn(hint)]);
}

/** The first finding with the places of the others. */
function joined(first: Diagnostic, { place, usedAt = [] }: Diagnostic): Diagnostic {
  const uses = together(first.usedAt ?? [], usedAt);
  return {
    ...first,
    alsoAt: [...(first.alsoAt ?? []), ...(place === undefined ? [] : [place])],
    ...(uses.length > 0 && { usedAt: uses }),
  };
}

/**
 * One finding for each cause, for codes whose message names it (`oneCause`). The first finding of a cause remains, and lists the places of the
 * others. A hint that lists known names is the one of the first place.
 */
export function groupFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic>();
  findings.forEach((finding, index) => {
    const key = causeOf(finding) ?? `finding ${index}`;
    const first = groups.get(key);
    groups.set(key, first === undefined ? finding : joined(first, finding));
  });
  return [...groups.values()];
}
