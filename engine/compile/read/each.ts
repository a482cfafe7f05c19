/** Compiles `each`: one further request per row. */
import type { Path } from '../../base/place.ts';
import { joinRows } from '../../plan/compute-row.ts';
import type { EachPlan } from '../../plan/row-processing.ts';
import type { EachSpec } from '../../profile/schema/index.ts';
import { unknownType, type ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { defaultSource, sourceOf } from '../context/sources.ts';
import { givenNames } from '../http/finish-values.ts';
import { compileJoined } from '../http/joined-request.ts';
import { kindOf, verbsOf } from '../http/verbs.ts';
import type { Names } from '../names/expression-names.ts';
import { innerTarget, type ReadTarget } from '../names/read-target.ts';
import { checkInnerColumns, innerValueType } from './inner-rows.ts';
import type { CompileRowProcessing } from './row-processing-input.ts';

interface EachInput {
  readonly path: Path;
  readonly name: string;
  readonly spec: EachSpec;
  /** The target of the rows that the request is sent for. */
  readonly target: ReadTarget;
  /** The names of the rows that the request is sent for, where these are known. */
  readonly outerNames: Names | undefined;
  readonly compileRows: CompileRowProcessing;
}

interface CompiledEach {
  /** Undefined where it cannot be compiled, which has been reported. */
  readonly plan: EachPlan | undefined;
  /** Type of the value that it adds to each row. */
  readonly type: ValueType;
}

const failed: CompiledEach = { plan: undefined, type: unknownType };

/** Compiles one `each`, or reports why it cannot be compiled. */
export function compileEach(context: CompileContext, input: EachInput): CompiledEach {
  const { path, name, spec, target, outerNames } = input;
  const inner = {
    ...innerTarget(name, target),
    source: spec.use ?? defaultSource(context, kindOf(spec), target.source),
  };
  const given = givenNames(spec);
  checkInnerColumns(context, { path, spec, columns: given, values: [], target: inner });
  if (verbsOf(spec).length === 0) {
    const message = 'This `each` has no request: it sends one HTTP request per row.';
    const hint =
      'Write `get: /path/{{ $row.id }}`. For a database use `attach`, which reads the rows of all in one query.';
    context.report('MAP112', { path, key: true, message, hint });
    return failed;
  }
  const source = sourceOf(context, spec.use, path, kindOf(spec), inner.source);
  if (source === undefined) return failed;
  const joined = compileJoined(context, {
    path,
    spec,
    source,
    inner,
    rowsOf: (names) =>
      input.compileRows(context, { path, spec, columns: undefined, target: inner, names, isJson: true }).plan,
    variable: 'row',
    outer: outerNames?.row,
    extent: 'some',
  });
  const join = joinRows(name);
  context.onFunction?.({ path, key: true }, 'Sets the rows of its request in a row', join);
  if (joined === undefined) return failed;
  const { names, ...read } = joined;
  const type = names === undefined || given !== undefined ? unknownType : innerValueType(spec, names);
  return { plan: { name, join, concurrency: spec.atOnce ?? 4, ...read }, type };
}
