/** Control over the service under test and the ERP behind it. Only a run over a profile's own fixture has it. */

import type { Path } from '../../../contract/types.ts';
import type { ErpData } from './erp-data.ts';

/** Puts back a record that was removed. */
export type PutBack = () => Promise<void>;

/** Removes the record of an id from the ERP. */
export type Remove = (id: string) => Promise<PutBack>;

/** What a service knows after a restart: its store with all writes, or a new store, without the claims of writes in the ERP's database too. */
export type Memory = 'with its writes' | 'without its writes';

/** Where a field of an answer comes from. */
export interface FieldSource {
  /** For people: `customer.town`, `city of GET /customers`. */
  readonly text: string;
  /** Undefined where the profile names no column of a table. */
  readonly column: { readonly table: string; readonly column: string } | undefined;
}

export interface FixtureAccess {
  /** The rows of the ERP; undefined where they cannot be changed. */
  readonly data: ErpData | undefined;
  /** What the ERP gives for a field of an endpoint's rows, or of its single answer. Empty where the profile takes it from nothing of the ERP. */
  sourcesOf(path: Path, field: string): Promise<readonly FieldSource[]>;
  /** Numbers of records by table; undefined where they cannot be counted. */
  counts(): Promise<Readonly<Record<string, number>> | undefined>;
  /**
   * Finds out how a record of the list at `path` is removed. `ids` are some ids of the list. `isGone` asks the service whether the list lacks
   * exactly that record. Undefined where records cannot be removed.
   */
  remover(path: string, ids: readonly string[], isGone: (id: string) => Promise<boolean>): Promise<Remove | undefined>;
  /** Sets the time that documents are dated with, in milliseconds since the epoch; undefined: the machine's clock. */
  setTime(ms: number | undefined): void;
  /** Number of SQL statements that were sent to the ERP since the check began. */
  statementCount(): number;
  /** Stops the service, and starts it again over the same data. */
  restart(memory: Memory): Promise<void>;
  /** Bytes of a request body at most. */
  readonly bodyLimit: number;
}
