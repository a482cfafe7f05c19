/** The facts of a profile as questions to its databases. */
import { interpolate } from '../profile/settings.ts';
import { type TableName, tableName } from '../sources/sql/catalog.ts';
import { type CompileContext, type Path, sourceOf, zoneOf } from './context.ts';
import { isOfKind } from './kinds.ts';
import type { QueryPlan } from './plan.ts';
import { compileQuery } from './query.ts';

/** One fact. It is true where the table is there with all columns, and the query gives a row. */
export interface FactPlan {
  readonly name: string;
  readonly source: string;
  readonly path: Path;
  readonly table: TableName | undefined;
  readonly columns: readonly string[];
  readonly query: QueryPlan | undefined;
  /** What is said where the fact is not true, and nothing can go on. */
  readonly otherwise: string | undefined;
}

/** Compiles the facts, or reports why one cannot be. */
export function compileFacts(context: CompileContext): readonly FactPlan[] {
  return Object.entries(context.whole.facts ?? {}).flatMap(([name, fact]): FactPlan[] => {
    const path: Path = ['facts', name];
    const source = sourceOf(context, fact.use, path);
    if (source === undefined || !isOfKind(context, source, 'sql', path)) return [];
    const table = fact.table === undefined ? undefined : tableName(interpolate(fact.table, context.settings));
    if (fact.table !== undefined && table === undefined) {
      const message = `"${fact.table}" is neither \`table\` nor \`schema.table\`.`;
      context.report('MAP247', {
        path: [...path, 'table'],
        message,
        hint: 'Name the table within the database of the connection.',
      });
    }
    // A database is not asked about it beforehand: the tables of another version are missing in this one.
    const scope = {
      request: {},
      parts: new Map(),
      settings: context.settings,
      zone: zoneOf(context, source),
      steps: [],
      key: false,
      rows: false,
      id: undefined,
      filled: [],
      optionalIsNull: false,
    };
    const own: CompileContext = { ...context, questions: [], usedOpenParts: new Set() };
    const query =
      fact.query === undefined
        ? undefined
        : compileQuery(own, { path: [...path, 'query'], text: fact.query, source, verb: 'read', scope, fields: [] });
    return [{ name, source, path, table, columns: fact.columns ?? [], query: query?.plan, otherwise: fact.else }];
  });
}
