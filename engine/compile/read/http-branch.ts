/** A read over HTTP, as one of the ways in which an endpoint gets its rows. */

import { milliseconds } from '../../base/duration.ts';
import type { Path } from '../../base/place.ts';
import type { ExchangeBranch } from '../../plan/read.ts';
import type { BranchSpec, HttpSourceSpec } from '../../profile/schema/index.ts';
import type { SinceSpec } from '../../profile/schema/since.ts';
import { sinceEntries } from '../../profile/schema/since.ts';
import type { CompileContext } from '../context/context.ts';
import { compileExchange } from '../http/exchange.ts';
import { finisher, givenNames } from '../http/finish-values.ts';
import { pagingAt } from '../http/paging.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { checkSearch, type ReadRole, type Wrapped } from './query-wrapper.ts';
import { compileShape, orderOf } from './row-processing.ts';

export interface ExchangeBranchInput {
  readonly path: Path;
  readonly spec: BranchSpec;
  /** Keys that several branches have in common, and where they stand. */
  readonly above: Path;
  readonly wrapped: Wrapped;
  readonly source: string;
  readonly sourceSpec: HttpSourceSpec;
  readonly target: ReadTarget;
  readonly role: ReadRole;
}

/** The one thing that `since` says of a request: how far `modifiedSince` is set back in it. */
function overlapOf(context: CompileContext, path: Path, since: SinceSpec | undefined): number {
  const entries = sinceEntries(since);
  for (const { entry, path: inner } of entries) {
    for (const key of ['by', 'as', 'version', 'clock'] as const) {
      if (entry[key] === undefined) continue;
      const message = `\`${key}\` is for queries only; a request filters by {{ modifiedSince }} itself.`;
      const hint = 'Keep `overlap`. $datetime, $localtime, $date, $unix and $unixMs write a time in other forms.';
      context.report('MAP118', { path: [...path, 'since', ...inner, key], key: true, message, hint });
    }
  }
  return Math.max(0, ...entries.map(({ entry }) => milliseconds(entry.overlap ?? '0s')));
}

/** Compiles the branch. `columns` are the names that its rows have in the end; undefined where the ERP's own names are among them. */
export function compileExchangeBranch(
  context: CompileContext,
  input: ExchangeBranchInput,
): { readonly plan: ExchangeBranch; readonly columns: readonly string[] | undefined } | undefined {
  const { path, spec, above, wrapped, source, sourceSpec, target, role } = input;
  checkSearch(context, path, wrapped, target);
  const overlap = overlapOf(context, spec.since === undefined ? above : path, wrapped.since);
  const variables = wrapped.search === undefined ? [] : ['words'];
  const exchange = compileExchange(context, { path, spec, source, sourceSpec, target, variables, overlap });
  const shape = compileShape(context, path, spec, undefined, { ...target, source });
  if (exchange === undefined) return undefined;
  const paging = pagingAt(context, {
    own: wrapped.page,
    ofSource: sourceSpec.page,
    path: spec.page === undefined ? above : path,
    sourcePath: ['sources', source],
    wanted: role.rows?.paged === true || role.whole === true ? 'walked' : 'some',
    rows: exchange.plan.rows,
    used: exchange.used,
  });
  const names = givenNames(spec);
  const search = wrapped.search && {
    field: wrapped.search.text,
    columns: wrapped.search.in,
    match: wrapped.search.match ?? 'words',
  };
  return {
    plan: {
      kind: 'exchange',
      exchange: exchange.plan,
      paging,
      search,
      order: orderOf(wrapped.order),
      processing: { ...shape.plan, finish: finisher(context, sourceSpec, target, names) },
    },
    columns: names && [...new Set([...names, ...shape.added])],
  };
}
