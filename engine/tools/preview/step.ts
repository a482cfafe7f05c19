/** The steps of a call, in order. */
import type { ShownRequest } from '../../sources/http/observed.ts';
import type { SqlValue } from '../../sources/source.ts';

/** A value of a statement; undefined if only an earlier answer provides it. */
interface Parameter {
  readonly name: string;
  readonly value: SqlValue | undefined;
}

export type PreviewSent =
  | { readonly kind: 'statement'; readonly sql: string; readonly parameters: readonly Parameter[] }
  /** Expressions over an earlier answer are kept: `{{ $order.id }}`. */
  | { readonly kind: 'request'; readonly request: ShownRequest; readonly changes: boolean }
  /** What cannot be shown, and why. */
  | { readonly kind: 'note'; readonly text: string };

export interface PreviewStep {
  /** The place in the profile: `find`, `prepare lines, attach item`. */
  readonly at: string;
  readonly source: string;
  /** The condition or repetition, if it is not sent exactly once. */
  readonly when: string | undefined;
  readonly sent: PreviewSent;
}
