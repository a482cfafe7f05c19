/** Indexes of MySQL and MariaDB (https://mariadb.com/kb/en/explain-format-json/). */

import { isSameName } from '../../../base/compare.ts';
import type { TableName } from '../catalogue.ts';
import { fullName, type IndexNeed, type IndexRules, indexName, plainOr, type WholeRead } from '../index-rules.ts';

const quotedIfNeeded = (name: string): string => plainOr((text) => `\`${text.replaceAll('`', '``')}\``, name);

const inSchema = ({ schema, table }: TableName) => ({
  where: `lower(table_name) = lower(?) and ${schema === undefined ? 'table_schema = database()' : 'lower(table_schema) = lower(?)'}`,
  values: schema === undefined ? [table] : [table, schema],
});

/** The tables of a plan that are read as a whole, at any depth. */
function wholeReadsIn(plan: unknown): readonly WholeRead[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const { table_name: table, access_type: access }: { readonly table_name?: unknown; readonly access_type?: unknown } =
    plan;
  const isWhole = typeof table === 'string' && (access === 'ALL' || access === 'index');
  const nodeReads = isWhole ? [{ table, ordered: access === 'index' }] : [];
  return [...nodeReads, ...Object.values(plan).flatMap(wholeReadsIn)];
}

/** Of a text without a short limit only the beginning can be in an index. */
const isLong = (type: string | undefined): boolean => /text|blob|json/i.test(type ?? '');
/** Characters of such a text. */
const indexed = 100;

function create({ table, columns, use }: IndexNeed, types: ReadonlyMap<string, string>) {
  // No index finds a text inside of a column as LIKE does.
  if (use === 'words') return undefined;
  const long = columns.filter((name) => isLong(types.get(name.toLowerCase())));
  if (long.length > 0 && use === 'order') return undefined;
  const list = columns.map((name) =>
    long.includes(name) ? `${quotedIfNeeded(name)}(${indexed})` : quotedIfNeeded(name),
  );
  const full = fullName(table, quotedIfNeeded);
  return { sql: `CREATE INDEX ${quotedIfNeeded(indexName({ table, columns }))} ON ${full} (${list.join(', ')})` };
}

export const mysqlIndexRules: IndexRules = {
  // With NULL in a condition, the plan would be that of a statement without rows.
  unknownValue: '0',
  async wholeReads(session, statement) {
    const { rows } = await session.execute({ ...statement, sql: `explain format=json ${statement.sql}` });
    const plans = rows.flatMap((row) => Object.values(row)).map((text): unknown => JSON.parse(String(text)));
    return plans.flatMap(wholeReadsIn);
  },
  rowCount(table) {
    const { where, values } = inSchema(table);
    return { sql: `select table_rows as \`rows\` from information_schema.tables where ${where}`, values };
  },
  indexesOf(table) {
    const { where, values } = inSchema(table);
    const sql = `select column_name as \`column\`, case when sub_part is null then 1 else 0 end as \`whole\`
      from information_schema.statistics where seq_in_index = 1 and index_type in ('BTREE', 'HASH') and ${where}`;
    return { sql, values };
  },
  serves({ column, whole }, { columns, use }) {
    if (use === 'equal') return columns.some((name) => isSameName(column, name));
    return use !== 'words' && isSameName(column, columns[0]) && (use !== 'order' || Number(whole) === 1);
  },
  create,
};
