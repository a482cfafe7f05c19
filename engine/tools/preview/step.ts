/** What a call would send, in the order of its sending. */
import type { ShownRequest } from '../../sources/http/observed.ts';
import type { SqlValue } from '../../sources/source.ts';

/** A value of a statement; undefined where only what was sent before it tells. */
export interface Parameter {
  readonly name: string;
  readonly value: SqlValue | undefined;
}

export type PreviewSent =
  | { readonly kind: 'statement'; readonly sql: string; readonly parameters: readonly Parameter[] }
  /** Expressions that only an earlier answer gives a value stand as they are: `{{ $order.id }}`. */
  | { readonly kind: 'request'; readonly request: ShownRequest; readonly changes: boolean }
  /** What cannot be shown, and why. */
  | { readonly kind: 'note'; readonly text: string };

export interface PreviewStep {
  /** What of the profile it is: `find`, `prepare lines, attach item`. */
  readonly at: string;
  readonly source: string;
  /** When it is sent, where that is not always and once. */
  readonly when: string | undefined;
  readonly sent: PreviewSent;
}
