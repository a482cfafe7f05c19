/** A parameter of an operation, in the query or in a header. */
export interface Parameter {
  readonly name: string;
  readonly isHeader: boolean;
  /** What the document says about it. */
  readonly description: string;
  readonly type: string;
}
