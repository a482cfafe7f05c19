import type { BranchSpec, CallSpec, PrepareSpec, ReadSpec } from '../profile/schema/index.ts';
import { dialects } from '../sources/sql/dialects.ts';
import { checkColumns, type QueryText, unmapped } from './answer-columns.ts';
import { compileCall } from './call.ts';
import type { NamedAt } from './columns.ts';
import { type CompileContext, dialectOf, type Path, pathKey, sourceOf, zoneOf } from './context.ts';
import { expressionAt } from './expressions.ts';
import { anyOf, columnNames, type Names, requestNames, withNames } from './names.ts';
import type { BranchPlan, ReadPlan } from './plan.ts';
import { compileQuery } from './query.ts';
import { compileShape, orderOf, type ReadTarget } from './shape.ts';
import { compileSince } from './since.ts';
import { checkSearch, idColumnsOf, namedIn, type ReadRole, type Wrapped, wrapOf } from './wrap.ts';

export const plainRole: ReadRole = { rows: undefined, provided: [] };

interface CompiledBranch {
  readonly plan: BranchPlan;
  readonly columns: readonly string[] | undefined;
  readonly names: Names;
  readonly sql: QueryText;
}

function compileBranch(
  context: CompileContext,
  path: Path,
  spec: BranchSpec,
  above: Path,
  inherited: Wrapped,
  target: ReadTarget,
  role: ReadRole,
): CompiledBranch | undefined {
  const wrapped: Wrapped = {
    search: spec.search ?? inherited.search,
    order: spec.order ?? inherited.order,
    page: spec.page ?? inherited.page,
    since: spec.since ?? inherited.since,
  };
  const source = sourceOf(context, spec.use, path);
  if (spec.call !== undefined && spec.query !== undefined) {
    const message = 'A read has one of `query` and `call`.';
    context.report('MAP105', { path, key: true, message, hint: 'Keep one.' });
  }
  if (spec.call !== undefined) return compileCalledBranch(context, path, spec, spec.call, wrapped, target, role);
  if (spec.query === undefined) {
    context.report('MAP112', {
      path,
      key: true,
      message: 'This read has no `query`.',
      hint: 'Write one, or `first` or `union` with several.',
    });
    return undefined;
  }
  if (source === undefined) return undefined;
  checkSearch(context, path, wrapped, target);
  const fields = [...Object.keys(target.fields ?? {}), ...target.extra];
  const namedAt: NamedAt = (by, column) => namedIn(path, spec, by, column) ?? namedIn(above, inherited, by, column);
  const facts = context.facts.get(pathKey([...path, 'query']));
  const sincePath = [...(spec.since === undefined ? above : path), 'since'];
  const since = compileSince(context, wrapped.since, source, facts, target.scope, sincePath);
  const ids = role.rows === undefined ? [] : idColumnsOf(context, target, role.rows.id);
  const wrap = wrapOf(wrapped, role, ids, since?.terms, facts);
  const query = compileQuery(context, {
    path: [...path, 'query'],
    text: spec.query,
    source,
    verb: 'read',
    scope: { ...target.scope, zone: zoneOf(context, source) },
    wrap,
    namedAt,
    fields,
  });
  const shape = compileShape(context, path, spec, query?.columns, target, query?.names);
  if (query === undefined) return undefined;
  const dialect = dialects[dialectOf(context, source)];
  const plan: BranchPlan = {
    query: query.plan,
    search: wrapped.search?.text,
    since: since?.plans,
    searchRare: dialect.searchRare !== undefined,
    emptyLast: dialect.emptyLast,
    key: wrap.after,
    shape: shape.plan,
  };
  return {
    plan,
    columns: shape.columns,
    names: withNames(query.names, shape.added),
    sql: { path: [...path, 'query'], text: spec.query, values: unmapped(query.values, spec) },
  };
}

/** A read whose rows a procedure gives. The engine cannot wrap one, so that it gives single answers and look-ups, no lists. */
function compileCalledBranch(
  context: CompileContext,
  path: Path,
  spec: BranchSpec,
  call: CallSpec,
  wrapped: Wrapped,
  target: ReadTarget,
  role: ReadRole,
): CompiledBranch | undefined {
  const source = sourceOf(context, spec.use, path);
  const at = [...path, 'call'];
  if (role.rows !== undefined || Object.values(wrapped).some((value) => value !== undefined)) {
    const message = 'The engine cannot search, order, limit or page what a procedure gives.';
    context.report('MAP120', { path: at, key: true, message, hint: 'Write a `query` here.' });
  }
  if (call.readOnly !== true) {
    const message = 'A procedure may change data, and this is a read, which may be repeated at any time.';
    context.report('MAP121', { path: at, key: true, message, hint: 'Where it only reads, say `readOnly: true`.' });
  }
  if (source === undefined) return undefined;
  const query = compileCall(context, {
    path: at,
    spec: call,
    source,
    scope: { ...target.scope, zone: zoneOf(context, source) },
    variables: target.variables,
    fields: [...Object.keys(target.fields ?? {}), ...target.extra],
  });
  const shape = compileShape(context, path, spec, query?.columns, target, query?.names);
  if (query === undefined) return undefined;
  return {
    plan: {
      query: query.plan,
      search: undefined,
      searchRare: false,
      since: undefined,
      emptyLast: false,
      key: undefined,
      shape: shape.plan,
    },
    columns: shape.columns,
    names: withNames(query.names, shape.added),
    sql: { path: [...at, 'procedure'], text: call.procedure, values: [] },
  };
}

