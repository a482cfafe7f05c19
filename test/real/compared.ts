/** Results of comparisons of a service with its ERP. */
import type { Json } from '../../src/workbench/checks/validation/index.ts';

/** A figure for which service and ERP differ. */
export interface Difference {
  readonly path: string;
  readonly request: Json;
  /** Place in the answer, such as `invoices[4711].amountTotal`. */
  readonly at: string;
  readonly answered: string;
  readonly expected: string;
}

/** The result for one endpoint. */
export interface Compared {
  readonly path: string;
  readonly calls: number;
  /** Values that both sides have stated. */
  readonly figures: number;
  readonly differences: readonly Difference[];
}
