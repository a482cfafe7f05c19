/** What the store needs of a database: less than a source of an ERP gives, so that one of those is one of these. */
import type { CallContext, SqlSession, SqlSource } from '../../engine/index.ts';

/**
 * What a commit waits for. `lasting`: the disk, so that a power cut loses nothing. `light`: no disk of this machine; a power cut may lose the
 * last ones, which is the better choice for what costs only time to find again.
 */
export type Durability = 'lasting' | 'light';

/** Reads and transactions, each within its deadline. All methods reject with `SourceError`. */
export interface StoreDatabase extends Pick<SqlSource, 'dialect' | 'read' | 'close'> {
  /** A database server commits in its own way, whatever is asked for. */
  transaction<T>(call: CallContext, work: (session: SqlSession) => Promise<T>, durability: Durability): Promise<T>;
}

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
