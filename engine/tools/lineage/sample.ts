/** Reads one value of a table column from the database. */
import type { CallContext } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import type { FieldOrigin } from './origin.ts';

/** A plain name is not quoted: the database folds its case as in the profile's statement. Other names are quoted. */
function written(name: string, dialect: Dialect): string {
  const parts = name.split('.');
  return parts.map((part) => (/^[A-Za-z_]\w*$/.test(part) ? part : dialect.quote(part))).join('.');
}

function statementFor(dialect: Dialect, table: string, column: string): string {
  const [from, value] = [written(table, dialect), dialect.quote('value')];
  const named = `${written(column, dialect)} as ${value}`;
  return dialect.firstRows(named, `from ${from} where ${written(column, dialect)} is not null`, 1);
}

/** Adds a sample to each table column. A failing database is reported and does not affect the others. */
export async function withSamples(
  origins: readonly FieldOrigin[],
  sources: ReadonlyMap<string, SqlSource>,
  call: () => CallContext,
): Promise<readonly FieldOrigin[]> {
  const sampled: FieldOrigin[] = [];
  for (const origin of origins) {
    const from = await withSamples(origin.from, sources, call);
    const source = origin.column && sources.get(origin.column.source);
    if (origin.column === undefined || source === undefined) {
      sampled.push({ ...origin, from });
      continue;
    }
    const { table, column } = origin.column;
    try {
      const [row] = await source.read(
        { sql: statementFor(source.databaseKind.dialect, table, column), values: [] },
        call(),
      );
      const value = row && Object.values(row)[0];
      const sample = value === undefined || value === null ? null : String(value);
      sampled.push({ ...origin, sample, from });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      sampled.push({ ...origin, from: [{ kind: 'unknown', text: `no sample: ${reason}`, from: [] }] });
    }
  }
  return sampled;
}
