/** Compiles a request whose rows are joined to other rows: one for many rows (`attach`), or one per row (`each`). */
import type { Path } from '../../base/place.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { AttachSpec, EachSpec } from '../../profile/schema/index.ts';
import type { ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, httpSource } from '../context/sources.ts';
import { refusalAt } from '../expressions/expressions.ts';
import type { Names } from '../names/expression-names.ts';
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
  /** Compiles the processing of these rows, without the conversion of values. `names`: those that its expressions may read, where known. */
  readonly rowsOf: (names: Names | undefined) => RowProcessing;
  /** The variable that holds the rows, or the row, that it is joined to. */
  readonly variable: 'rows' | 'row';
  /** The type of that variable, where it is known. */
  readonly outer: ValueType | undefined;
  /** Whether all pages of its answer are read. */
  readonly extent: 'all' | 'some';
}

/** Compiles the request with its paging and its `one`; undefined, and a report, where it cannot be compiled. */
export function compileJoined(context: CompileContext, input: JoinedInput) {
  const { path, spec, source, inner, variable, outer } = input;
  const sourceSpec = httpSource(context, source);
  if (!checkSourceKind(context, source, 'http', path) || sourceSpec === undefined) return undefined;
  const exchange = compileExchange(context, {
    path,
    spec,
    source,
    sourceSpec,
    target: inner,
    variables: [variable],
    ...(outer === undefined ? {} : { types: new Map([[variable, outer]]) }),
  });
  const plan = input.rowsOf(exchange?.names);
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
    describedPaging: exchange.describedPaging,
  });
  return {
    exchange: exchange.plan,
    names: exchange.names,
    paging,
    one,
    processing: finished(context, sourceSpec, inner, spec, { path, plan }),
  };
}
