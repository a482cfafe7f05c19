/** What a call tells of its way, beside what it sends: for a look at a single call. Holds values: it is for the author's terminal. */
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { RequestValues } from '../../shape/request.ts';

export type TraceEvent =
  /** The request was checked; defaults are filled in. */
  | { readonly kind: 'request'; readonly request: RequestValues }
  /** Rows that an answer of an ERP by HTTP gave. */
  | { readonly kind: 'rows'; readonly source: string; readonly rows: readonly WorkRow[] }
  /** Rows before and after attached reads, conditions, `fields` and `codes`. `computed` are fields, `mapped` those with codes. */
  | {
      readonly kind: 'processed';
      readonly before: readonly WorkRow[];
      readonly after: readonly WorkRow[];
      readonly attached: readonly string[];
      readonly computed: readonly string[];
      readonly mapped: readonly string[];
    }
  /** A row became an object of the answer, `json`; undefined where it breaks the contract, `breach`. */
  | {
      readonly kind: 'encoded';
      readonly row: WorkRow;
      readonly json: string | undefined;
      readonly breach: string | undefined;
    };

/** What was done to rows, by the plan that did it. */
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
    mapped: codes.map(([name]) => name),
  };
}

export type Trace = (event: TraceEvent) => void;
