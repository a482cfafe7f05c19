/** A finding about a profile or a configuration, for its author. */
import type { Place } from '../base/place.ts';
import type { Code } from './codes.ts';

export interface Diagnostic {
  readonly code: Code;
  /** `advice` is no fault: it fails no check, not even a strict one. */
  readonly severity: 'error' | 'warning' | 'advice';
  /** What is wrong and why: one or two sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  /** Undefined if the finding is not about a position in a file. */
  readonly place: Place | undefined;
  /** The text to write instead of that at the place, if that alone cures the fault: the nearest known name. */
  readonly replacement?: string;
  /** Further places with the same mistake, in the order of the files (`groupFindings`). */
  readonly alsoAt?: readonly Place[];
  /** Where the part of the profile is used that the finding is in. */
  readonly usedAt?: readonly Place[];
  /** The part of the contract that the finding is about: `/invoices/list -> invoices[].amountTotal`. */
  readonly coordinate?: string;
}

/** Whether one of the diagnostics is an error. */
export const hasError = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some(({ severity }) => severity === 'error');
