/** The files of a fixture from captured rows with replaced values. */
import { fixtureText } from '../init/sample/fixture-text.ts';
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
    const { schema, data } = fixtureText(database, rowsOf.get(source) ?? new Map());
    const given = schemas.get(source);
    if (use === 'recorded')
      files.set(`${folder}/schema.sql`, given ?? withHead(schema, 'The tables that the profile names.'));
    files.set(`${folder}/data.sql`, withHead(data, 'Rows of the ERP that recorded calls used, with replaced values.'));
  }
  return files;
}
