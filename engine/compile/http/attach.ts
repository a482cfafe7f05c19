/** An attached read over HTTP: requests for the rows of a page together. */
import type { AttachSpec } from '../../profile/schema/index.ts';
import { type CompileContext, type Path, suggest } from '../context.ts';
import { messageAt } from '../expressions.ts';
import { httpSource, isOfKind } from '../kinds.ts';
import type { AttachPlan } from '../plan.ts';
import type { CompiledShape, ReadTarget } from '../shape.ts';
import { compileExchange } from './exchange.ts';
import { finisher, givenNames } from './finish.ts';
import { pagingAt } from './paging.ts';

/** Compiles the request of an attached read; `shape` is what is done to its rows, which are for `inner`. */
export function compileExchangeAttach(
  context: CompileContext,
  path: Path,
  name: string,
  spec: AttachSpec,
  source: string,
  inner: ReadTarget,
  shape: CompiledShape,
): AttachPlan | undefined {
  const sourceSpec = httpSource(context, source);
  if (!isOfKind(context, source, 'http', path) || sourceSpec === undefined) return undefined;
  const input = { path, spec, source, sourceSpec, target: inner, overlap: 0 };
  const exchange = compileExchange(context, { ...input, variables: ['rows'] });
  const given = givenNames(spec);
  const pairs = Object.entries(spec.on);
  for (const [theirs] of pairs) {
    if (given === undefined || given.includes(theirs)) continue;
    context.report('MAP254', {
      path: [...path, 'on', theirs],
      key: true,
      message: `The attached read gives no "${theirs}".`,
      hint: suggest(theirs, given),
    });
  }
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
    wanted: 'all',
    rows: exchange.plan.rows,
    used: exchange.used,
  });
  return {
    name,
    ask: { kind: 'exchange', exchange: exchange.plan, paging, batch: spec.batch ?? 50, atOnce: spec.atOnce ?? 4 },
    shape: { ...shape.plan, finish: finisher(context, sourceSpec, inner, given) },
    theirs: pairs.map(([column]) => column),
    ours: pairs.map(([, column]) => column),
    one,
  };
}
