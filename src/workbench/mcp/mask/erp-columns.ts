/** What is known about the columns of the ERP's databases: their names, and whether their values are shown as they are. */
import type { TableSchema } from '../../../../engine/host/index.ts';
import { type DatabaseSchema, sampledTables, schemas } from '../../operations/data.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import { type ColumnFact, columnKey, type JudgedColumn, unqualified } from './column-fact.ts';
import type { SessionMasker } from './session-masker.ts';

export interface ErpColumns {
  /** The columns of a table of a source; undefined for a table that the catalogue does not have. */
  columnsOf(source: string): (table: string) => readonly string[] | undefined;
  /** The facts of columns, by `source table.column` in small letters. Reads the first rows of tables that were not read before. */
  facts(
    workspace: Workspace,
    masker: SessionMasker,
    wanted: readonly { readonly source: string; readonly table: string; readonly column: string }[],
  ): Promise<(source: string, table: string, column: string) => ColumnFact>;
}

/** Tables of a database itself, which have only names. One of the ERP with such a name is none of them. */
const catalogueTables =
  /^(?:information_schema\.(?:tables|columns|schemata|table_constraints|key_column_usage|routines|parameters)|sqlite_(?:schema|master)|pg_(?:catalog\.)?(?:pg_)?(?:class|attribute|namespace|tables|indexes|type|constraint|proc)|sys\.(?:tables|columns|objects|indexes|schemas|types))$/i;

/** A column that the catalogue does not have: every word and digit of it is replaced. */
const unknownColumn: ColumnFact = { maskClass: 'bank', isOpen: false };

function kindOf(type: string, values: readonly string[]): JudgedColumn['kind'] {
  const areNumbers = values.every((value) => /^-?\d+(?:\.\d+)?$/.test(value));
  if (/bool|^bit/i.test(type)) return 'boolean';
  if (/int|num|dec|real|double|float|money|serial/i.test(type) && areNumbers) return 'number';
  if (/date|time/i.test(type) && values.every((value) => /^[\d\s.,:/TZ+-]*$/.test(value))) return 'date';
  return values.length > 0 && areNumbers ? 'number' : 'text';
}

/** The table of the login's own schema. A table of this name in another schema has other values, and is not known. */
function tableNamed(database: DatabaseSchema | undefined, name: string): TableSchema | undefined {
  const table = unqualified(name).toLowerCase();
  const schema = name.slice(0, Math.max(0, name.lastIndexOf('.'))).toLowerCase();
  if (schema !== '' && schema !== database?.schema.toLowerCase()) return undefined;
  const same = database?.tables.filter((one) => one.name.toLowerCase() === table) ?? [];
  // Two tables whose names differ only in case are not distinguished here.
  return same.length === 1 ? same[0] : undefined;
}

/** Knows the tables of the profile's databases from now on. Rejects with `Refused` if they cannot be read. */
export async function openErpColumns(first: Workspace): Promise<ErpColumns> {
  const all = await schemas(first);
  const factsByColumn = new Map<string, ColumnFact>();
  const sampled = new Set<TableSchema>();
  return {
    columnsOf: (source) => (table) => tableNamed(all.get(source), table)?.columns.map(({ name }) => name),
    async facts(workspace, masker, wanted) {
      for (const [source, columns] of Map.groupBy(wanted, (one) => one.source)) {
        const tables = new Set(columns.flatMap(({ table }) => tableNamed(all.get(source), table) ?? []));
        const fresh = [...tables].filter((table) => !sampled.has(table));
        for (const { table, values } of fresh.length === 0 ? [] : await sampledTables(workspace, source, fresh)) {
          const keys = new Set([...table.primaryKey, ...table.foreignKeys.flatMap((key) => key.columns)]);
          const unique = new Set([...table.primaryKey, ...table.uniques.flat()]);
          for (const { name, type } of table.columns) {
            const filled = (values.get(name) ?? []).filter((value) => value.trim() !== '');
            const kind = kindOf(type, filled);
            const judged = { name, owner: table.name, kind, values: filled, isKey: keys.has(name) };
            const key = columnKey(source, table.name, name);
            const isAlone = table.columns.filter((one) => one.name.toLowerCase() === name.toLowerCase()).length === 1;
            const fact = isAlone ? masker.judge(judged) : unknownColumn;
            factsByColumn.set(key, unique.has(name) ? { ...fact, isUnique: true } : fact);
          }
          sampled.add(table);
        }
      }
      return (source, table, column) => {
        const database = all.get(source);
        const isOfErp = database?.tables.some(({ name }) => name.toLowerCase() === unqualified(table).toLowerCase());
        if (isOfErp !== true && catalogueTables.test(table)) return { maskClass: 'code', isOpen: true };
        return (tableNamed(database, table) && factsByColumn.get(columnKey(source, table, column))) ?? unknownColumn;
      };
    },
  };
}
