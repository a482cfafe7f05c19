/** A finding about a profile or configuration, addressed to its author. */
import type { Place } from '../base/place.ts';
import type { Code } from './codes.ts';

export interface Diagnostic {
  readonly code: Code;
  readonly severity: 'error' | 'warning';
  /** What is wrong, and why. One or two sentences. */
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
  readonly place: Place | undefined;
  /** The part of the contract concerned: `/invoices/list -> invoices[].amountTotal`. */
  readonly coordinate?: string;
}
