/** The tables of a fixture's database with their keys and references, read as `engine init` reads those of an ERP. */
import { introspect } from '../../init/introspect/index.ts';
import { withInferredKeys } from '../../init/introspect/inferred-keys.ts';
import type { Column, Table } from '../../init/model/database.ts';
import type { DataReference, DataTable, DataType } from '../core/erp-data.ts';
import { pairReferences, prefixedReferences, sharedReferences, withDataKey } from './data-keys.ts';
import type { RawDatabase } from './raw-database.ts';

/** The engine's own tables, and those that keep removed rows. */
const ownTable = /^engine_/i;

function typeOf({ kind, type, values }: Column): DataType {
  switch (kind) {
    case 'number':
      return /int|serial/i.test(type) && !values.some((value) => value.includes('.')) ? 'integer' : 'decimal';
    case 'text':
    case 'date':
    case 'datetime':
    case 'boolean':
    case 'other':
      return kind;
  }
}

/** Part of the rows that refer to themselves, above which a column is a reference to its own table: the head of a group of partners. */
const leastOwn = 0.5;

/** Columns that have the key of their own row in most rows, and that of another in the others. */
function ownReferences({ name, columns, primaryKey, uniques, foreignKeys, sample }: Table): readonly DataReference[] {
  const [key, ...more] = primaryKey;
  if (key === undefined || more.length > 0 || sample.length < 3) return [];
  // The head of a group is that of several rows, so a unique column is a number that happens to equal the key.
  const others = new Set(
    [key, ...uniques.filter((one) => one.length === 1), ...foreignKeys.map((one) => one.columns)].flat(),
  );
  return columns.flatMap((column): readonly DataReference[] => {
    if (others.has(column.name) || typeOf(column) === 'decimal') return [];
    const selfNamed = sample.filter((row) => row[key] !== null && row[key] === row[column.name]);
    if (selfNamed.length < sample.length * leastOwn) return [];
    return [{ columns: [column.name], table: name, targetColumns: [key], isInferred: true }];
  });
}

function dataTable(described: Table): DataTable {
  const { name, columns, primaryKey, uniques, foreignKeys } = described;
  const references = foreignKeys.map(
    ({ columns: referringColumns, table, references: target, declared }): DataReference => ({
      columns: referringColumns,
      table,
      targetColumns: target,
      isInferred: !declared,
    }),
  );
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: typeOf(column), nullable: !column.required })),
    key: primaryKey,
    uniqueKeys: uniques,
    references: [...references, ...ownReferences(described)],
  };
}

/** All tables of the login's own schema. Foreign keys that are not declared are inferred from names and verified by the rows. */
export async function sqlTables({ databaseKind, run }: RawDatabase): Promise<readonly DataTable[]> {
  const read = (sql: string) => run(sql);
  const described = await introspect({ databaseKind, read: ({ sql }) => run(sql) }, Date.now);
  const tables = described.tables.filter(({ name }) => !ownTable.test(name)).map(withDataKey);
  const { tables: inferred } = await withInferredKeys({ databaseKind, tables }, read);
  return pairReferences(sharedReferences(prefixedReferences(inferred))).map(dataTable);
}
