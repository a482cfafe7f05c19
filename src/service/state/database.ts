/** The interface between the store and its database: a part of the interface of a SQL source. */
import type { CallContext, SqlSession, SqlSource } from '../../../engine/host/index.ts';
import { SourceError } from '../../../engine/index.ts';

/**
 * When a commit returns. `durable`: after the data is on disk, so that a power failure loses nothing. `relaxed`: without waiting for the disk
 * of this machine, so that a power failure may lose the last commits; for data that can be computed again.
 */
export type Durability = 'durable' | 'relaxed';

/** Reads and transactions, each with a deadline. All methods reject with `SourceError`. */
export interface StoreDatabase extends Pick<SqlSource, 'databaseKind' | 'read' | 'close'> {
  /** A file of this machine: an error is not that it is unreachable, and waiting does not help. */
  readonly isFile?: true;
  /** A database server ignores `durability`: its own configuration decides. */
  transaction<T>(call: CallContext, work: (session: SqlSession) => Promise<T>, durability: Durability): Promise<T>;
}

/** The store cannot be used, and a retry would not help: the file is not a database, or a newer version of the program made it. */
export class StoreRefusal extends Error {
  /** What the operator should do. */
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.name = 'StoreRefusal';
    this.hint = hint;
  }
}

/** Whether another replica was faster, or held the lock: what was changed is read again. */
export const lostRace = (error: unknown): boolean =>
  error instanceof SourceError && (error.kind === 'conflict' || error.kind === 'constraint');
