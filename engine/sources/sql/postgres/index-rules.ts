/** Indexes of PostgreSQL (https://www.postgresql.org/docs/current/indexes-opclass.html). */
import { randomBytes } from 'node:crypto';
import type { BoundStatement, Row, SqlSession } from '../../source.ts';
import type { TableName } from '../catalogue.ts';
import { fullName, type IndexNeed, type IndexRules, plainOr, type WholeRead } from '../index-rules.ts';
import { doubleQuoted, singleQuoted } from '../text/dialect.ts';
import { callsAround, isKnownCall } from './search-indexes.ts';

const quotedIfNeeded = (name: string): string => plainOr(doubleQuoted, name);

/** The tables of a plan that are read as a whole, at any depth. */
function wholeReadsIn(plan: unknown): readonly WholeRead[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const node = new Map<string, unknown>(Object.entries(plan));
  const [type, table] = [node.get('Node Type'), node.get('Relation Name')];
  const isIndex = (type === 'Index Scan' || type === 'Index Only Scan') && !node.has('Index Cond');
  const nodeReads = typeof table === 'string' && (type === 'Seq Scan' || isIndex) ? [{ table, ordered: isIndex }] : [];
  return [...nodeReads, ...[...node.values()].flatMap(wholeReadsIn)];
}

/** The plan for the values; where one of them is not known, the plan for any values, as PostgreSQL makes it for a prepared statement. */
async function wholeReads(session: SqlSession, { sql, values }: BoundStatement): Promise<readonly WholeRead[]> {
  const run = (text: string) => session.execute({ sql: text, values: [] });
  await run(`set local plan_cache_mode = force_${values.includes(null) ? 'generic' : 'custom'}_plan`);
  // A prepared statement outlives a failed transaction: with one name for all, each later one would fail.
  const name = `engine_plan_${randomBytes(6).toString('hex')}`;
  await run(`prepare ${name} as ${sql}`);
  const literals = values.map((value) => (value === null ? 'null' : singleQuoted(String(value))));
  const given = literals.length === 0 ? '' : `(${literals.join(', ')})`;
  const { rows } = await run(`explain (format json) execute ${name}${given}`);
  await run(`deallocate ${name}`);
  return rows.flatMap((row) => Object.values(row)).flatMap((text) => wholeReadsIn(JSON.parse(String(text))));
}

const inTable = ({ schema, table }: TableName) => ({
  where: `lower(c.relname) = lower($1) and ${schema === undefined ? 'pg_catalog.pg_table_is_visible(c.oid)' : 'lower(n.nspname) = lower($2)'}`,
  values: schema === undefined ? [table] : [table, schema],
});

/** The form of a column that the part of an index contains: the column (''), the functions around it, or undefined. */
function formOf({ column, expression }: Row, wanted: string | undefined): string | undefined {
  if (typeof wanted !== 'string') return undefined;
  if (expression === null) return column === wanted ? '' : undefined;
  return callsAround(String(expression), quotedIfNeeded(wanted))?.join();
}

const isPattern = ({ operators }: Row): boolean => /_pattern_ops$/.test(String(operators));

function servesSearch(index: Row, { columns, use }: IndexNeed): boolean {
  const form = formOf(index, columns[0]);
  if (form === undefined) return false;
  if (/^gi(?:n|st)_trgm_ops$/.test(String(index.operators))) return form === '' || form.split(',').every(isKnownCall);
  if (use === 'words' || index.method !== 'btree' || Number(index.part) !== 0) return false;
  const byPattern = isPattern(index) || index.bytes === true;
  return (form === 'lower' && (byPattern || use === 'exact')) || (form === '' && byPattern);
}

function create({ table, columns, use }: IndexNeed) {
  const full = fullName(table, quotedIfNeeded);
  const [column = ''] = columns.map(quotedIfNeeded);
  switch (use) {
    case 'equal':
    case 'range':
    case 'order':
      return { sql: `CREATE INDEX ON ${full} (${columns.map(quotedIfNeeded).join(', ')})` };
    case 'prefix':
    case 'exact':
      return { sql: `CREATE INDEX ON ${full} (lower(${column}::text) text_pattern_ops)` };
    case 'words': {
      const note = 'It needs the extension pg_trgm: CREATE EXTENSION IF NOT EXISTS pg_trgm.';
      return { sql: `CREATE INDEX ON ${full} USING gin (lower(${column}::text) gin_trgm_ops)`, note };
    }
  }
}

export const postgresIndexRules: IndexRules = {
  unknownValue: null,
  wholeReads,
  rowCount(table) {
    const { where, values } = inTable(table);
    // -1: neither vacuumed nor analysed yet.
    const sql = `select nullif(c.reltuples, -1)::bigint as rows from pg_catalog.pg_class as c
      join pg_catalog.pg_namespace as n on n.oid = c.relnamespace where c.relkind in ('r', 'm') and ${where}`;
    return { sql, values };
  },
  indexesOf(table) {
    const { where, values } = inTable(table);
    const sql = `select k.part, a.attname as "column", m.amname as method, o.opcname as operators,
        case when i.indkey[k.part] = 0 then pg_get_indexdef(i.indexrelid, k.part + 1, true) end as expression,
        i.indcollation[k.part] in (0, a.attcollation) as same,
        l.collcollate in ('C', 'POSIX') or (l.collprovider = 'd' and d.datcollate in ('C', 'POSIX')) as bytes
      from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      join pg_catalog.pg_index as i on i.indrelid = c.oid join pg_catalog.pg_class as x on x.oid = i.indexrelid
      join pg_catalog.pg_am as m on m.oid = x.relam
      join pg_catalog.pg_database as d on d.datname = current_database()
      cross join lateral generate_series(0, i.indnkeyatts - 1) as k(part)
      join pg_catalog.pg_opclass as o on o.oid = i.indclass[k.part]
      left join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum = i.indkey[k.part] and a.attnum > 0
      left join pg_catalog.pg_collation as l on l.oid = i.indcollation[k.part]
      where i.indisvalid and i.indpred is null and ${where}`;
    return { sql, values };
  },
  serves(index, need) {
    const { columns, use } = need;
    const isFirst = Number(index.part) === 0 && index.expression === null && index.same === true;
    switch (use) {
      case 'equal':
        return (
          isFirst && /^(?:btree|hash)$/.test(String(index.method)) && columns.some((name) => name === index.column)
        );
      case 'range':
      case 'order':
        return isFirst && index.method === 'btree' && !isPattern(index) && columns[0] === index.column;
      case 'words':
      case 'prefix':
      case 'exact':
        return servesSearch(index, need);
    }
  },
  create,
};
