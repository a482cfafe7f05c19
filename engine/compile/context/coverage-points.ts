/**
 * The parts of a plan under watch, for trials that ask what their cases have proved. Each takes a part and gives it back as it is where nobody
 * asks, so that a service runs the plan that it would run without them.
 */
import type { Mark } from '../../base/coverage.ts';
import type { Path } from '../../base/place.ts';
import type { QueryPlan } from '../../plan/query.ts';
import type { BranchPlan } from '../../plan/read.ts';
import type { CodeMap } from '../../plan/row-processing.ts';
import type { RequestOutcome } from '../../shape/request.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import type { Expression } from '../../transform/expression.ts';
import type { Message } from '../../transform/message.ts';
import type { CompileContext } from './context.ts';

type Covering = Pick<CompileContext, 'cover'>;

/** The message of a refusal, as a point that is reached where somebody gets it. */
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

/** The condition of an outcome, as a point that is reached where it holds. */
export function coveredCondition({ cover }: Covering, path: Path, when: Expression): Expression {
  if (cover === undefined) return when;
  const mark = cover('outcome', { path }, 'the outcome');
  return {
    ...when,
    evaluate: async (input, bindings) => {
      const holds = await when.evaluate(input, bindings);
      if (holds) mark();
      return holds;
    },
  };
}

/** One of several reads, as a point that is reached where it gives a row. */
export function coveredVariant<T extends { readonly plan: BranchPlan }>({ cover }: Covering, path: Path, branch: T): T {
  if (cover === undefined) return branch;
  const { plan } = branch;
  const mark = cover('variant', { path }, `a row of ${String(path.at(-2))}, read ${Number(path.at(-1)) + 1}`);
  const cleaning = <P extends Pick<QueryPlan, 'clean'>>(own: P): P => ({
    ...own,
    clean: (row: Parameters<P['clean']>[0]) => {
      mark();
      return own.clean(row);
    },
  });
  switch (plan.kind) {
    case 'query':
      return { ...branch, plan: { ...plan, query: cleaning(plan.query) } };
    case 'exchange':
      return { ...branch, plan: { ...plan, exchange: cleaning(plan.exchange) } };
  }
}

/** A value map, each entry and the `else` a point. `pathOf` says where an entry stands. */
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
        const found = map.entries.get(code);
        if (found === undefined) other?.();
        else marks.get(code)?.();
        return found;
      },
    },
  };
}

/** A statement whose optional blocks are two points each: standing, and left out. `path` is that of its text. */
export function coveredBlocks(
  { cover }: Covering,
  path: Path,
  { bindingsNamed }: CompiledStatement,
  statement: QueryPlan['statement'],
): QueryPlan['statement'] {
  const blocks = new Map<number, readonly CompiledStatement['bindingsNamed'][number][]>();
  for (const use of bindingsNamed) {
    if (use.block !== undefined) blocks.set(use.block, [...(blocks.get(use.block) ?? []), use]);
  }
  if (cover === undefined || blocks.size === 0) return statement;
  const points = [...blocks.values()].flatMap((uses) => {
    const [first] = uses;
    if (first === undefined) return [];
    const { part, offset, length } = first;
    const at = { path: part === undefined ? path : ['parts', part], range: { offset, length } };
    const names = [...new Set(uses.map(({ name }) => name))];
    const shown = names.map((name) => `:${name}`).join(' and ');
    return [
      { names, stands: cover('block', at, `[[ ]] with ${shown}`), left: cover('block', at, `[[ ]] without ${shown}`) },
    ];
  });
  return {
    bind: (call) => {
      for (const { names, stands, left } of points) (names.every((name) => call.given(name)) ? stands : left)();
      return statement.bind(call);
    },
  };
}

/** The check of an endpoint's requests, as a point that is reached by a sound one. */
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
