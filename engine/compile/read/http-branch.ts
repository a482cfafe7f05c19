/** Compiles a branch whose rows an HTTP request returns. */
import { milliseconds } from '../../base/duration.ts';
import type { Path } from '../../base/place.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';
import { type SinceSpec, sinceEntries } from '../../profile/schema/since.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, httpSource, sourceOf } from '../context/sources.ts';
import { namesOfType } from '../http/described/value-types.ts';
import { compileExchange } from '../http/exchange.ts';
import { finished, givenNames } from '../http/finish-values.ts';
import { pagingAt } from '../http/paging.ts';
import { kindOf, type Verb } from '../http/verbs.ts';
import { type BranchInput, type CompiledBranch, keysOf, pathOfKey } from './branch-input.ts';
import { compileDetails } from './details.ts';
import { orderTerms } from './order-terms.ts';
import { checkSearch } from './query-keys.ts';
import { compileRowProcessing } from './row-processing.ts';

/** Milliseconds that `modifiedSince` is set back in a request. The other keys of `since` are for queries and are reported. */
function overlapOf(reporter: Reporter, path: Path, since: SinceSpec | undefined): number {
  const entries = sinceEntries(since);
  for (const { entry, path: inner } of entries) {
    for (const key of ['by', 'as', 'version', 'clock'] as const) {
      if (entry[key] === undefined) continue;
      const message = `\`${key}\` is for queries only; a request filters by {{ modifiedSince }} itself.`;
      const hint = 'Keep `overlap`. $datetime, $localtime, $date, $unix and $unixMs write a time in other forms.';
      reporter.report('MAP118', { path: [...path, 'since', ...inner, key], key: true, message, hint });
    }
  }
  return Math.max(0, ...entries.map(({ entry }) => milliseconds(entry.overlap ?? '0s')));
}

/**
 * Compiles the branch with the request that `verb` begins; undefined, and a report, where it cannot be compiled. Its columns are known only
 * where `fields` lists them: otherwise the ERP's own names are among them.
 */
export function compileHttpBranch(context: CompileContext, input: BranchInput, verb: Verb): CompiledBranch | undefined {
  const { path, spec, target, role } = input;
  const source = sourceOf(context, spec.use, path, kindOf(spec), target.source);
  if (source === undefined || !checkSourceKind(context, source, 'http', [...path, verb])) return undefined;
  const sourceSpec = httpSource(context, source);
  if (sourceSpec === undefined) return undefined;
  const keys = keysOf(input);
  checkSearch(context, path, keys, target);
  const overlap = overlapOf(context, pathOfKey(input, 'since'), keys.since);
  const variables = keys.search === undefined ? [] : ['words'];
  const exchange = compileExchange(context, { path, spec, source, sourceSpec, target, variables, overlap });
  const details = compileDetails(context, { path, spec, source, target, list: exchange?.names });
  const processing = compileRowProcessing(context, {
    path,
    spec,
    columns: undefined,
    target: { ...target, source },
    names: spec.details === undefined ? exchange?.names : details?.names,
    isJson: true,
  });
  if (exchange === undefined) return undefined;
  const paging = pagingAt(context, {
    readPage: keys.page,
    sourcePage: sourceSpec.page,
    path: pathOfKey(input, 'page'),
    sourcePath: ['sources', source],
    extent: role.rows?.paged === true || role.whole === true ? 'walked' : 'some',
    rows: exchange.plan.rows,
    used: exchange.used,
    describedPaging: exchange.describedPaging,
  });
  const names = givenNames(spec);
  const search = keys.search && {
    field: keys.search.text,
    columns: keys.search.in,
    match: keys.search.match ?? 'words',
  };
  return {
    plan: {
      kind: 'exchange',
      exchange: exchange.plan,
      paging,
      details: details?.plan,
      search,
      order: orderTerms(keys.order),
      processing: finished(context, sourceSpec, target, spec, { path, plan: processing.plan }),
    },
    columns: names && [...new Set([...names, ...processing.added])],
    names: namesOfType(processing.row, 'The rows here have no member'),
    sql: { path: [...path, verb], text: spec[verb] ?? '', values: [] },
  };
}
