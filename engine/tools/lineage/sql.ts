/** Resolves a result column to table columns, with polyglot's lineage. */
import { isSameName } from '../../base/compare.ts';
import { loadPolyglot, type PolyglotDialect } from '../../sources/sql/grammar/polyglot.ts';
import { polyglotReferences } from '../../sources/sql/grammar/polyglot-references.ts';
import type { ReferenceReader, Scope } from '../../sources/sql/grammar/references.ts';
import { databaseKinds } from '../../sources/sql/kinds/index.ts';

interface TableColumn {
  readonly table: string;
  readonly column: string;
}

type ColumnLineage =
  /** Empty: the value is a literal. `ambiguous`: columns whose table the statement does not determine. */
  | { readonly ok: true; readonly columns: readonly TableColumn[]; readonly ambiguous: readonly string[] }
  | { readonly ok: false; readonly reason: string };

export type TraceColumn = (sql: string, column: string, dialect: PolyglotDialect) => ColumnLineage;

interface Node {
  readonly name: string;
  readonly source_kind: string;
  readonly source_name: string;
  readonly downstream: readonly Node[];
}

function leavesOf(node: Node): readonly Node[] {
  return node.downstream.length === 0 ? [node] : node.downstream.flatMap(leavesOf);
}

const tablesOf = (scope: Scope): Scope['tables'] => [...scope.tables, ...scope.inner.flatMap(tablesOf)];

/**
 * The table behind a name of polyglot's result: in a subquery polyglot gives the alias of an outer table. Undefined if
 * the alias stands for several tables, or for a subquery.
 */
function tableNamed(name: string, tables: Scope['tables']): string | undefined {
  if (tables.some((table) => isSameName(table.name, name))) return name;
  const aliased = new Set(tables.filter(({ alias }) => isSameName(alias, name)).map((table) => table.name));
  const [only, ...others] = aliased;
  return others.length === 0 ? only : undefined;
}

/** A statement with a text for each parameter that is a JSON key (`name ->> $1`), which the parser does not accept. The key does not affect the origin of the column. */
const withFixedKeys = (sql: string): string => sql.replaceAll(/([-#]>>?\s*)\$\d+/g, "$1'key'");

/** Loads the library; see `loadPolyglot`. */
export async function columnTracer(): Promise<TraceColumn> {
  const { Dialect, lineage: traceLineage } = await loadPolyglot();
  const readers = new Map<PolyglotDialect, ReferenceReader>();
  for (const { polyglot } of databaseKinds) readers.set(polyglot, await polyglotReferences(polyglot));
  return (sql, column, dialect) => {
    try {
      const text = withFixedKeys(sql);
      const { success, lineage, error } = traceLineage(column, text, Dialect[dialect]);
      if (!success || lineage === undefined) return { ok: false, reason: error ?? 'the statement cannot be read' };
      const leaves = leavesOf(lineage);
      const references = readers.get(dialect)?.(text);
      const tables = references?.ok === true ? tablesOf(references.scope) : [];
      const ambiguous = new Set(leaves.filter(({ source_kind: kind }) => kind === 'unknown').map(({ name }) => name));
      const distinct = new Map<string, TableColumn>();
      for (const { name, source_kind: kind, source_name: source } of leaves) {
        if (kind !== 'table') continue;
        const unqualifiedName = name.slice(name.lastIndexOf('.') + 1);
        const table = tables.length === 0 ? source : tableNamed(source, tables);
        if (table === undefined) ambiguous.add(`${source}.${unqualifiedName}`);
        else distinct.set(`${table}.${unqualifiedName}`, { table, column: unqualifiedName });
      }
      return { ok: true, columns: [...distinct.values()], ambiguous: [...ambiguous] };
    } catch (error) {
      // A WebAssembly trap, such as a stack overflow.
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
