/** What the store needs of a database: less than a source of an ERP gives, so that one of those is one of these. */
import type { SqlSource } from '../../engine/index.ts';

/** Reads and transactions, each within its deadline. All methods reject with `SourceError`. */
export type StoreDatabase = Pick<SqlSource, 'dialect' | 'read' | 'transaction' | 'close'>;

/** The store cannot be used as it is, and trying again would not help: a file that is no database, a store of a newer version. */
export class StoreRefusal extends Error {
  /** What to do about it. */
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = 'StoreRefusal';
    this.hint = hint;
  }
}
