/** The part of a plan that asks an ERP by HTTP. */
import type { WorkRow } from '../shape/encode.ts';
import type { RequestTemplate } from '../template/request.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';

/** One request of a profile, and what is made of its answer. */
export interface ExchangePlan {
  readonly source: string;
  /** Address of the source, which relative links begin at. */
  readonly base: string;
  /** The ERP's clock. */
  readonly zone: string;
  readonly request: RequestTemplate;
  /** Milliseconds that `modifiedSince` is set back. */
  readonly overlap: number;
  readonly outcomes: readonly HttpOutcome[];
  readonly rows: RowsOf;
  /** Takes out of a row what this ERP writes for "none". */
  readonly clean: (row: WorkRow) => WorkRow;
}

/** Where the rows of an answer are. */
export interface RowsOf {
  /** Undefined: the body itself. */
  readonly expression: Expression | undefined;
  /** A plain path, which must lead to something: an answer without it is not what the profile expects. */
  readonly required: boolean;
}

export type HttpOutcome = { readonly when: Expression } & (
  | { readonly kind: 'ok' | 'empty' | 'retry' | 'login' }
  | { readonly kind: 'throttled'; readonly wait: Expression | undefined }
  | { readonly kind: 'poll'; readonly wait: Expression | undefined; readonly at: Expression | undefined }
  | { readonly kind: 'refuse'; readonly message: Message; readonly field: string | undefined }
  | { readonly kind: 'fail'; readonly message: Message }
);

/** How the pages of an ERP follow each other. `size`: rows of one page at most. */
export type ErpPaging =
  /** One answer holds everything. */
  | { readonly kind: 'whole'; readonly size: number | undefined }
  | { readonly kind: 'next'; readonly link: Expression; readonly size: number | undefined }
  | { readonly kind: 'cursor'; readonly cursor: Expression; readonly size: number | undefined }
  | {
      readonly kind: 'page' | 'offset';
      readonly from: number;
      readonly size: number;
      /** What the ERP counts; undefined: the rows. */
      readonly items: Expression | undefined;
      readonly more: Expression | undefined;
      readonly total: Expression | undefined;
    };
