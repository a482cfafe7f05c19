/** What a transaction of MySQL or MariaDB cannot undo. */
import type { TransactionRules } from '../transaction-rules.ts';

export const mysqlTransactionRules: TransactionRules = {
  commits: /^\s*(?:create|alter|drop|truncate|rename|commit|start|begin|lock|grant|revoke|analyze|optimize)\b/i,
  lastingStorage({ schema, table }) {
    const where = schema === undefined ? 't.table_schema = database()' : 'lower(t.table_schema) = lower(?)';
    const sql = `select t.engine as name from information_schema.tables as t join information_schema.engines as e on e.engine = t.engine
    where coalesce(e.transactions, 'NO') <> 'YES' and lower(t.table_name) = lower(?) and ${where}`;
    return { sql, values: schema === undefined ? [table] : [table, schema] };
  },
};
