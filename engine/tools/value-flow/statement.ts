/** What a whole statement reveals: the columns of its result, its tests, and the values that it writes. */
import { isMap } from '../../base/members.ts';
import { loadPolyglot, type PolyglotDialect } from '../../sources/sql/grammar/polyglot.ts';
import { at, listAt, textAt } from '../../sources/sql/grammar/references.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import { traceCondition } from './conditions.ts';
import { type Flow, type FlowOutput, type FlowTest, givenFlow, mergedFlow, noFlow } from './flow.ts';
import { parserText } from './parser-text.ts';
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
      readonly written: readonly Written[];
    }
  | { readonly ok: false; readonly reason: string };

interface Traced {
  /** As it is sent, with the placeholders of the driver. */
  readonly sql: string;
  readonly databaseKind: {
    readonly polyglot: PolyglotDialect;
    readonly dialect: Pick<Dialect, 'lexicon' | 'placeholder'>;
  };
  readonly columnsOf: ColumnsOf;
  /** What the value of a placeholder contains, if it is one of an earlier statement. `position`: from 1. */
  readonly rowFlow?: (position: number) => Flow | undefined;
}

export type TraceStatement = (traced: Traced) => StatementFlow;

/** A value that a statement writes. `column`: undefined where the statement does not name it. */
export interface Written {
  readonly table: string;
  readonly column: string | undefined;
  readonly flow: Flow;
}

function createTracer(
  dialect: PolyglotDialect,
  columnsOf: ColumnsOf,
  rowFlow: (position: number) => Flow | undefined,
  { tests, reached }: { readonly tests: Map<string, FlowTest>; readonly reached: Set<unknown> },
): Tracer {
  const add = ({ columns, isGiven: hasGiven }: Flow, isOfGiven: boolean, reason: string | undefined): void => {
    if (columns.size === 0 && !isOfGiven) return;
    const test = { columns: [...columns.values()], isOfGiven, hasGiven, reason };
    tests.set(JSON.stringify(test), test);
  };
  const addMixed = ({ columns, isGiven: hasGiven }: Flow): void => {
    const reason = 'it is compared with values that are shown';
    const test = { columns: [...columns.values()], isOfGiven: false, hasGiven, reason, ofMixed: true as const };
    tests.set(JSON.stringify(test), test);
  };
  const tracer: Tracer = {
    columnsOf,
    plusJoins: dialect === 'TSQL',
    charIsOneLetter: dialect === 'PostgreSQL',
    reached: (node) => void reached.add(node),
    given: (placeholder) => rowFlow(Number(textAt(placeholder, 'name')?.slice(1))) ?? givenFlow,
    value: (node, scope) => valueFlow(tracer, node, scope),
    condition: (node, scope) => traceCondition(tracer, node, scope),
    query(node, outer) {
      reached.add(kindOf(node)?.[1]);
      return queryOutputs(tracer, node, outer);
    },
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
      if (merged.columns.size > 1) addMixed(merged);
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
  const write = (flow: Flow, column?: string): void => void written.push({ table, column, flow });
  const named = listAt(content, 'columns').map((one) => textAt(one, 'name'));
  const columns = named.length > 0 ? named : (tracer.columnsOf(table) ?? []);
  const tables = [...listAt(content, 'extra_tables'), ...listAt(content, 'using')].map((one) => ({ table: one }));
  const from = [...tables, ...listAt(content, 'from_clause', 'expressions')];
  const joins = [...listAt(content, 'table_joins'), ...listAt(content, 'from_joins'), ...listAt(content, 'joins')];
  const scope = changeScope(tracer, at(content, 'table'), from, joins, noScope);
  if (kind === 'insert') {
    const query = at(content, 'query');
    for (const row of listAt(content, 'values'))
      for (const [index, value] of (Array.isArray(row) ? row : []).entries())
        write(tracer.value(value, noScope), columns[index]);
    if (isMap(query))
      for (const [index, { flow }] of tracer.query(query, undefined).entries()) write(flow, columns[index]);
    for (const flow of conflictFlows(tracer, at(content, 'on_conflict'), scope)) write(flow);
  }
  for (const pair of listAt(content, 'set'))
    if (Array.isArray(pair)) write(tracer.value(pair[1], scope), textAt(pair[0], 'name'));
  const condition = at(content, 'where_clause', 'this');
  if (isMap(condition)) tracer.condition(condition, scope);
  return returned(tracer, content, scope);
}

/** Parts of a tree that a trace has to reach: values, and queries. */
const traceable: ReadonlySet<string> = new Set(['column', 'identifier', 'parameter', 'placeholder', 'select']);

/** Throws `Untraceable` for a part of the statement that no rule has looked at: an argument, a clause, a filter. */
function refuseUnreached(node: unknown, reached: ReadonlySet<unknown>): void {
  if (Array.isArray(node)) for (const item of node) refuseUnreached(item, reached);
  if (!isMap(node)) return;
  const [kind, content] = kindOf(node) ?? ['', undefined];
  if (traceable.has(kind) && isMap(content) && !reached.has(content))
    throw new Untraceable(`a "${kind}" in it has no rule`);
  for (const inner of Object.values(node)) refuseUnreached(inner, reached);
}

/** Loads the library; see `loadPolyglot`. Names are case-insensitive. A statement that cannot be read, or has parts that are not known, is not traced. */
export async function statementTracer(): Promise<TraceStatement> {
  const { Dialect, parse } = await loadPolyglot();
  return ({ sql, databaseKind: { polyglot, dialect }, columnsOf, rowFlow = () => undefined }) => {
    const text = parserText(sql, dialect);
    if (text === undefined) return { ok: false, reason: 'the database executes a comment in it' };
    if (text.keys.some((position) => rowFlow(position) !== undefined))
      return { ok: false, reason: 'a key of JSON is a value of another statement' };
    const [tests, reached] = [new Map<string, FlowTest>(), new Set<unknown>()];
    const written: Written[] = [];
    try {
      const parsed = parse(text.sql, Dialect[polyglot]);
      if (!parsed.success) return { ok: false, reason: 'the parser does not read it' };
      const tracer = createTracer(polyglot, columnsOf, rowFlow, { tests, reached });
      const trees: readonly unknown[] = Array.isArray(parsed.ast) ? parsed.ast : [];
      const outputs = trees.flatMap((tree) => {
        const [kind, content] = kindOf(tree) ?? ['', undefined];
        if (['insert', 'update', 'delete'].includes(kind)) return traceChange(tracer, kind, content, written);
        return tracer.query(tree, undefined);
      });
      refuseUnreached(trees, reached);
      return { ok: true, outputs, tests: [...tests.values()], written };
    } catch (error) {
      if (error instanceof Untraceable) return { ok: false, reason: error.message };
      // A trap of WebAssembly, such as a stack overflow.
      return { ok: false, reason: 'the parser does not read it' };
    }
  };
}
