/** Resolves the columns of a statement to tables, from inner to outer queries. */

import { isSameName } from '../../base/compare.ts';
import type { SqlRange } from '../../sources/sql/grammar/reading.ts';
import type { ColumnReference, Scope } from '../../sources/sql/grammar/references.ts';

/** Names of a table's columns, as far as known. */
type ColumnsOf = (table: string) => readonly string[] | undefined;

/** A table that a statement uses, or one of its columns. */
export interface NamedColumn {
  /** As in the statement, with the schema if given. */
  readonly table: string;
  /** Undefined: the table itself. */
  readonly column: string | undefined;
  /** `whole`: selected by `*`. `inserted`: of a table that gets rows. */
  readonly use: 'read' | 'written' | 'whole' | 'inserted';
  readonly range: SqlRange;
}

interface ResolvedNames {
  readonly touched: readonly NamedColumn[];
  /** Columns whose table cannot be determined. */
  readonly unknown: readonly { readonly name: string; readonly range: SqlRange }[];
}

/** Pseudo-tables for the row of a change. */
const rowsOfChange = /^(?:excluded|inserted|deleted|new|old|values)$/i;

type Table = Scope['tables'][number];

/**
 * The real tables of a scope: no common table expressions, and no aliases of other tables (`UPDATE c ... FROM
 * customer c`).
 */
function realTables(scope: Scope, outer: readonly Scope[]): readonly Table[] {
  const isDerived = (name: string): boolean =>
    [scope, ...outer].some(({ derived }) => derived.some((one) => isSameName(one, name)));
  const isAlias = ({ name }: Table): boolean =>
    scope.tables.some((other) => isSameName(other.alias, name) && !isSameName(other.name, name));
  return scope.tables.filter((table) => !isDerived(table.name) && !isAlias(table));
}

function byAlias(tables: readonly Table[], alias: string): Table | undefined {
  return tables.find((one) => isSameName(one.alias, alias));
}

function targetOf(chain: readonly Scope[]): Table | undefined {
  for (const [index, scope] of chain.entries()) {
    const [target] = scope.targets;
    if (target !== undefined) return byAlias(realTables(scope, chain.slice(index + 1)), target.name);
  }
  return undefined;
}

/** The tables of a column; empty if it belongs to none, undefined if unknown. */
function ownersOf(
  { qualifier, name, use }: ColumnReference,
  chain: readonly Scope[],
  columnsOf: ColumnsOf,
): readonly string[] | undefined {
  const target = (): readonly string[] | undefined => {
    const targetTable = targetOf(chain);
    return targetTable && [targetTable.name];
  };
  if (qualifier === undefined && use === 'written') return target();
  for (const [index, scope] of chain.entries()) {
    const tables = realTables(scope, chain.slice(index + 1));
    if (qualifier !== undefined) {
      const tableOfAlias = byAlias(tables, qualifier);
      if (tableOfAlias !== undefined) return [tableOfAlias.name];
      if (
        [...scope.derived, ...scope.outputs, ...scope.tables.map(({ alias }) => alias)].some((one) =>
          isSameName(one, qualifier),
        )
      )
        return [];
      continue;
    }
    if (use === 'sorted' && scope.outputs.some((one) => isSameName(one, name))) return [];
    const tableColumns = tables.map((table) => ({ table: table.name, columns: columnsOf(table.name) }));
    const owners = tableColumns.filter(({ columns }) => columns?.some((one) => isSameName(one, name)));
    if (owners.length === 1 || (owners.length > 0 && use === 'joined')) return owners.map(({ table }) => table);
    if (owners.length > 1) return undefined;
    const [open] = tableColumns.filter(({ columns }) => columns === undefined);
    if (open === undefined) continue;
    // A table with unknown columns may have it, unless another one certainly does.
    const others = chain.slice(index + 1).some((outer) => outer.tables.length > 0);
    return tableColumns.length === 1 && scope.derived.length === 0 && !others ? [open.table] : undefined;
  }
  if (qualifier !== undefined && rowsOfChange.test(qualifier)) return target();
  // A subquery may have it.
  return qualifier === undefined && chain.some(({ derived }) => derived.length > 0) ? [] : undefined;
}

/** The tables and columns that the queries of a statement use. Names are case-insensitive. */
export function resolveNames(root: Scope, columnsOf: ColumnsOf): ResolvedNames {
  const touched: NamedColumn[] = [];
  const unknown: { readonly name: string; readonly range: SqlRange }[] = [];
  const visit = (scope: Scope, outer: readonly Scope[]): void => {
    const tables = realTables(scope, outer);
    const inserted = scope.targets.flatMap((one) => (one.inserts ? (byAlias(tables, one.name) ?? []) : []));
    for (const one of tables) {
      const use = inserted.includes(one) ? 'inserted' : 'read';
      touched.push({ table: one.name, column: undefined, use, range: one.range });
    }
    for (const mention of scope.columns) {
      const { name, range, use } = mention;
      const owners = ownersOf(mention, [scope, ...outer], columnsOf);
      if (owners === undefined) unknown.push({ name, range });
      else
        for (const table of owners)
          touched.push({ table, column: name, use: use === 'written' ? 'written' : 'read', range });
    }
    for (const { qualifier, range } of scope.stars) {
      for (const { name: table, alias } of tables) {
        if (qualifier !== undefined && !isSameName(alias, qualifier)) continue;
        for (const column of columnsOf(table) ?? []) touched.push({ table, column, use: 'whole', range });
      }
    }
    for (const inner of scope.inner) visit(inner, [scope, ...outer]);
  };
  visit(root, []);
  return { touched, unknown };
}
