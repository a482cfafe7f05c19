/** Compiles `each`: one further request per row. */
import type { Path } from '../../base/place.ts';
import { joinRows } from '../../plan/compute-row.ts';
import type { EachPlan } from '../../plan/row-processing.ts';
import type { EachSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { defaultSource, sourceOf } from '../context/sources.ts';
import { givenNames } from '../http/finish-values.ts';
import { compileJoined } from '../http/joined-request.ts';
import { kindOf, verbsOf } from '../http/verbs.ts';
import { innerTarget, type ReadTarget } from '../names/read-target.ts';
import { checkInnerColumns } from './inner-rows.ts';
import type { CompileRowProcessing } from './row-processing-input.ts';

interface EachInput {
  readonly path: Path;
  readonly name: string;
  readonly spec: EachSpec;
  /** The target of the rows that the request is sent for. */
  readonly target: ReadTarget;
  readonly compileRows: CompileRowProcessing;
}

/** Compiles one `each`; undefined, and a report, where it cannot be compiled. */
export function compileEach(context: CompileContext, input: EachInput): EachPlan | undefined {
  const { path, name, spec, target } = input;
  const inner = {
    ...innerTarget(name, target),
    source: spec.use ?? defaultSource(context, kindOf(spec), target.source),
  };
  checkInnerColumns(context, { path, spec, columns: givenNames(spec), values: [], target: inner });
  const rows = input.compileRows(context, { path, spec, columns: undefined, target: inner });
  if (verbsOf(spec).length === 0) {
    const message = 'This `each` has no request: it sends one HTTP request per row.';
    const hint =
      'Write `get: /path/{{ $row.id }}`. For a database use `attach`, which reads the rows of all in one query.';
    context.report('MAP112', { path, key: true, message, hint });
    return undefined;
  }
  const source = sourceOf(context, spec.use, path, kindOf(spec), inner.source);
  if (source === undefined) return undefined;
  const joined = compileJoined(context, {
    path,
    spec,
    source,
    inner,
    rows: rows.plan,
    variable: 'row',
    extent: 'some',
  });
  const join = joinRows(name);
  context.onFunction?.({ path, key: true }, 'Sets the rows of its request in a row', join);
  return joined && { name, join, concurrency: spec.atOnce ?? 4, ...joined };
}
