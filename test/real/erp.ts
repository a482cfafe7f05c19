/** A real ERP for a run: started by its module in `test/real/<erp>/`, filled through its own API, and queried for its own value of each figure. */
import type { Caller } from '../../src/workbench/checks/validation/index.ts';

import type { Compared } from './compared.ts';

/** What the ERP's own classes say that a read endpoint has to answer. */
export interface Opinion {
  /** Of an endpoint of the contract, such as `/invoices/list`. */
  readonly path: string;
  /** Without `schemaVersion`. Of a paged list: without `page` and `limit`. */
  readonly request: Readonly<Record<string, unknown>>;
  /**
   * The answer in the contract's terms; numbers may be texts with all digits. Members that are left out are not compared. The rows of a list are
   * matched by the endpoint's id, and all of them must be there; other lists (lines) are compared in their order.
   */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The result of one trial. */
export interface Trial {
  readonly title: string;
  /** One sentence for each fault. */
  readonly wrong: readonly string[];
}

/** A request that creates a document. */
export interface Push {
  /** Of an endpoint of the contract that writes. */
  readonly path: string;
  /** Without `schemaVersion`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Identifies the document in the ERP; another one for each push. */
  readonly name: string;
  /** The member of the answer that is the document's id. */
  readonly id: string;
}

/** A document that the ERP has. */
export interface Written {
  /** Of its push. */
  readonly name: string;
  readonly id: string;
  /** What is missing or wrong in it, as a clause. */
  readonly fault?: string | undefined;
}

/** Processes of the ERP that something else starts again when they have ended. */
export interface ErpProcess {
  /** Such as `a web worker`. */
  readonly title: string;
  /** Ends one of them. `random`: numbers from 0 to below 1. */
  end(random: () => number): void;
}

/** Documents that are pushed while processes are killed. */
export interface Kills {
  /** The source of the profile that is written to with shorter times; undefined for the times of the profile. */
  readonly source?: string;
  /** Prepares the ERP by pushes that are not killed, which resolve with the answer's text. Returns the pushes for the n-th kill: one for each endpoint that writes. */
  open(push: (one: Push) => Promise<string>): Promise<(kill: number) => readonly Push[]>;
  /** All documents of such pushes, also incomplete ones. */
  written(): Promise<readonly Written[]>;
  /** For `--kill-erp`, in the order in which they are ended. */
  readonly processes?: readonly ErpProcess[];
}

/** Another company of the ERP, which has a service of its own. */
export interface OtherCompany {
  readonly name: string;
  /** As in `RealErp`. */
  readonly environment: Readonly<Record<string, string>>;
  opinions(): Promise<readonly Opinion[]>;
}

export interface RealErp {
  /** Product and version as the ERP reports them, such as `Tryton 6.0.29`. */
  readonly version: string;
  /** A shipped profile, by name. */
  readonly profile: string;
  /** Values of the environment variables that the profile's settings name. */
  readonly environment: Readonly<Record<string, string>>;
  /** Asks the ERP's own classes about all its records, as they are now. */
  opinions(): Promise<readonly Opinion[]>;
  /** Their figures are compared as those of the first company are. */
  readonly companies?: readonly OtherCompany[];
  /** The debtor whose invoices the sandbox pushes and pays, and codes of bank accounts. Undefined: the sandbox looks for a debtor. */
  readonly payer?: { readonly debtor: string; readonly banks: readonly string[] };
  /** Writes that the sandbox does not make, such as parallel payments of one invoice. They run after it, and before the figures are compared again. */
  readonly trials?: (service: Caller) => Promise<readonly Trial[]>;
  /**
   * Compares what the platform's sandbox does not write: next to the ERP's own forms, by parallel callers, without permissions. Starts its own
   * services.
   */
  writes?(): Promise<readonly Compared[]>;
  /** For `npm run real -- <erp> --kills N`, or `--kill-erp N`. */
  readonly kills?: Kills;
  /** Stops what was started for the run. */
  close(): Promise<void>;
}

export type StartedErp =
  | { readonly kind: 'started'; readonly erp: RealErp }
  /** The machine does not have the ERP. `reason`: a clause without a full stop; `cure`: a sentence with the command that fixes it. */
  | { readonly kind: 'missing'; readonly reason: string; readonly cure: string };

/** Starts the ERP. `environment`: where it takes its own settings from, such as the folder of its sources. */
export type StartErp = (environment: Readonly<Record<string, string | undefined>>) => Promise<StartedErp>;