/** Compiles a read. Undefined when it cannot be; everything that is wrong has been reported. */
export function compileRead(
  context: CompileContext,
  path: Path,
  spec: ReadSpec & Pick<PrepareSpec, 'rows'>,
  target: ReadTarget,
  role: ReadRole = plainRole,
):
  | { readonly plan: ReadPlan; readonly columns: readonly string[] | undefined; readonly names: Names | undefined }
  | undefined {
  const verbs = (['query', 'call', 'rows', 'first', 'union'] as const).filter((verb) => spec[verb] !== undefined);
  if (verbs.length !== 1) {
    const message =
      verbs.length === 0
        ? 'This does nothing: it has none of `query`, `call`, `first` and `union`.'
        : `This has ${verbs.map((verb) => `\`${verb}\``).join(' and ')}: its rows come from one of them.`;
    context.report(verbs.length === 0 ? 'MAP112' : 'MAP105', {
      path,
      key: true,
      message,
      hint: verbs.length === 0 ? 'Write one of them, or say why it is `unavailable`.' : 'Keep one.',
    });
    return undefined;
  }
  if (spec.rows !== undefined) {
    const asked = requestNames(target.scope.request);
    const expression = expressionAt(context, [...path, 'rows'], spec.rows, {
      variables: target.variables,
      names: asked,
    });
    const field = expression?.bareName === undefined ? undefined : target.scope.request[expression.bareName];
    const items = field?.type === 'list' ? Object.keys(field.items) : undefined;
    const shape = compileShape(context, path, spec, items, target);
    const names = items === undefined ? undefined : withNames(columnNames(items), shape.added);
    return (
      expression && {
        plan: { rows: { kind: 'expression', expression }, shape: shape.plan },
        columns: shape.columns,
        names,
      }
    );
  }
  if (spec.union !== undefined && spec.page !== undefined) {
    context.report('MAP117', {
      path: [...path, 'page'],
      key: true,
      message: 'Several reads have no common order to page by.',
      hint: 'Write UNION ALL inside one query.',
    });
  }
  const kind = spec.union === undefined ? 'first' : 'union';
  const items = spec.first ?? spec.union;
  const branches =
    items === undefined
      ? [
          compileBranch(
            context,
            path,
            { ...spec, attach: undefined, fields: undefined, codes: undefined },
            path,
            {},
            target,
            role,
          ),
        ]
      : items.map((item, index) => compileBranch(context, [...path, kind, index], item, path, spec, target, role));
  const complete = branches.filter((branch) => branch !== undefined);
  const given = complete.flatMap((branch) => (branch.columns === undefined ? [] : [branch.columns]));
  const shared =
    given.length < branches.length
      ? undefined
      : (given[0] ?? []).filter((column) => given.every((other) => other.includes(column)));
  const known = complete.length < branches.length ? undefined : anyOf(complete.map(({ names }) => names));
  const shape = compileShape(context, path, spec, shared, target, known);
  if (target.fields !== undefined && shape.columns !== undefined) {
    const all = [...new Set([...given.flat(), ...shape.columns])];
    const queries = complete.map(({ sql }) => ({ ...sql, values: unmapped(sql.values, spec) }));
    checkColumns(
      context,
      {
        path: items === undefined ? [...path, spec.call === undefined ? 'query' : 'call'] : [...path, kind],
        queries,
        fields: target.fields,
        columns: items === undefined ? shape.columns : all,
        computed: [spec, ...(items ?? [])].flatMap((item) => Object.keys(item.fields ?? {})),
        provided: role.provided,
      },
      target,
    );
  }
  if (complete.length < branches.length) return undefined;
  return {
    plan: {
      rows: { kind, branches: complete.map((branch) => branch.plan), order: orderOf(spec.order) },
      shape: shape.plan,
    },
    columns: shape.columns,
    names: known && withNames(known, shape.added),
  };
}
