/** A further request for each row. */
import type { EachSpec } from '../../profile/schema/index.ts';
import { type CompileContext, type Path, sourceOf } from '../context.ts';
import { messageAt } from '../expressions.ts';
import { httpSource, isOfKind } from '../kinds.ts';
import type { EachPlan } from '../plan.ts';
import type { CompiledShape, ReadTarget } from '../shape.ts';
import { compileExchange } from './exchange.ts';
import { finisher, givenNames } from './finish.ts';
import { pagingAt } from './paging.ts';
import { verbsOf } from './request.ts';

/** Compiles the request; `shape` is what is done to the rows of its answers, which are for `inner`. */
export function compileEach(
  context: CompileContext,
  path: Path,
  name: string,
  spec: EachSpec,
  inner: ReadTarget,
  shape: CompiledShape,
): EachPlan | undefined {
  if (verbsOf(spec).length === 0) {
    const message = 'This has no request: `each` asks an ERP by HTTP once for every row.';
    const hint = 'Write `get: /path/{{ $row.id }}`. From a database, `attach` gets the rows of all in one query.';
    context.report('MAP112', { path, key: true, message, hint });
    return undefined;
  }
  const source = sourceOf(context, spec.use, path);
  if (source === undefined || !isOfKind(context, source, 'http', path)) return undefined;
  const sourceSpec = httpSource(context, source);
  if (sourceSpec === undefined) return undefined;
  const exchange = compileExchange(context, {
    path,
    spec,
    source,
    sourceSpec,
    target: inner,
    variables: ['row'],
    overlap: 0,
  });
  const one =
    spec.one === undefined
      ? undefined
      : messageAt(context, [...path, 'one'], spec.one, { variables: inner.variables, names: undefined });
  if (exchange === undefined) return undefined;
  const paging = pagingAt(context, {
    own: spec.page,
    ofSource: sourceSpec.page,
    path,
    sourcePath: ['sources', source],
    wanted: 'some',
    rows: exchange.plan.rows,
    used: exchange.used,
  });
  return {
    name,
    exchange: exchange.plan,
    paging,
    atOnce: spec.atOnce ?? 4,
    shape: { ...shape.plan, finish: finisher(context, sourceSpec, inner, givenNames(spec)) },
    one,
  };
}
