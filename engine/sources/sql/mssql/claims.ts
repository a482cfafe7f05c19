/** Write claims on SQL Server. */
import { type ClaimsSql, claimColumns, isMissingUnderLock, newClaimValues, quotedTable } from '../claims-sql.ts';
import { bound } from '../text/prepared.ts';
import { lockName, mssqlLock } from './control-statements.ts';
import { mssqlDialect } from './dialect.ts';

const hashType = 'char(64)';
const textType = 'nvarchar(max)';

/**
 * T-SQL has no insert that ignores a conflict, and a broken key would end the transaction: the lock of the key lets one process after
 * the other look and insert. Values: the id, those of all columns, the id. They are cast, so that the server has no types to
 * guess, and the look goes through the primary key.
 */
function insertion(table: string): string {
  const { quote } = mssqlDialect;
  const names = Object.keys(newClaimValues).map(quote).join(', ');
  const values = Object.values(newClaimValues)
    .map((value) => `cast(? as ${value === 'id' || value === 'payload' ? hashType : textType})`)
    .join(', ');
  const present = `select 1 from ${table} where ${quote(claimColumns.id)} = cast(? as ${hashType})`;
  return `${lockName('?')}\ninsert into ${table} (${names}) select ${values} where not exists (${present})`;
}

export const mssqlClaims: ClaimsSql = {
  hashType: `${hashType} collate Latin1_General_BIN2`,
  textType,
  createsOnce: false,
  addColumn: 'add',
  isMissing(session, table) {
    const quoted = quotedTable(table, mssqlDialect.quote);
    const find = { sql: "select object_id(@p1, N'U') as found", values: [quoted] };
    return isMissingUnderLock(session, { lock: mssqlLock(quoted), find });
  },
  inserter(table) {
    const sql = insertion(quotedTable(table, mssqlDialect.quote));
    const insert = bound(mssqlDialect, sql, ['id', ...Object.values(newClaimValues), 'id']);
    return async (session, claim) => (await session.execute(insert({ ...claim }))).affected === 1;
  },
};
