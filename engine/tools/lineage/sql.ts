/** Resolves a result column to table columns, with polyglot's lineage. */
import { loadPolyglot, type PolyglotDialect } from '../../sources/sql/grammar/polyglot.ts';

export interface TableColumn {
  readonly table: string;
  readonly column: string;
}

export type ColumnLineage =
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

/** The parser accepts no parameter as a JSON key (`name ->> $1`). The key does not affect the origin of the column. */
const readable = (sql: string): string => sql.replaceAll(/([-#]>>?\s*)\$\d+/g, "$1'key'");

/** Loads the library; see `loadPolyglot`. */
export async function columnTracer(): Promise<TraceColumn> {
  const { Dialect, lineage: traceLineage } = await loadPolyglot();
  return (sql, column, dialect) => {
    try {
      const { success, lineage, error } = traceLineage(column, readable(sql), Dialect[dialect]);
      if (!success || lineage === undefined) return { ok: false, reason: error ?? 'the statement cannot be read' };
      const leaves = leavesOf(lineage);
      const columns = leaves
        .filter(({ source_kind: kind }) => kind === 'table')
        .map(({ name, source_name: table }) => ({ table, column: name.slice(name.lastIndexOf('.') + 1) }));
      const ambiguous = leaves.filter(({ source_kind: kind }) => kind === 'unknown').map(({ name }) => name);
      const distinct = new Map(columns.map((one) => [`${one.table}.${one.column}`, one]));
      return { ok: true, columns: [...distinct.values()], ambiguous: [...new Set(ambiguous)] };
    } catch (error) {
      // A WebAssembly trap, such as a stack overflow.
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
