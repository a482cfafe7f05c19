/** Faults of a query option of OData. */

/** What is wrong with a part of a query option. */
export interface QueryFault {
  readonly kind: 'syntax' | 'property' | 'function' | 'type' | 'value';
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly hint: string;
  /** What to write instead, where it is known. */
  readonly replacement?: string;
}

/** Ends the parsing after the first fault of syntax. */
export class QuerySyntaxError extends Error {
  readonly fault: QueryFault;

  constructor(fault: QueryFault) {
    super(fault.message);
    this.fault = fault;
  }
}
