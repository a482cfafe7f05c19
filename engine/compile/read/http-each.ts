/** A further request for each row. */

import type { Path } from '../../base/place.ts';
import type { EachPlan } from '../../plan/row-processing.ts';
import type { EachSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { sourceOf } from '../context/sources.ts';
import { compileJoined } from '../http/joined-request.ts';
import { kindOf, verbsOf } from '../http/request.ts';
import type { ReadTarget } from '../names/read-target.ts';
import type { CompiledShape } from './row-processing.ts';

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
    const message = 'This `each` has no request: it sends one HTTP request per row.';
    const hint =
      'Write `get: /path/{{ $row.id }}`. For a database use `attach`, which reads the rows of all in one query.';
    context.report('MAP112', { path, key: true, message, hint });
    return undefined;
  }
  const source = sourceOf(context, spec.use, path, kindOf(spec), inner.source);
  if (source === undefined) return undefined;
  const joined = compileJoined(context, { path, spec, source, inner, variable: 'row', wanted: 'some' });
  if (joined === undefined) return undefined;
  const { exchange, paging, one, finish } = joined;
  return { name, exchange, paging, concurrency: spec.atOnce ?? 4, processing: { ...shape.plan, finish }, one };
}
