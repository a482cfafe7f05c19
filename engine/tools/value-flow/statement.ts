/** What a whole statement tells: the columns of its result, its tests, and the values that it writes. */
import { isMap } from '../../base/members.ts';
import { loadPolyglot, type PolyglotDialect, withFixedKeys } from '../../sources/sql/grammar/polyglot.ts';
import { at, listAt, textAt } from '../../sources/sql/grammar/references.ts';
import { traceCondition } from './conditions.ts';
import { type Flow, type FlowOutput, type FlowTest, mergedFlow, noFlow } from './flow.ts';
import { queryOutputs } from './queries.ts';
import { relationsOf } from './relations.ts';
import { type ColumnsOf, type Relation, type Scope, Untraceable } from './scope.ts';
import { kindOf, type Tracer } from './tracer.ts';
import { valueFlow } from './values.ts';

/** `reason`: a clause. */
export type StatementFlow =
  | {
      readonly ok: true;
      readonly outputs: readonly FlowOutput[];
      readonly tests: readonly FlowTest[];
      /** The values that the statement writes, with the table. */
      readonly written: readonly { readonly table: string; readonly flow: Flow }[];
    }
  | { readonly ok: false; readonly reason: string };

export type TraceStatement = (sql: string, dialect: PolyglotDialect, columnsOf: ColumnsOf) => StatementFlow;

interface Written {
  readonly table: string;
  readonly flow: Flow;
}

function createTracer(dialect: PolyglotDialect, columnsOf: ColumnsOf, tests: Map<string, FlowTest>): Tracer {
  const add = ({ columns }: Flow, isOfGiven: boolean, reason: string | undefined): void => {
    if (columns.size === 0 && !isOfGiven) return;
    const test = { columns: [...columns.values()], isOfGiven, reason };
    tests.set(JSON.stringify(test), test);
  };
  const tracer: Tracer = {
    columnsOf,
    plusJoins: dialect === 'TSQL',
    charIsOneLetter: dialect === 'PostgreSQL',
    value: (node, scope) => valueFlow(tracer, node, scope),
    condition: (node, scope) => traceCondition(tracer, node, scope),
    query: (node, outer) => queryOutputs(tracer, node, outer),
    refuse: (flow, reason) => add(flow, flow.isGiven && flow.isComputed, reason),
    compare(flows, how) {
      const merged = mergedFlow(flows);
      const isComputedGiven = flows.some(({ isGiven, isComputed }) => isGiven && isComputed);
      const isOfGiven = isComputedGiven || (merged.isGiven && merged.isFixed);
      if (merged.isComputed) return add(merged, isOfGiven, 'an operation is applied to it before it is compared');
      if (merged.isFixed) return add(merged, isOfGiven, 'it is compared with a fixed value');
      if (merged.isGenerated && merged.columns.size > 0)
        return add(merged, false, 'it is compared with a value that the query makes');
      if (how === 'order' && (flows.length > 1 || merged.columns.size > 1 || merged.isGiven))
        return add(merged, false, 'it is compared by its order');
      if (merged.isGiven) add(merged, false, undefined);
    },
  };
  return tracer;
}

/** The tables of a change: the changed one, under the names of the row before and after the change too. */
function changeScope(
  tracer: Tracer,
  table: unknown,
  others: readonly unknown[],
  joins: readonly unknown[],
  outer: Scope,
): Scope {
  const [target] = relationsOf(tracer, [{ table }], [], outer);
  const rows = ['excluded', 'inserted', 'deleted', 'new', 'old'].map((alias): Relation[] =>
    target === undefined ? [] : [{ ...target, alias }],
  );
  const relations = relationsOf(tracer, others, joins, { ...outer, relations: target === undefined ? [] : [target] });
  return { ...outer, relations: [...(target === undefined ? [] : [target]), ...relations, ...rows.flat()] };
}

/** The result of RETURNING or OUTPUT. */
function returned(tracer: Tracer, content: unknown, scope: Scope): readonly FlowOutput[] {
  const expressions = [...listAt(content, 'returning'), ...listAt(content, 'output', 'columns')];
  return expressions.flatMap((one) => {
    const [kind, inner] = kindOf(one) ?? ['', undefined];
    const name = kind === 'alias' ? textAt(inner, 'alias', 'name') : textAt(inner, 'name', 'name');
    return [
      {
        name: name ?? '*',
        flow: kind === 'star' ? noFlow : tracer.value(kind === 'alias' ? at(inner, 'this') : one, scope),
      },
    ];
  });
}

const tableName = (content: unknown): string => textAt(content, 'table', 'name', 'name') ?? '';
const noScope: Scope = { relations: [], outputs: [], outer: undefined, named: new Map() };

/** The conditions and values of an ON CONFLICT: every expression in it. */
function conflictFlows(tracer: Tracer, node: unknown, scope: Scope): readonly Flow[] {
  if (!isMap(node)) return [];
  return [tracer.value(node, scope)];
}

function traceChange(tracer: Tracer, kind: string, content: unknown, written: Written[]): readonly FlowOutput[] {
  if (listAt(content, 'with', 'ctes').length > 0) throw new Untraceable('a change with WITH is not traced');
  const table = tableName(content);
  const write = (flow: Flow): void => void written.push({ table, flow });
  const tables = [...listAt(content, 'extra_tables'), ...listAt(content, 'using')].map((one) => ({ table: one }));
  const from = [...tables, ...listAt(content, 'from_clause', 'expressions')];
  const joins = [...listAt(content, 'table_joins'), ...listAt(content, 'from_joins'), ...listAt(content, 'joins')];
  const scope = changeScope(tracer, at(content, 'table'), from, joins, noScope);
  if (kind === 'insert') {
    const query = at(content, 'query');
    for (const row of listAt(content, 'values'))
      for (const value of Array.isArray(row) ? row : []) write(tracer.value(value, noScope));
    if (isMap(query)) for (const { flow } of tracer.query(query, undefined)) write(flow);
    for (const flow of conflictFlows(tracer, at(content, 'on_conflict'), scope)) write(flow);
  }
  for (const pair of listAt(content, 'set')) if (Array.isArray(pair)) write(tracer.value(pair[1], scope));
  const condition = at(content, 'where_clause', 'this');
  if (isMap(condition)) tracer.condition(condition, scope);
  return returned(tracer, content, scope);
}

/** Loads the library; see `loadPolyglot`. Names are case-insensitive. A statement that cannot be read, or has parts that are not known, is not traced. */
export async function statementTracer(): Promise<TraceStatement> {
  const { Dialect, parse } = await loadPolyglot();
  return (sql, dialect, columnsOf) => {
    const tests = new Map<string, FlowTest>();
    const written: Written[] = [];
    try {
      const parsed = parse(withFixedKeys(sql), Dialect[dialect]);
      if (!parsed.success) return { ok: false, reason: 'the parser does not read it' };
      const tracer = createTracer(dialect, columnsOf, tests);
      const trees: readonly unknown[] = Array.isArray(parsed.ast) ? parsed.ast : [];
      const outputs = trees.flatMap((tree) => {
        const [kind, content] = kindOf(tree) ?? ['', undefined];
        if (['insert', 'update', 'delete'].includes(kind)) return traceChange(tracer, kind, content, written);
        return tracer.query(tree, undefined);
      });
      return { ok: true, outputs, tests: [...tests.values()], written };
    } catch (error) {
      if (error instanceof Untraceable) return { ok: false, reason: error.message };
      // A trap of WebAssembly, such as a stack overflow.
      return { ok: false, reason: 'the parser does not read it' };
    }
  };
}
