/** One of the reads of an endpoint: a query, the call of a procedure, or a request. */

import type { Path } from '../../base/place.ts';
import type { BranchPlan } from '../../plan/read.ts';
import type { BranchSpec, CallSpec } from '../../profile/schema/index.ts';
import { type QueryText, unmapped } from '../columns/answer-columns.ts';
import type { NamedAt } from '../columns/reported-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, databaseKindOf, httpSource, sourceOf, zoneOf } from '../context/sources.ts';
import { pathKey } from '../context/statements.ts';
import { kindOf, verbsOf } from '../http/request.ts';
import { type Names, withNames } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { compileCall } from '../sql/procedure-call.ts';
import { compileQuery } from '../sql/query.ts';
import { compileExchangeBranch } from './http-branch.ts';
import { checkSearch, idColumnsOf, namedIn, type ReadRole, type Wrapped, wrapOf } from './query-wrapper.ts';
import { compileShape } from './row-processing.ts';
import { compileSince } from './since.ts';

export interface CompiledBranch {
  readonly plan: BranchPlan;
  readonly columns: readonly string[] | undefined;
  /** Undefined where the names of its rows are the ERP's. */
  readonly names: Names | undefined;
  readonly sql: QueryText;
}

/** Compiles one of the ways in which an endpoint gets its rows; undefined, and a report, where it cannot be. */
export function compileBranch(
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
  const [verb] = verbsOf(spec);
  const ways = [
    ...(['query', 'call'] as const).filter((way) => spec[way] !== undefined),
    ...(verb === undefined ? [] : [verb]),
  ];
  if (ways.length > 1) {
    const message = `A read can have only one of ${ways.map((way) => `\`${way}\``).join(' and ')}.`;
    context.report('MAP105', { path, key: true, message, hint: 'Keep one.' });
  }
  const source = sourceOf(context, spec.use, path, kindOf(spec), target.source);
  if (verb !== undefined) {
    if (source === undefined || !checkSourceKind(context, source, 'http', [...path, verb])) return undefined;
    const sourceSpec = httpSource(context, source);
    if (sourceSpec === undefined) return undefined;
    const branch = compileExchangeBranch(context, { path, spec, above, wrapped, source, sourceSpec, target, role });
    const text: QueryText = { path: [...path, verb], text: spec[verb] ?? '', values: [] };
    return branch && { plan: branch.plan, columns: branch.columns, names: undefined, sql: text };
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
  if (source === undefined || !checkSourceKind(context, source, 'sql', [...path, 'query'])) return undefined;
  checkSearch(context, path, wrapped, target);
  checkPageKey(context, spec.page === undefined ? above : path, wrapped.page);
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
  const shape = compileShape(context, path, spec, query?.columns, { ...target, source }, query?.names);
  if (query === undefined) return undefined;
  const dialect = databaseKindOf(context, source).dialect;
  const plan: BranchPlan = {
    kind: 'query',
    query: query.plan,
    search: wrapped.search?.text,
    since: since?.plans,
    searchRare: dialect.searchRare !== undefined,
    emptyLast: dialect.emptyLast,
    key: wrap.after,
    processing: shape.plan,
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
  const source = sourceOf(context, spec.use, path, kindOf(spec), target.source);
  const at = [...path, 'call'];
  if (role.rows !== undefined || Object.values(wrapped).some((value) => value !== undefined)) {
    const message = 'The engine cannot search, order, limit or page the rows of a procedure.';
    context.report('MAP120', { path: at, key: true, message, hint: 'Write a `query` here.' });
  }
  if (call.readOnly !== true) {
    const message = 'A procedure may change data, but this is a read, which may be repeated at any time.';
    context.report('MAP121', { path: at, key: true, message, hint: 'If it only reads, declare `readOnly: true`.' });
  }
  if (source === undefined || !checkSourceKind(context, source, 'sql', at)) return undefined;
  const query = compileCall(context, {
    path: at,
    spec: call,
    source,
    scope: { ...target.scope, zone: zoneOf(context, source) },
    variables: target.variables,
    fields: [...Object.keys(target.fields ?? {}), ...target.extra],
  });
  const shape = compileShape(context, path, spec, query?.columns, { ...target, source }, query?.names);
  if (query === undefined) return undefined;
  return {
    plan: {
      kind: 'query',
      query: query.plan,
      search: undefined,
      searchRare: false,
      since: undefined,
      emptyLast: false,
      key: undefined,
      processing: shape.plan,
    },
    columns: shape.columns,
    names: withNames(query.names, shape.added),
    sql: { path: [...at, 'procedure'], text: call.procedure, values: [] },
  };
}

/** Reports a `page` that does not say by which columns a query is walked. */
function checkPageKey(context: CompileContext, path: Path, page: Wrapped['page']): void {
  if (page === undefined || page.key !== undefined) return;
  const message = 'Each page of a query continues after the key of the previous row, but `page` names no key columns.';
  context.report('MAP122', { path: [...path, 'page'], key: true, message, hint: 'Write page: { key: [...] }.' });
}
