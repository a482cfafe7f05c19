/** The fixture of the profile's cases, taken from a Tryton that fill.py has filled: the tables and columns that the profile names, with all their rows. */
import { join } from 'node:path';
import type pg from 'pg';

/** Rows of large tables that the profile can reach. */
const only: Readonly<Record<string, string>> = {
  ir_translation: "WHERE name IN ('product.template,name', 'product.category,name')",
  product_uom: 'WHERE id IN (SELECT default_uom FROM product_template UNION SELECT sale_uom FROM product_template)',
  account_period: "WHERE start_date < DATE '2027-01-01'",
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

interface Table {
  readonly table: string;
  readonly columns: readonly Column[];
}

/** Whether a profile's text names a table or column, as a whole word. */
function names(profile: string): (word: string) => boolean {
  const words = new Set(profile.replaceAll(/^ *#.*$/gm, '').match(/[\w-]+/g));
  return (word) => words.has(word);
}

async function tablesIn(client: pg.Client, profile: string): Promise<readonly Table[]> {
  const isNamed = names(profile);
  const { rows } = await client.query<{
    readonly table: string;
    readonly name: string;
    readonly type: string;
    readonly is_required: boolean;
  }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS is_required
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname, a.attnum`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table, name, type, is_required: isRequired } of rows) {
    if (!isNamed(table) || table === 'bank' || !(name === 'id' || isNamed(name))) continue;
    tables.set(table, [...(tables.get(table) ?? []), { name, type, isRequired }]);
  }
  return [...tables].map(([table, columns]) => ({ table, columns }));
}

/** As the loader of fixtures reads it: an empty field is NULL, quotes make an empty text. */
function field(value: string | null): string {
  if (value === null) return '';
  return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Texts by path below the profile's folder. `profile`: the text of the profile. */
export async function fixtureFrom(client: pg.Client, profile: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const scripts: string[] = [];
  for (const { table, columns } of await tablesIn(client, profile)) {
    const quoted = client.escapeIdentifier(table);
    const lines = columns.map(({ name, type, isRequired }) => {
      const key = name === 'id' ? ' PRIMARY KEY' : isRequired ? ' NOT NULL' : '';
      return `  ${client.escapeIdentifier(name).replaceAll('"', '')} ${type}${key}`;
    });
    scripts.push(`CREATE TABLE ${quoted} (\n${lines.join(',\n')}\n);`);
    const values = columns.map(({ name }) => `${client.escapeIdentifier(name)}::text`);
    const { rows } = await client.query<(string | null)[]>({
      text: `SELECT ${values.join(', ')} FROM ${quoted} ${only[table] ?? ''} ORDER BY id`,
      rowMode: 'array',
    });
    if (rows.length === 0) continue;
    const csv = [columns.map(({ name }) => name).join(','), ...rows.map((row) => row.map(field).join(','))];
    files.set(join('fixture', 'db', 'data', `${table}.csv`), `${csv.join('\n')}\n`);
  }
  const head =
    '-- Tables of Tryton 6.0, with the columns that the profile reads. Written by test/real/tryton/cases.deep.test.ts from the real ERP.';
  files.set(join('fixture', 'db', 'schema.sql'), `${[head, ...scripts].join('\n\n')}\n`);
  return files;
}
