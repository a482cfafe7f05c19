/**
 * The fixture of the profile's cases, taken from a kivitendo that fill.pl has filled: the tables and columns that the profile names. With UPDATE=1 a
 * run of the real ERP writes it again.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Trial } from '../erp.ts';

/** Rows of large tables that the profile can reach. */
const only: Readonly<Record<string, string>> = {
  chart: "WHERE link ~ 'AR' OR id IN (SELECT chart_id FROM tax UNION SELECT chart_id FROM acc_trans)",
  countries: 'WHERE id IN (SELECT country_id FROM customer UNION SELECT shiptocountry_id FROM shipto)',
  taxkeys: 'WHERE chart_id IN (SELECT income_accno_id FROM taxzone_charts)',
  tax: 'WHERE id IN (SELECT tax_id FROM taxkeys WHERE chart_id IN (SELECT income_accno_id FROM taxzone_charts)) OR taxkey = 0',
  exchangerate: "WHERE transdate < DATE '2026-07-01'",
  history_erp: 'WHERE false',
  custom_variables: "WHERE sub_module = ''",
  record_links: "WHERE from_table = 'oe' AND to_table = 'oe'",
};

/** Times of changes are those of the run: the fixture has others, which follow from the days of the documents. */
const times = [
  "UPDATE oe SET itime = transdate + TIME '08:30', mtime = NULL",
  "UPDATE ar SET itime = transdate + TIME '09:00', gldate = transdate, mtime = datepaid + TIME '10:00'",
  "UPDATE acc_trans SET itime = transdate + TIME '09:00', mtime = NULL, gldate = transdate",
  'UPDATE invoice SET itime = NULL, mtime = NULL',
  'UPDATE orderitems SET itime = NULL, mtime = NULL',
  'UPDATE oe SET reqdate = transdate WHERE reqdate IS NOT NULL',
  "UPDATE ar SET intnotes = '' WHERE storno",
  'UPDATE employee SET startdate = NULL',
];

/** Tables that the profile writes into. Times of others are not needed. */
const written = ['oe', 'orderitems', 'ar', 'invoice', 'acc_trans', 'history_erp'];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: string | null;
}

/** Names of tables after the words that precede a table in SQL. */
const tableNames = (profile: string): ReadonlySet<string> =>
  new Set([...profile.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) ([a-z_]+)\b/g)].map(([, name]) => name ?? ''));

/** References that kivitendo does not declare, because they also lead to documents of vendors and to the general ledger, which the fixture has not. */
const undeclared = [
  { table: 'acc_trans', column: 'trans_id', target: 'ar', key: 'id' },
  { table: 'invoice', column: 'trans_id', target: 'ar', key: 'id' },
  { table: 'shipto', column: 'trans_id', target: 'customer', key: 'id' },
  { table: 'record_links', column: 'from_id', target: 'oe', key: 'id' },
  { table: 'record_links', column: 'to_id', target: 'oe', key: 'id' },
];

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly key: string;
}

/** Foreign keys of one column. */
async function referencesIn(client: pg.Client): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT c.conrelid::regclass::text AS table, a.attname AS column, c.confrelid::regclass::text AS target, k.attname AS key
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     JOIN pg_attribute k ON k.attrelid = c.confrelid AND k.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND array_length(c.conkey, 1) = 1 ORDER BY 1, 2`,
  );
  return [...rows, ...undeclared];
}

/** Columns of ids and of the tables' own numbers, and those whose names are words of the profile. */
async function columnsOf(client: pg.Client, table: string, words: ReadonlySet<string>): Promise<readonly Column[]> {
  const { rows } = await client.query<{
    name: string;
    type: string;
    required: boolean;
    enumerated: boolean;
    default: string | null;
  }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required, t.typtype = 'e' AS enumerated,
            pg_get_expr(d.adbin, d.adrelid) AS default
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
     LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname = $1 ORDER BY a.attnum`,
    [table],
  );
  return rows
    .filter(({ name }) => name === 'id' || words.has(name))
    .filter(({ name }) => written.includes(table) || !['itime', 'mtime'].includes(name))
    .map((row) => ({
      name: row.name,
      type: row.enumerated ? 'text' : row.type,
      isRequired: row.required,
      default: row.default,
    }));
}

