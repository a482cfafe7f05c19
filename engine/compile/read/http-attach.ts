/** An attached read over HTTP: requests for the rows of a page together. */

import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { AttachPlan } from '../../plan/row-processing.ts';
import type { AttachSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { givenNames } from '../http/finish-values.ts';
import { compileJoined } from '../http/joined-request.ts';
import type { ReadTarget } from '../names/read-target.ts';
import type { CompiledShape } from './row-processing.ts';

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
  const given = givenNames(spec);
  const pairs = Object.entries(spec.on);
  for (const [theirs] of pairs) {
    if (given === undefined || given.includes(theirs)) continue;
    context.report('MAP254', {
      path: [...path, 'on', theirs],
      key: true,
      message: `The attached read returns no "${theirs}".`,
      hint: suggest(theirs, given),
    });
  }
  const joined = compileJoined(context, { path, spec, source, inner, variable: 'rows', wanted: 'all' });
  if (joined === undefined) return undefined;
  const { exchange, paging, one, finish } = joined;
  return {
    name,
    read: { kind: 'exchange', exchange, paging, batch: spec.batch ?? 50, concurrency: spec.atOnce ?? 4 },
    processing: { ...shape.plan, finish },
    innerColumns: pairs.map(([column]) => column),
    outerColumns: pairs.map(([, column]) => column),
    one,
  };
}
