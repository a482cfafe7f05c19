/** One finding for each cause: what is wrong in a part of the profile is found at each of its uses. */
import type { Place } from '../base/place.ts';
import type { Diagnostic } from './diagnostic.ts';

const keyOf = ({ code, place, message }: Diagnostic): string => JSON.stringify([code, place, message]);

function together(one: readonly Place[], other: readonly Place[]): readonly Place[] {
  return [...new Map([...one, ...other].map((place) => [JSON.stringify(place), place])).values()];
}

/** The findings without repetitions. Of equal ones the last remains, with all places where its part is used. */
export function mergeFindings(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  for (const finding of findings) {
    const usedAt = together(merged.get(keyOf(finding))?.usedAt ?? [], finding.usedAt ?? []);
    merged.set(keyOf(finding), usedAt.length === 0 ? finding : { ...finding, usedAt });
  }
  return [...merged.values()];
}
