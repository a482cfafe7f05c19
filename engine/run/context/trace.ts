/**
 * Trace events of a single call, in addition to the statements and requests that it sends. They contain values and
 * are meant only for the terminal of the profile author.
 */
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { RequestValues } from '../../shape/request.ts';

export type TraceEvent =
  /** The request passed its checks; defaults are set. */
  | { readonly kind: 'request'; readonly request: RequestValues }
  /** The key of a write is a hash of its natural key, which does not fit the ERP's field. */
  | { readonly kind: 'hashed'; readonly natural: string; readonly key: string }
  /** Rows of an HTTP answer. */
  | { readonly kind: 'rows'; readonly source: string; readonly rows: readonly WorkRow[] }
  /** Values of an HTTP answer that were unwrapped or converted: their number by type, as the ERP writes the type. */
  | { readonly kind: 'unwrapped'; readonly source: string; readonly types: Readonly<Record<string, number>> }
  /** A request that was not sent, because a value is missing or cannot be written. `request`: method and path of the profile. */
  | { readonly kind: 'unsent'; readonly source: string; readonly request: string; readonly reason: string }
  /** Rows before and after processing. `computed`: names under `fields`; `mapped`: names under `codes`. */
  | {
      readonly kind: 'processed';
      readonly before: readonly WorkRow[];
      readonly after: readonly WorkRow[];
      readonly attached: readonly string[];
      readonly computed: readonly string[];
      readonly mapped: readonly string[];
    }
  /** A row was encoded as an object of the answer, `json`; undefined if it breaks the contract, `breach`. */
  | {
      readonly kind: 'encoded';
      readonly row: WorkRow;
      readonly json: string | undefined;
      readonly breach: string | undefined;
    };

/** The event for processed rows. */
export function processedEvent(
  { attach, each, fields, codes }: RowProcessing,
  before: readonly WorkRow[],
  after: readonly WorkRow[],
): TraceEvent {
  return {
    kind: 'processed',
    before,
    after,
    attached: [...attach, ...each].map(({ name }) => name),
    computed: fields.map(([name]) => name),
    mapped: codes,
  };
}

export type Trace = (event: TraceEvent) => void;
