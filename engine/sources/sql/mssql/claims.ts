/** The statements about write claims that only T-SQL has. Values are `?`. */
import { lockName } from './control-statements.ts';

export interface ClaimColumn {
  /** Quoted. */
  readonly name: string;
  /** 64 hexadecimal digits; any text otherwise. */
  readonly isHash: boolean;
}

export const hashType = 'char(64)';
export const textType = 'nvarchar(max)';

/**
 * Inserts a claim unless it is there. T-SQL has no such insert, and a broken key would end the transaction: the lock of the key
 * lets one claimer after the other look and insert. Values: the id, those of all `columns`, the id. They are cast, so that
 * the server has no types to guess, and the look goes through the primary key.
 */
export function insertClaim(table: string, id: string, columns: readonly ClaimColumn[]): string {
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map(({ isHash }) => `cast(? as ${isHash ? hashType : textType})`).join(', ');
  const there = `select 1 from ${table} where ${id} = cast(? as ${hashType})`;
  return `${lockName('?')}\ninsert into ${table} (${names}) select ${values} where not exists (${there})`;
}

/** One process after the other looks for the table, and makes it. */
export const claimsTable = {
  lock: lockName('@p1'),
  find: "select object_id(@p1, N'U') as found",
} as const;
