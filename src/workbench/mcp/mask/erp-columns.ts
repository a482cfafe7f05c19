/** What is known about the columns of the ERP's databases: their names, and whether their values are shown as they are. */
import type { TableSchema } from '../../../../engine/host/index.ts';
import { sampledTables, schemas } from '../../operations/data.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import type { ColumnFact, JudgedColumn } from './column-fact.ts';
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

/** Tables of a database itself, which have only names. */
const catalogueTables =
  /^(?:information_schema\.(?:tables|columns|schemata|table_constraints|key_column_usage|routines|parameters)|sqlite_(?:schema|master)|pg_(?:catalog\.)?(?:pg_)?(?:class|attribute|namespace|tables|indexes|type|constraint|proc)|sys\.(?:tables|columns|objects|indexes|schemas|types))$/i;

/** A column that the catalogue does not have: every word and digit of it is replaced. */
const unknownColumn: ColumnFact = { maskClass: 'bank', isOpen: false };

const unqualified = (table: string): string => table.slice(table.lastIndexOf('.') + 1);
const columnKey = (source: string, table: string, column: string): string =>
  `${source} ${unqualified(table)}.${column}`.toLowerCase();

function kindOf(type: string, values: readonly string[]): JudgedColumn['kind'] {
  const areNumbers = values.every((value) => /^-?\d+(?:\.\d+)?$/.test(value));
  if (/bool|^bit/i.test(type)) return 'boolean';
  if (/int|num|dec|real|double|float|money|serial/i.test(type) && areNumbers) return 'number';
  if (/date|time/i.test(type) && values.every((value) => /^[\d\s.,:/TZ+-]*$/.test(value))) return 'date';
  return values.length > 0 && areNumbers ? 'number' : 'text';
}

function tableNamed(tables: readonly TableSchema[] | undefined, name: string): TableSchema | undefined {
  const table = unqualified(name).toLowerCase();
  return catalogueTables.test(name) ? undefined : tables?.find((one) => one.name.toLowerCase() === table);
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
          for (const { name, type } of table.columns) {
            const filled = (values.get(name) ?? []).filter((value) => value.trim() !== '');
            const kind = kindOf(type, filled);
            const judged = { name, owner: table.name, kind, values: filled, isKey: keys.has(name) };
            factsByColumn.set(columnKey(source, table.name, name), masker.judge(judged));
          }
          sampled.add(table);
        }
      }
      return (source, table, column) => {
        if (catalogueTables.test(table)) return { maskClass: 'code', isOpen: true };
        return (
          (tableNamed(all.get(source), table) && factsByColumn.get(columnKey(source, table, column))) ?? unknownColumn
        );
      };
    },
  };
}
