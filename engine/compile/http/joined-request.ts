/** Compiles a request whose rows are joined to other rows: one for many rows (`attach`), or one per row (`each`). */
import type { Path } from '../../base/place.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { AttachSpec, EachSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, httpSource } from '../context/sources.ts';
import { refusalAt } from '../expressions/expressions.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { compileExchange } from './exchange.ts';
import { finished } from './finish-values.ts';
import { pagingAt } from './paging.ts';

interface JoinedInput {
  readonly path: Path;
  readonly spec: AttachSpec | EachSpec;
  readonly source: string;
  /** The target of the rows in its answers. */
  readonly inner: ReadTarget;
  /** The processing of these rows, without the conversion of values. */
  readonly rows: RowProcessing;
  /** The variable that holds the rows, or the row, that it is joined to. */
  readonly variable: 'rows' | 'row';
  /** Whether all pages of its answer are read. */
  readonly extent: 'all' | 'some';
}

/** Compiles the request with its paging and its `one`; undefined, and a report, where it cannot be compiled. */
export function compileJoined(context: CompileContext, input: JoinedInput) {
  const { path, spec, source, inner } = input;
  const sourceSpec = httpSource(context, source);
  if (!checkSourceKind(context, source, 'http', path) || sourceSpec === undefined) return undefined;
  const exchange = compileExchange(context, {
    path,
    spec,
    source,
    sourceSpec,
    target: inner,
    variables: [input.variable],
  });
  const one = refusalAt(context, [...path, 'one'], spec.one, { variables: inner.variables, names: undefined });
  if (exchange === undefined) return undefined;
  const paging = pagingAt(context, {
    readPage: spec.page,
    sourcePage: sourceSpec.page,
    path,
    sourcePath: ['sources', source],
    extent: input.extent,
    rows: exchange.plan.rows,
    used: exchange.used,
  });
  return {
    exchange: exchange.plan,
    paging,
    one,
    processing: finished(context, sourceSpec, inner, spec, { path, plan: input.rows }),
  };
}
