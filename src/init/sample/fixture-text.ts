/** The fixture as SQL of the ERP's own kind of database: tables, and rows. */
import type { DatabaseKind } from '../../../engine/index.ts';
import type { Database, Table } from '../model/database.ts';
import { cellLiteral, nameIn } from '../model/sql-text.ts';
import type { CutRows } from './row-collector.ts';

/** Rows in one INSERT. */
const together = 50;

/** Tables so that what is pointed at comes first. Where keys go in a circle, `circular` names those that are left out. */
function inOrder(tables: readonly Table[]): {
  readonly ordered: readonly Table[];
  readonly circular: ReadonlySet<string>;
} {
  const ordered: Table[] = [];
  const circular = new Set<string>();
  const names = new Set(tables.map(({ name }) => name));
  const visit = (table: Table, above: readonly string[]): void => {
    if (ordered.includes(table)) return;
    for (const { table: target, declared } of table.foreignKeys) {
      if (!declared || target === table.name || !names.has(target)) continue;
      if (above.includes(target)) circular.add(`${table.name}>${target}`);
      else {
        const next = tables.find(({ name }) => name === target);
        if (next !== undefined) visit(next, [...above, table.name]);
      }
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table, []);
  return { ordered, circular };
}

function createTable(
  { dialect, introspection }: DatabaseKind,
  table: Table,
  names: ReadonlySet<string>,
  circular: ReadonlySet<string>,
): string {
  const { columns, primaryKey, uniques, foreignKeys } = table;
  const list = (all: readonly string[]): string => all.map((name) => nameIn(dialect, name)).join(', ');
  const takesKey = (key: readonly string[]): boolean =>
    !columns.some(({ name, type }) => key.includes(name) && introspection.keylessType?.test(type) === true);
  // A key that points into the same table, or in a circle, would have to wait for rows that come later.
  const kept = foreignKeys.filter(
    ({ table: target, declared }) =>
      declared && names.has(target) && target !== table.name && !circular.has(`${table.name}>${target}`),
  );
  const lines = [
    ...columns.map(({ name, type, required }) => `${nameIn(dialect, name)} ${type}${required ? ' NOT NULL' : ''}`),
    ...(primaryKey.length > 0 && takesKey(primaryKey) ? [`PRIMARY KEY (${list(primaryKey)})`] : []),
    ...uniques.filter(takesKey).map((key) => `UNIQUE (${list(key)})`),
    ...kept.map(
      ({ columns: own, table: target, references }) =>
        `FOREIGN KEY (${list(own)}) REFERENCES ${nameIn(dialect, target)} (${list(references)})`,
    ),
  ];
  return `CREATE TABLE ${nameIn(dialect, table.name)} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);\n`;
}

export interface FixtureText {
  readonly schema: string;
  readonly data: string;
}

/** Tables and rows of a cut. */
export function fixtureText({ databaseKind, tables }: Database, rows: CutRows): FixtureText {
  const taken = tables.filter(({ name }) => rows.has(name));
  const names = new Set(taken.map(({ name }) => name));
  const { ordered, circular } = inOrder(taken);
  const inserts = ordered.flatMap((table) => {
    const own = rows.get(table.name) ?? [];
    const numbers = new Set(table.columns.filter(({ kind }) => kind === 'number').map(({ name }) => name));
    const columns = table.columns.map(({ name }) => name);
    const head = `INSERT INTO ${nameIn(databaseKind.dialect, table.name)} (${columns.map((name) => nameIn(databaseKind.dialect, name)).join(', ')}) VALUES`;
    const values = own.map(
      (row) =>
        `  (${columns.map((name) => cellLiteral(databaseKind.dialect, row[name], numbers.has(name))).join(', ')})`,
    );
    const parts: string[] = [];
    for (let from = 0; from < values.length; from += together)
      parts.push(`${head}\n${values.slice(from, from + together).join(',\n')};\n`);
    return parts;
  });
  return {
    schema: [
      `-- The tables that the profile needs, as the database declares them. Made by \`engine init\`.\n`,
      ...ordered.map((table) => createTable(databaseKind, table, names, circular)),
    ].join('\n'),
    data: [
      '-- Rows of the ERP, cut by `engine init`. Names, streets, mails, phones, IBANs and free texts are others.\n',
      ...inserts,
    ].join('\n'),
  };
}
