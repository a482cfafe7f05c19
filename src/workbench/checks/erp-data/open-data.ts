/** The rows of the ERP: those of the fixture's database, or the records of its double. */
import { type DatabaseKind, databaseKinds } from '../../../../engine/index.ts';
import { textRow } from '../../testing/databases/client.ts';
import { partsOf } from '../../testing/fixture-files/statements.ts';
import type { DataRow, ErpData } from '../core/erp-data.ts';
import type { RawDatabase } from './raw-database.ts';
import { type RecordSet, recordData } from './record-data.ts';
import { sqlData } from './sql-data.ts';

/** The records of a double: arrays in memory, or tables of a database with their keys and foreign keys. */
export type DoubleData =
  | { readonly kind: 'records'; readonly sets: readonly RecordSet[] }
  | {
      readonly kind: 'tables';
      /** The kind of database, as `sql` of a profile names it. */
      readonly sql: string;
      /** Executes one statement, and returns its rows. */
      readonly execute: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
    };

/** Undefined where a profile reads several databases, and where a double does not give its records. `profileText`: the merged profile. */
export function openErpData(
  databases: readonly RawDatabase[],
  double: DoubleData | undefined,
  profileText: () => Promise<string>,
): ErpData | undefined {
  const [database, ...others] = databases;
  if (database !== undefined) return others.length === 0 ? sqlData(database, profileText) : undefined;
  switch (double?.kind) {
    case undefined:
      return undefined;
    case 'records':
      return recordData(double.sets);
    case 'tables': {
      const databaseKind = databaseKinds.find(({ name }) => name === double.sql);
      if (databaseKind === undefined) throw new Error(`The double names no kind of database: ${double.sql}`);
      return sqlData(rawDatabase(databaseKind, double.execute), profileText);
    }
  }
}

/** A double executes one statement at a time. */
function rawDatabase(
  databaseKind: DatabaseKind,
  execute: Extract<DoubleData, { readonly kind: 'tables' }>['execute'],
): RawDatabase {
  return {
    databaseKind,
    async run(sql) {
      let rows: readonly DataRow[] = [];
      for (const part of partsOf(sql, databaseKind)) {
        if (part.kind === 'statement') rows = (await execute(part.sql)).map(textRow);
      }
      return rows;
    },
  };
}
