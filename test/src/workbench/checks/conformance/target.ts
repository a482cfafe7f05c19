/** The service under test, and facts that the suite cannot learn through the contract. */
export interface Target {
  /** Root of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** A key of the ordering app alone. */
  readonly orderingKey: string;
  /** A key of the receivables app alone. */
  readonly receivablesKey: string;
  readonly otherKeys?: {
    /** A key that is good for both apps. */
    readonly both?: string;
    /** A key that was good once. */
    readonly revoked?: string;
  };
  /** A SKU that drafts may order. Without it the suite tries what the product search finds. */
  readonly draftSku?: string;
  /** The SKU of the connection test's sample draft, where the installation names one. */
  readonly demoSku?: string;
  /** Currency of the drafts; EUR unless given. */
  readonly draftCurrency?: string;
  /** Rows that a page of the paged lists holds at most; 500 unless given. */
  readonly largestPage?: number;
  /** Largest request body in bytes; 1 MiB unless given. */
  readonly bodyLimit?: number;
}
