/** The result of a query, and the tests in its clauses. */
import { isMap } from '../../base/members.ts';
import { at, listAt, textAt } from '../../sources/sql/grammar/references.ts';
import { type Flow, type FlowOutput, fixedFlow, flowKey, mergedFlow, noFlow } from './flow.ts';
import { relationsOf } from './relations.ts';
import { allColumns, resolveOutput, type Scope, Untraceable } from './scope.ts';
import { kindOf, type Tracer } from './tracer.ts';

const setOperations = new Set(['union', 'intersect', 'except']);

/** Rounds until the result of a recursive query no longer changes: each one adds what a flow is computed from. */
const mostRounds = 8;

const emptyScope = (outer: Scope | undefined): Scope => ({
  relations: [],
  outputs: [],
  outer,
  named: outer?.named ?? new Map(),
});

function renamed(outputs: readonly FlowOutput[], names: readonly unknown[]): readonly FlowOutput[] {
  return outputs.map((output, index) => ({ ...output, name: textAt(names[index], 'name') ?? output.name }));
}

/** The named queries of a WITH. A recursive one is traced until its result is stable. */
function namedQueries(tracer: Tracer, content: unknown, outer: Scope | undefined): Scope {
  let scope = emptyScope(outer);
  for (const cte of listAt(content, 'with', 'ctes')) {
    const name = (textAt(cte, 'alias', 'name') ?? '').toLowerCase();
    const query = at(cte, 'this');
    const result = (within: Scope) => renamed(tracer.query(query, within), listAt(cte, 'columns'));
    const named = (outputs: readonly FlowOutput[]): Scope => ({
      ...scope,
      named: new Map([...scope.named, [name, outputs]]),
    });
    const [kind, union] = kindOf(query) ?? ['', undefined];
    let outputs =
      kind === 'union' ? renamed(tracer.query(at(union, 'left'), scope), listAt(cte, 'columns')) : result(scope);
    for (let round = 0; kind === 'union' && round < mostRounds; round += 1) {
      const next = result(named(outputs));
      const isStable = next.every(({ flow }, index) => flowKey(flow) === flowKey(outputs[index]?.flow ?? noFlow));
      outputs = next;
      if (isStable) break;
    }
    scope = named(outputs);
  }
  return scope;
}

/** A term of ORDER BY or GROUP BY: an expression, or a column of the result by its name or position. */
function termFlow(tracer: Tracer, node: unknown, scope: Scope): Flow {
  const literal = textAt(node, 'literal', 'value');
  const name =
    textAt(node, 'column', 'table', 'name') === undefined ? textAt(node, 'column', 'name', 'name') : undefined;
  tracer.reached(at(node, 'column'));
  const byPosition =
    literal !== undefined && /^\d+$/.test(literal) ? resolveOutput(scope.outputs, Number(literal)) : undefined;
  return (
    byPosition ?? (name === undefined ? undefined : resolveOutput(scope.outputs, name)) ?? tracer.value(node, scope)
  );
}

function traceOrder(tracer: Tracer, terms: readonly unknown[], scope: Scope): void {
  for (const term of terms) tracer.compare([termFlow(tracer, at(term, 'this') ?? term, scope)], 'order');
}

/** How many rows there are: a number of the statement or of the call. */
function traceLimits(tracer: Tracer, content: unknown, scope: Scope): void {
  for (const key of ['limit', 'offset', 'top', 'fetch']) {
    const limit = at(content, key);
    const number = at(limit, 'this') ?? at(limit, 'count') ?? limit;
    if (isMap(number)) tracer.refuse(tracer.value(number, scope), 'a number of rows depends on columns');
  }
}

function setOperation(tracer: Tracer, kind: string, content: unknown, outer: Scope | undefined): readonly FlowOutput[] {
  const scope = namedQueries(tracer, content, outer);
  const [left, right] = [tracer.query(at(content, 'left'), scope), tracer.query(at(content, 'right'), scope)];
  const open = [...left, ...right].filter(({ name }) => name === '*');
  const outputs = left.map(({ name, flow }, index) => ({
    name,
    flow: mergedFlow([flow, right[index]?.flow ?? noFlow, ...open.map((one) => one.flow)]),
  }));
  if (kind !== 'union' || at(content, 'all') !== true) for (const { flow } of outputs) tracer.compare([flow], 'equal');
  const ordered = { ...scope, outputs };
  traceOrder(tracer, listAt(content, 'order_by', 'expressions'), ordered);
  traceLimits(tracer, content, ordered);
  return outputs;
}