/** The sequence that a default takes its numbers from. */
const sequenceIn = (expression: string | null): string | undefined => expression?.match(/nextval\(\(?'(\w+)'/)?.[1];

const columnLine = ({ name, type, isRequired, default: given }: Column, key: string): string => {
  const sequence = sequenceIn(given);
  const value = sequence === undefined ? given : `nextval('${sequence}')`;
  return [
    name,
    type,
    name === key ? 'PRIMARY KEY' : isRequired ? 'NOT NULL' : '',
    value === null ? '' : `DEFAULT ${value}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
};

/** As the loader of fixtures reads it: an empty field is NULL, quotes make an empty text. */
function field(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const folder = join(import.meta.dirname, '../../../profiles/kivitendo');

/** Texts by path below the profile's folder, of the database at a URL. */
export async function readFixture(url: string): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fixtureFrom(client, readFileSync(join(folder, 'profile.yaml'), 'utf8'));
  } finally {
    await client.end();
  }
}

/** Whether the files of the profile are those of a real kivitendo. */
export function compareFixture(fixture: ReadonlyMap<string, string>): Trial {
  if (process.env.UPDATE === '1') {
    rmSync(join(folder, 'fixture'), { recursive: true, force: true });
    for (const [path, text] of fixture) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const kept = globSync('fixture/**/*.{sql,csv}', { cwd: folder });
  const paths = new Set([...kept, ...fixture.keys()]);
  const wrong = [...paths].filter(
    (path) => !kept.includes(path) || readFileSync(join(folder, path), 'utf8') !== fixture.get(path),
  );
  return {
    title: 'the fixture of the cases has the rows of this kivitendo',
    wrong: wrong.map((path) => `${path} differs`),
  };
}

/** `profile`: the text of the profile. The database is left as it was. */
async function fixtureFrom(client: pg.Client, profile: string): Promise<ReadonlyMap<string, string>> {
  const text = profile.replaceAll(/^ *#.*$/gm, '');
  const words = new Set(text.match(/\w+/g));
  const files = new Map<string, string>();
  const scripts: string[] = [];
  const sequences = new Set<string>();
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica'); // no triggers
  for (const statement of times) await client.query(statement);
  const kept = new Map<string, readonly string[]>();
  for (const table of [...tableNames(text)].sort()) {
    const columns = await columnsOf(client, table, words);
    const [first] = columns;
    if (first === undefined) continue;
    kept.set(
      table,
      columns.map(({ name }) => name),
    );
    const key = columns.find(({ name }) => ['id', 'acc_trans_id', 'shipto_id'].includes(name))?.name ?? '';
    for (const column of columns) {
      const sequence = sequenceIn(column.default);
      if (sequence !== undefined) sequences.add(sequence);
    }
    scripts.push(`CREATE TABLE ${table} (\n${columns.map((column) => `  ${columnLine(column, key)}`).join(',\n')}\n);`);
    const values = columns.map(({ name }) => `${name}::text`);
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${values.join(', ')} FROM ${table} ${only[table] ?? ''} ORDER BY ${key === '' ? values.join(', ') : `${table}.${key}`}`,
      rowMode: 'array',
    });
    if (rows.length === 0) continue;
    const csv = [columns.map(({ name }) => name).join(','), ...rows.map((row) => row.map(field).join(','))];
    files.set(join('fixture', 'data', `${table}.csv`), `${csv.join('\n')}\n`);
  }
  const references = (await referencesIn(client)).filter(
    ({ table, column, target, key }) => kept.get(table)?.includes(column) && kept.get(target)?.includes(key),
  );
  await client.query('ROLLBACK');
  const head =
    '-- Tables of kivitendo 4.1, with the columns that the profile names. Written by test/real/kivitendo/fixture.ts from the real ERP.';
  const made = [...sequences]
    .sort()
    .map((name) => `CREATE SEQUENCE ${name};`)
    .join('\n');
  const keys = references
    .map(
      ({ table, column, target, key }) =>
        `ALTER TABLE ${table} ADD FOREIGN KEY (${column}) REFERENCES ${target} (${key});`,
    )
    .join('\n');
  files.set(join('fixture', 'schema.sql'), `${[head, made, ...scripts, keys].join('\n\n')}\n`);
  return files;
}
