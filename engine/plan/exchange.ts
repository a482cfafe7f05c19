/** Plan of one HTTP exchange with an ERP: the request, and how its answer is judged, paged and read. */
import type { WorkRow } from '../shape/encode.ts';
import type { RequestTemplate } from '../template/request.ts';
import type { Expression } from '../transform/expression.ts';
import type { Message } from '../transform/message.ts';

/** One request to an ERP, and how its answer is read. */
export interface ExchangePlan {
  readonly source: string;
  /** Base address of the source, as the profile has it: with names of settings. Relative links in an answer are resolved against it. */
  readonly base: string;
  /** Time zone of the ERP. */
  readonly zone: string;
  readonly request: RequestTemplate;
  /** Milliseconds that are subtracted from `modifiedSince`. */
  readonly overlap: number;
  /** Largest number of pages of one list that a call reads. */
  readonly maxPages: number;
  /** Conditions on the answer; the first one that is true decides. */
  readonly outcomes: readonly HttpOutcome[];
  readonly rows: RowsLocation;
  /** Turns the ERP's ways to write "none" into missing values. */
  readonly clean: (row: WorkRow) => WorkRow;
}

/** Where the rows of an answer are. */
export interface RowsLocation {
  /** Undefined: the body itself. */
  readonly expression: Expression | undefined;
  /** The expression is a plain path: an answer without anything at that path is an error. */
  readonly required: boolean;
}

/** What an answer means when `when` is true. */
export type HttpOutcome = { readonly when: Expression } & (
  | { readonly kind: 'ok' | 'empty' | 'retry' | 'login' }
  | { readonly kind: 'throttled'; readonly wait: Expression | undefined }
  | { readonly kind: 'poll'; readonly wait: Expression | undefined; readonly at: Expression | undefined }
  | { readonly kind: 'refuse'; readonly message: Message; readonly field: string | undefined }
  /** `undone`: the ERP has undone everything that the request did. */
  | { readonly kind: 'fail'; readonly message: Message; readonly undone: boolean }
  /** In a step of a write: nothing was executed; the step is sent again after its acknowledgement. */
  | { readonly kind: 'repeat' }
  /** The login lacks a right; nothing was executed. */
  | { readonly kind: 'denied'; readonly message: Message }
);

/** How the engine walks through the pages of an ERP's list. `size`: the largest number of rows in one page. */
export type ErpPaging =
  /** One answer holds the whole list. */
  | { readonly kind: 'whole'; readonly size: number | undefined }
  | { readonly kind: 'next'; readonly link: Expression; readonly size: number | undefined }
  | { readonly kind: 'cursor'; readonly cursor: Expression; readonly size: number | undefined }
  | {
      readonly kind: 'page' | 'offset';
      /** Number of the first page or row. */
      readonly from: number;
      readonly size: number;
      /** The list that the ERP counts; undefined: the rows. */
      readonly items: Expression | undefined;
      /** True where another page follows. */
      readonly more: Expression | undefined;
      /** Number of all rows. */
      readonly total: Expression | undefined;
    };
