/** What differs between databases in the statements about write claims: types, the creation of the table, and the insert. */
import type { BoundStatement, SqlSession } from '../source.ts';
import type { Dialect } from './text/dialect.ts';
import { prepared } from './text/prepared.ts';

export interface NewClaim {
  /** SHA-256 in hexadecimal digits, so that no collation takes two keys for one. */
  readonly id: string;
  /** The name of the installation, and the settings that choose its company. */
  readonly installation: string;
  readonly endpoint: string;
  /** For people. */
  readonly naturalKey: string;
  /** SHA-256 of the request, in hexadecimal digits. */
  readonly payload: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** Columns of the table of claims. */
export const claimColumns = {
  id: 'id',
  installation: 'installation',
  endpoint: 'endpoint',
  naturalKey: 'natural_key',
  payload: 'payload',
  result: 'result',
  freeSince: 'free_since',
  released: 'released',
  createdAt: 'created_at',
} as const;

/** Columns of a new claim, with the names of their values. */
export const newClaimValues = {
  [claimColumns.id]: 'id',
  [claimColumns.installation]: 'installation',
  [claimColumns.endpoint]: 'endpoint',
  [claimColumns.naturalKey]: 'naturalKey',
  [claimColumns.payload]: 'payload',
  [claimColumns.createdAt]: 'createdAt',
} as const;

/**
 * Inserts a claim unless the key is in the table: true when it was inserted. While a rival's transaction on the key is open it
 * waits. Rejects with `SourceError`.
 */
export type InsertClaim = (session: SqlSession, claim: NewClaim) => Promise<boolean>;

export interface ClaimsSql {
  /** Type of a SHA-256 in hexadecimal digits, compared byte by byte. */
  readonly hashType: string;
  /** Type of a text of any length and characters, compared character by character. */
  readonly textType: string;
  /** The storage engine of the table, where the database has several and not each of them can roll back. */
  readonly storageEngine?: string;
  /** CREATE TABLE takes IF NOT EXISTS, and is safe with it when several processes run it at once. */
  readonly createsOnce: boolean;
  /** The words of ALTER TABLE that add a column. */
  readonly addColumn: string;
  /**
   * Whether the table is missing: asked first, since a login that may not create tables may use one that was made for it. Undefined
   * where CREATE TABLE IF NOT EXISTS needs no right. Rejects with `SourceError`.
   */
  isMissing?(session: SqlSession, table: string): Promise<boolean>;
  /** `table` is `name` or `schema.name`. The SQL is built once. */
  inserter(table: string): InsertClaim;
}

/** `schema.name`, each part quoted. */
export function quotedTable(table: string, quote: Dialect['quote']): string {
  return table.split('.').map(quote).join('.');
}

/** The insert of a database that has ON CONFLICT DO NOTHING. */
export function insertIgnoringConflict(dialect: Dialect, table: string): InsertClaim {
  const query = dialect.builder(table).insert(newClaimValues).onConflict(claimColumns.id).ignore();
  const insert = prepared(dialect, query);
  return async (session, claim) => (await session.execute(insert({ ...claim }))).affected === 1;
}

/**
 * Takes the lock of the table's name, and then looks for the table: two processes that create one table at once would fail in the
 * catalogue, even with IF NOT EXISTS. `find` gives a row with `found`, null where there is no such table.
 */
export async function isMissingUnderLock(
  session: SqlSession,
  statements: { readonly lock: BoundStatement; readonly find: BoundStatement },
): Promise<boolean> {
  await session.execute(statements.lock);
  const { rows } = await session.execute(statements.find);
  return rows[0]?.found === null;
}
