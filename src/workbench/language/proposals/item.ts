/** A proposal of a completion. */
import type { Range, Span } from '../text/positions.ts';

export type CompletionKind =
  | 'key'
  | 'endpoint'
  | 'value'
  | 'column'
  | 'table'
  | 'field'
  | 'parameter'
  | 'part'
  | 'function'
  | 'variable'
  | 'setting'
  | 'keyword'
  | 'snippet';

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** One line: a type, a signature. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly documentation?: string | undefined;
  /** The text to insert instead of the span; with `${1:word}` for places of the cursor if `snippet` is true. */
  readonly insert: string;
  readonly snippet: boolean;
  readonly span: Span;
  /** The text that editors compare with what is written in the span; the label if there is none. */
  readonly filter?: string | undefined;
  /** Lower ranks come first. */
  readonly rank: number;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether there are more: another request is needed for more letters. */
  readonly isIncomplete: boolean;
}

/** Proposals that are sent at most. */
const most = 300;

/** How well a name fits the letters that were written: 0 for the beginning, 1 for the inside, undefined if it does not. */
function fitOf(label: string, written: string): number | undefined {
  const at = label.toLowerCase().indexOf(written.toLowerCase());
  return at === 0 ? 0 : at > 0 ? 1 : undefined;
}

/** The proposals that fit the letters before the cursor, best first, and not too many. */
export function fitting(items: readonly Completion[], written: string): Completions {
  const fittingItems = items.flatMap((item) => {
    const quality = fitOf(item.label.replace(/^[:${]+/, ''), written.replace(/^[:${]+/, ''));
    return quality === undefined ? [] : [{ ...item, rank: item.rank * 2 + quality }];
  });
  const sorted = fittingItems.sort((a, b) => a.rank - b.rank);
  return { items: sorted.slice(0, most), isIncomplete: sorted.length > most };
}

/** A proposal that inserts its label, and is no snippet, unless `more` says otherwise. */
export const item = (
  label: string,
  kind: CompletionKind,
  span: Span,
  rank: number,
  more: Partial<Completion> = {},
): Completion => ({
  label,
  kind,
  insert: label,
  snippet: false,
  span,
  rank,
  ...more,
});

export const none: Completions = { items: [], isIncomplete: false };

/** A proposal with the range that it replaces. */
export type PlacedCompletion = Omit<Completion, 'span'> & { readonly range: Range };

export interface PlacedCompletions {
  /** The best one first. */
  readonly items: readonly PlacedCompletion[];
  readonly isIncomplete: boolean;
}

/** `rangeOf` converts offsets in the text to lines and columns. */
export function placed({ items, isIncomplete }: Completions, rangeOf: (span: Span) => Range): PlacedCompletions {
  return { isIncomplete, items: items.map(({ span, ...item }) => ({ ...item, range: rangeOf(span) })) };
}
