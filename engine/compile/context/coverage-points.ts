/**
 * Coverage of a plan by test cases: each function wraps one part of a plan so that running it marks a point as covered. Where coverage is
 * not measured, it returns the part unchanged.
 */
import type { Mark } from '../../base/coverage.ts';
import type { Path } from '../../base/place.ts';
import type { CodeMap } from '../../plan/compute-row.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { BranchPlan } from '../../plan/read.ts';
import type { RequestOutcome } from '../../shape/request.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import type { Expression } from '../../transform/expression.ts';
import type { Message } from '../../transform/message.ts';
import type { CompileContext } from './context.ts';

type Covering = Pick<CompileContext, 'cover'>;

/** Marks a refusal when its message is rendered. */
export function coveredRefusal({ cover }: Covering, path: Path, text: string, message: Message): Message {
  if (cover === undefined) return message;
  const mark = cover('refusal', { path }, `the refusal ${JSON.stringify(text)}`);
  return {
    ...message,
    render: (input, bindings) => {
      mark();
      return message.render(input, bindings);
    },
  };
}

/** Marks an outcome when its condition is true. */
export function coveredCondition({ cover }: Covering, path: Path, when: Expression): Expression {
  if (cover === undefined) return when;
  const mark = cover('outcome', { path }, 'the outcome');
  const marked = (holds: unknown): unknown => {
    if (holds) mark();
    return holds;
  };
  const evaluate: Expression['evaluate'] = (input, bindings) => {
    const holds = when.evaluate(input, bindings);
    return holds instanceof Promise ? holds.then(marked) : marked(holds);
  };
  return { ...when, evaluate };
}

/** Marks one of several reads when it returns a row. */
export function coveredVariant<T extends { readonly plan: BranchPlan }>({ cover }: Covering, path: Path, branch: T): T {
  if (cover === undefined) return branch;
  const { plan } = branch;
  const mark = cover('variant', { path }, `a row of ${String(path.at(-2))}, read ${Number(path.at(-1)) + 1}`);
  const cleaning = <P extends Pick<QueryPlan, 'clean'>>(queryPlan: P): P => ({
    ...queryPlan,
    clean: (row: Parameters<P['clean']>[0]) => {
      mark();
      return queryPlan.clean(row);
    },
  });
  switch (plan.kind) {
    case 'query':
      return { ...branch, plan: { ...plan, query: cleaning(plan.query) } };
    case 'exchange':
      return { ...branch, plan: { ...plan, exchange: cleaning(plan.exchange) } };
  }
}

/** Marks each entry of a code map, and its `else`, when a value uses it. `pathOf`: the path of an entry. */
export function coveredCodes(
  { cover }: Covering,
  field: string,
  map: CodeMap,
  names: Iterable<string>,
  pathOf: (name: string) => Path,
): CodeMap {
  if (cover === undefined) return map;
  const point = (name: string): Mark => cover('code', { path: pathOf(name) }, `${field}: the code ${name}`);
  const marks = new Map([...names].map((name) => [name, point(name)]));
  const other = map.otherwise === undefined ? undefined : point('else');
  return {
    ...map,
    entries: {
      get: (code) => {
        const mappedValue = map.entries.get(code);
        if (mappedValue === undefined) other?.();
        else marks.get(code)?.();
        return mappedValue;
      },
    },
  };
}

/** Marks each optional block of a statement: one point for included, one for left out. `path`: the path of its text. */
export function coveredBlocks(
  { cover }: Covering,
  path: Path,
  { bindingsNamed }: CompiledStatement,
  statement: QueryPlan['statement'],
): QueryPlan['statement'] {
  const blocks = new Map<number, readonly CompiledStatement['bindingsNamed'][number][]>();
  for (const use of bindingsNamed) {
    if (use.block !== undefined && !use.otherwise) blocks.set(use.block, [...(blocks.get(use.block) ?? []), use]);
  }
  if (cover === undefined || blocks.size === 0) return statement;
  const points = [...blocks.values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined) return [];
    // A value inside of a part is at another line, which several blocks may use.
    const { part, offset, length } = first.blockAt ?? first;
    const at = { path: part === undefined ? path : ['parts', part], range: { offset, length } };
    const names = [...new Set(uses.map(({ name }) => name))];
    const shown = names.map((name) => `:${name}`).join(' and ');
    const included = cover('block', at, `[[ ]] with ${shown}`);
    const omitted = cover('block', at, `[[ ]] without ${shown}`);
    return [{ names, included, omitted }];
  });
  return {
    bind: (call) => {
      for (const { names, included, omitted } of points) {
        (names.every((name) => call.isGiven(name)) ? included : omitted)();
      }
      return statement.bind(call);
    },
  };
}

/** Marks an endpoint when it receives a valid request. */
export function coveredRequest(
  { cover }: Covering,
  path: Path,
  name: string,
  check: (body: unknown) => RequestOutcome,
): (body: unknown) => RequestOutcome {
  if (cover === undefined) return check;
  const mark = cover('endpoint', { path, key: true }, name);
  return (body) => {
    const outcome = check(body);
    if (outcome.ok) mark();
    return outcome;
  };
}
