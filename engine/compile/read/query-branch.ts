/** Compiles a branch whose rows a query returns. */
import type { Path } from '../../base/place.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';
import { unmapped } from '../columns/answer-columns.ts';
import type { NamedAt } from '../columns/reported-columns.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, databaseKindOf, sourceOf, zoneOf } from '../context/sources.ts';
import { pathKey } from '../context/statements.ts';
import { kindOf } from '../http/verbs.ts';
import { withNames } from '../names/expression-names.ts';
import { compileQuery } from '../sql/query.ts';
import { type BranchInput, type CompiledBranch, keysOf, pathOfKey } from './branch-input.ts';
import { checkSearch, namedIn, type QueryKeys } from './query-keys.ts';
import { idColumnsOf, wrapOf } from './query-wrapper.ts';
import { compileRowProcessing } from './row-processing.ts';
import { compileSince } from './since.ts';

/** Compiles the branch with its `query`, whose text is given; undefined, and a report, where it cannot be compiled. */
export function compileQueryBranch(
  context: CompileContext,
  input: BranchInput,
  text: string,
): CompiledBranch | undefined {
  const { spec, outer, target, role } = input;
  const source = sourceOf(context, spec.use, input.path, kindOf(spec), target.source);
  const path = [...input.path, 'query'];
  if (source === undefined || !checkSourceKind(context, source, 'sql', path)) return undefined;
  const keys = keysOf(input);
  checkSearch(context, input.path, keys, target);
  checkPageKey(context, pathOfKey(input, 'page'), keys.page);
  const branchKeys = { path: input.path, keys: spec };
  const namedAt: NamedAt = (by, column) => namedIn(branchKeys, by, column) ?? namedIn(outer, by, column);
  const description = context.descriptions.get(pathKey(path));
  const since = compileSince(context, keys.since, {
    path: [...pathOfKey(input, 'since'), 'since'],
    source,
    description,
    scope: target.scope,
  });
  const idColumns = role.rows === undefined ? [] : idColumnsOf(context, target, role.rows.id);
  const wrap = wrapOf(keys, role, idColumns, since?.terms, description);
  const query = compileQuery(context, {
    path,
    text,
    source,
    verb: 'read',
    inTransaction: source === target.transactionOf,
    scope: { ...target.scope, zone: zoneOf(context, source) },
    wrap,
    ...(role.rows === undefined ? {} : { rowsRole: 'list' }),
    namedAt,
    fields: [...Object.keys(target.fields ?? {}), ...target.extra],
  });
  const processing = compileRowProcessing(context, {
    path: input.path,
    spec,
    columns: query?.columns,
    target: { ...target, source },
    names: query?.names,
  });
  if (query === undefined) return undefined;
  const { dialect } = databaseKindOf(context, source);
  return {
    plan: {
      kind: 'query',
      query: query.plan,
      search: keys.search?.text,
      since: since?.plans,
      searchRare: dialect.searchRare !== undefined,
      emptyLast: dialect.emptyLast,
      key: wrap.after,
      processing: processing.plan,
    },
    columns: processing.columns,
    names: withNames(query.names, processing.added),
    sql: { path, text, values: unmapped(query.values, spec) },
  };
}

/** Reports a `page` of a query without the columns that a page continues after. */
function checkPageKey(reporter: Reporter, path: Path, page: QueryKeys['page']): void {
  if (page === undefined || page.key !== undefined) return;
  const message = 'Each page of a query continues after the key of the previous row, but `page` names no key columns.';
  reporter.report('MAP122', { path: [...path, 'page'], key: true, message, hint: 'Write page: { key: [...] }.' });
}