/** The columns that an expression of SELECT gives. */
function selected(tracer: Tracer, node: unknown, scope: Scope): readonly FlowOutput[] {
  const [kind, content] = kindOf(node) ?? ['', undefined];
  if (kind === 'star') {
    const qualifier = textAt(content, 'table', 'name')?.toLowerCase();
    return scope.relations
      .filter(({ alias }) => qualifier === undefined || alias.toLowerCase() === qualifier)
      .flatMap(allColumns);
  }
  const name = kind === 'alias' ? textAt(content, 'alias', 'name') : textAt(content, 'name', 'name');
  return [{ name: name ?? '*', flow: tracer.value(kind === 'alias' ? at(content, 'this') : node, scope) }];
}

/** Clauses that this trace knows. One of the others is refused if it has something in it. */
const knownClauses = new Set(
  'expressions from joins where_clause group_by having qualify order_by limit offset fetch top with distinct distinct_on windows'.split(
    ' ',
  ),
);
/** Clauses and marks that change no values: locks, hints, comments. */
const harmless =
  /comments$|^(?:hint|locks|kind|operation_modifiers|qualify_after_window|option|modifiers_inside|trailing_comments)$/;

function refuseUnknownClauses(content: unknown): void {
  if (!isMap(content)) return;
  for (const [key, value] of Object.entries(content)) {
    if (knownClauses.has(key) || harmless.test(key)) continue;
    const isEmpty = value === null || value === false || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) throw new Untraceable(`the clause "${key}" is not known`);
  }
}

function selectOutputs(tracer: Tracer, content: unknown, outer: Scope | undefined): readonly FlowOutput[] {
  refuseUnknownClauses(content);
  const before = namedQueries(tracer, content, outer);
  const inner = {
    ...before,
    relations: relationsOf(tracer, listAt(content, 'from', 'expressions'), listAt(content, 'joins'), before),
  };
  const outputs = listAt(content, 'expressions').flatMap((one) => selected(tracer, one, inner));
  const scope: Scope = { ...inner, outputs };
  for (const clause of ['where_clause', 'having', 'qualify']) {
    const condition = at(content, clause, 'this');
    if (isMap(condition)) tracer.condition(condition, scope);
  }
  for (const term of listAt(content, 'group_by', 'expressions'))
    tracer.compare([termFlow(tracer, term, scope)], 'equal');
  for (const window of listAt(content, 'windows')) {
    for (const term of listAt(window, 'spec', 'partition_by')) tracer.compare([tracer.value(term, scope)], 'equal');
    traceOrder(tracer, listAt(window, 'spec', 'order_by'), scope);
  }
  for (const term of listAt(content, 'distinct_on')) tracer.compare([termFlow(tracer, term, scope)], 'equal');
  if (at(content, 'distinct') === true) for (const { flow } of outputs) tracer.compare([flow], 'equal');
  traceOrder(tracer, listAt(content, 'order_by', 'expressions'), scope);
  traceLimits(tracer, content, scope);
  return outputs;
}

function subqueryOutputs(tracer: Tracer, content: unknown, outer: Scope | undefined): readonly FlowOutput[] {
  const outputs = renamed(tracer.query(at(content, 'this'), outer), listAt(content, 'column_aliases'));
  const scope = { ...emptyScope(outer), outputs };
  traceOrder(tracer, listAt(content, 'order_by', 'expressions'), scope);
  traceLimits(tracer, content, scope);
  return outputs;
}

/** Rows that the statement lists: the columns have the names `column1`, or those of their alias. */
function valuesOutputs(tracer: Tracer, content: unknown, outer: Scope | undefined): readonly FlowOutput[] {
  const rows = listAt(content, 'expressions').map((row) => listAt(row, 'expressions'));
  const scope = emptyScope(outer);
  const outputs = (rows[0] ?? []).map((_, index) => ({
    name: `column${index + 1}`,
    flow: mergedFlow([fixedFlow, ...rows.map((row) => tracer.value(row[index], scope))]),
  }));
  return renamed(outputs, listAt(content, 'column_aliases'));
}

/** The columns of a query. Throws `Untraceable`. */
export function queryOutputs(tracer: Tracer, node: unknown, outer: Scope | undefined): readonly FlowOutput[] {
  const [kind, content] = kindOf(node) ?? ['', undefined];
  if (setOperations.has(kind)) return setOperation(tracer, kind, content, outer);
  switch (kind) {
    case 'select':
      return selectOutputs(tracer, content, outer);
    case 'subquery':
      return subqueryOutputs(tracer, content, outer);
    case 'paren':
      return tracer.query(at(content, 'this'), outer);
    case 'values':
      return valuesOutputs(tracer, content, outer);
    default:
      throw new Untraceable(`"${kind}" is no query that can be traced`);
  }
}
