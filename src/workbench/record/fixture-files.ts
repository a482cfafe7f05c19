/** The files of a fixture from captured rows with replaced values. */
import type { DatabaseKind } from '../../../engine/index.ts';
import type { Constraint, Table } from '../init/model/database.ts';
import { nameIn } from '../init/model/sql-text.ts';
import { createTable, fixtureText, omittedKeys } from '../init/sample/fixture-text.ts';
import type { CutRows } from '../init/sample/row-collector.ts';
import type { CapturedRows } from './rows/captures.ts';
import type { FixtureUse, RecordingTarget } from './target.ts';

interface FixtureFilesInput {
  /** SQL that creates the tables, by source, instead of what the catalogue says. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly databases: ReadonlyMap<string, unknown>;
  readonly target: RecordingTarget;
}

/** The fixture of each database with replaced rows, as far as it is used. */
export function fixtureFiles(
  { schemas, databases, target }: FixtureFilesInput,
  use: FixtureUse,
  captured: readonly CapturedRows[],
  rowsOf: ReadonlyMap<string, CutRows>,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  if (use === 'as it is') return files;
  const { fixture, writtenBy } = target;
  const withHead = (text: string, head: string): string =>
    text.replace(/^--[^\n]*\n/, `-- ${head} Written by \`${writtenBy}\`.\n`);
  for (const { source, database } of captured) {
    const folder = databases.size > 1 ? `${fixture}/${source}` : fixture;
    const rows = rowsOf.get(source) ?? new Map();
    const { schema, data } = fixtureText(database, rows);
    const given = schemas.get(source);
    if (use === 'recorded')
      files.set(`${folder}/schema.sql`, given ?? withHead(schema, 'The tables that the profile names.'));
    const rowsText = withHead(data, 'Rows of the ERP that recorded calls used, with replaced values.');
    const before =
      given === undefined
        ? []
        : [
            withoutKeys(database.databaseKind, omittedKeys(database, rows)),
            withoutViews(
              database.databaseKind,
              given,
              database.tables.filter(({ name }) => rows.has(name)),
            ),
          ];
    const head = before.filter((text) => text !== '').join('\n');
    files.set(`${folder}/data.sql`, head === '' ? rowsText : rowsText.replace('\n', () => `\n\n${head}`));
  }
  return files;
}

/** SQL that replaces the views of a given script by tables of the same columns: a view takes no rows. */
function withoutViews(databaseKind: DatabaseKind, given: string, tables: readonly Table[]): string {
  const inScript = (kind: string, name: string): boolean =>
    new RegExp(String.raw`\b${kind}\s+(?:if\s+(?:not\s+)?exists\s+)?(?:[\w"\x60[\]]+\.)?["\x60[]?${name}\b`, 'i').test(
      given,
    );
  const statements = tables.flatMap((table) => {
    if (table.isView !== true || !/^\w+$/.test(table.name) || inScript('table', table.name)) return [];
    const drop = inScript('view', table.name) ? `DROP VIEW ${nameIn(databaseKind.dialect, table.name)};\n` : '';
    return [`${drop}${createTable(databaseKind, table, new Set(), new Set())}`];
  });
  return statements.length === 0
    ? ''
    : `-- Views are tables with the rows that they have shown.\n${statements.join('')}`;
}

/** SQL that ends the checks of foreign keys; of these alone, where the database permits it. */
function withoutKeys({ dialect, fixture }: DatabaseKind, keys: readonly Constraint[]): string {
  if (keys.length === 0) return '';
  const { dropForeignKey, ignoreForeignKeys } = fixture;
  const statements =
    dropForeignKey === undefined
      ? [ignoreForeignKeys]
      : keys.map(({ name, table }) => dropForeignKey(nameIn(dialect, table), nameIn(dialect, name)));
  return `-- Foreign keys to rows that are not recorded, or that follow later.\n${statements.map((sql) => `${sql};\n`).join('')}`;
}

/** SQLite numbers the keys of a table. */
const keyName = ({ name, table, target }: Constraint): string => (/^\d+$/.test(name) ? `${table} -> ${target}` : name);

/** The foreign keys of given scripts that the fixture ignores, by their names. */
export function ignoredKeys(
  { schemas }: Pick<FixtureFilesInput, 'schemas'>,
  captured: readonly CapturedRows[],
): readonly string[] {
  return captured.flatMap(({ source, database, rows }) =>
    schemas.has(source) ? omittedKeys(database, rows).map(keyName) : [],
  );
}
