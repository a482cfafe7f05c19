/** Findings about a change of the ERP that several lines of a profile depend on. */
import { comparePlaces } from '../../base/compare.ts';
import type { Place } from '../../base/place.ts';
import type { Code } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

/** A place in the profile that depends on something. */
export interface FindingLocation {
  readonly place: Place;
  /** The part of the contract concerned. */
  readonly coordinate: string | undefined;
}

const shown = ({ file, line }: Place): string => `${file}:${line}`;

/** One diagnostic for a change: at the first line that it breaks; the message lists the others. */
export function finding(
  code: Code,
  severity: Diagnostic['severity'],
  locations: readonly FindingLocation[],
  message: string,
  hint: string,
): readonly Diagnostic[] {
  const inOrder = [...locations].sort((one, other) => comparePlaces(one.place, other.place));
  const [first] = inOrder;
  if (first === undefined) return [];
  const lines = [...new Set(inOrder.map(({ place }) => shown(place)))];
  const others = lines.filter((one) => one !== shown(first.place));
  const also = others.length === 0 ? '' : ` The profile uses it here and at ${others.join(', ')}.`;
  const { place, coordinate } = first;
  return [
    { code, severity, message: `${message}${also}`, hint, place, ...(coordinate === undefined ? {} : { coordinate }) },
  ];
}
