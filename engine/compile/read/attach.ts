/** Compiles `attach`: a read for all rows together, whose rows are joined to them by equal columns. */
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { joinRows } from '../../plan/compute-row.ts';
import { joinKey } from '../../plan/join-key.ts';
import type { AttachPlan } from '../../plan/row-processing.ts';
import type { AttachSpec } from '../../profile/schema/index.ts';
import { unknownType, type ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, sourceOf } from '../context/sources.ts';
import { refusalAt } from '../expressions/expressions.ts';
import { givenNames } from '../http/finish-values.ts';
import { compileJoined } from '../http/joined-request.ts';
import { kindOf, verbsOf } from '../http/verbs.ts';
import { columnNames, type Names, withNames } from '../names/expression-names.ts';
import { innerTarget, type ReadTarget } from '../names/read-target.ts';
import { compileQuery } from '../sql/query.ts';
import { checkInnerColumns, innerValueType } from './inner-rows.ts';
import { orderTerms } from './order-terms.ts';
import type { CompileRowProcessing } from './row-processing-input.ts';

interface AttachInput {
  readonly path: Path;
  readonly name: string;
  readonly spec: AttachSpec;
  /** Columns of the rows that are attached to; undefined where they are not known. */
  readonly outerColumns: readonly string[] | undefined;
  readonly outerNames: Names | undefined;
  /** The target of the rows that are attached to. */
  readonly target: ReadTarget;
  readonly compileRows: CompileRowProcessing;
}

interface CompiledAttach {
  /** Undefined where it cannot be compiled, which has been reported. */
  readonly plan: AttachPlan | undefined;
  /** Type of the value that it adds to each row. */
  readonly type: ValueType;
}

/** Target and source of the attached rows. */
interface Inner {
  readonly target: ReadTarget;
  readonly source: string;
}

const failed: CompiledAttach = { plan: undefined, type: unknownType };

/** Compiles one attached read, or reports why it cannot be compiled. */
export function compileAttach(context: CompileContext, input: AttachInput): CompiledAttach {
  const { path, name, spec, target } = input;
  const source = sourceOf(context, spec.use, path, kindOf(spec), target.source);
  if (source === undefined) return failed;
  const inner: Inner = { target: { ...innerTarget(name, target), source }, source };
  return verbsOf(spec).length > 0 ? attachRequest(context, input, inner) : attachQuery(context, input, inner);
}

/** How attached rows are joined to their rows. */
function joining(
  { onFunction }: CompileContext,
  { path, name, spec: { on } }: AttachInput,
): Pick<AttachPlan, 'name' | 'join' | 'inner' | 'outer'> {
  const [join, inner, outer] = [joinRows(name), joinKey(Object.keys(on)), joinKey(Object.values(on))];
  const at = { path: [...path, 'on'], key: true };
  onFunction?.(at, 'The key of a row', outer.textOf);
  onFunction?.(at, 'The key of an attached row', inner.textOf);
  onFunction?.(at, 'Whether two attached rows have one key', inner.isSame);
  onFunction?.(at, 'Sets the attached rows in a row', join);
  return { name, join, inner, outer };
}

function attachRequest(context: CompileContext, input: AttachInput, inner: Inner): CompiledAttach {
  const { path, spec, outerNames } = input;
  const given = givenNames(spec);
  checkInnerColumns(context, { path, spec, columns: given, values: [], target: inner.target });
  const joined = compileJoined(context, {
    path,
    spec,
    source: inner.source,
    inner: inner.target,
    rowsOf: (names) =>
      input.compileRows(context, { path, spec, columns: undefined, target: inner.target, names, isJson: true }).plan,
    variable: 'rows',
    outer: outerNames && { kind: 'list', items: outerNames.row },
    extent: 'all',
  });
  const names = given === undefined ? joined?.names : columnNames(given);
  checkJoinNames(context, input, names);
  const type = names === undefined ? unknownType : innerValueType(spec, names);
  if (joined === undefined) return { plan: undefined, type };
  const { exchange, paging, one, processing } = joined;
  const plan: AttachPlan = {
    ...joining(context, input),
    read: { kind: 'exchange', exchange, paging, batch: spec.batch ?? 50, concurrency: spec.atOnce ?? 4 },
    processing,
    one,
  };
  return { plan, type };
}

/** Reports members that are joined and that the answers of one of the two sides do not have. */
function checkJoinNames(
  context: CompileContext,
  { path, spec, outerNames }: AttachInput,
  innerNames: Names | undefined,
): void {
  for (const [inner, outer] of Object.entries(spec.on)) {
    for (const [column, names, whose] of [
      [inner, innerNames, 'The attached read'],
      [outer, outerNames, 'The read that it is attached to'],
    ] as const) {
      if (names === undefined || names.has(column)) continue;
      const message = `${whose} returns no "${column}".`;
      const at = { path: [...path, 'on', inner], key: names === innerNames };
      context.report('MAP254', { ...at, message, ...suggestion(column, names.all) });
    }
  }
}

/** Reports join columns that one of the two sides does not have. */
function checkJoinColumns(
  context: CompileContext,
  { path, spec, outerColumns }: AttachInput,
  innerColumns: readonly string[] | undefined,
): void {
  for (const [innerColumn, outerColumn] of Object.entries(spec.on)) {
    for (const [column, columns, whose] of [
      [innerColumn, innerColumns, 'The attached query'],
      [outerColumn, outerColumns, 'The read that it is attached to'],
    ] as const) {
      if (columns === undefined || columns.includes(column)) continue;
      context.report('MAP254', {
        path: [...path, 'on', innerColumn],
        key: column === innerColumn && columns === innerColumns,
        message: `${whose} returns no column "${column}".`,
        ...suggestion(column, columns),
      });
    }
  }
}

function attachQuery(context: CompileContext, input: AttachInput, inner: Inner): CompiledAttach {
  const { path, spec, outerNames, target } = input;
  if (!checkSourceKind(context, inner.source, 'sql', [...path, 'query'])) return failed;
  if (spec.query === undefined) {
    context.report('MAP112', {
      path,
      key: true,
      message: 'This attached read has neither a `query` nor a request.',
      hint: 'Write one; `:rows.column` is the list of values from the rows that it is attached to.',
    });
    return failed;
  }
  const query = compileQuery(context, {
    path: [...path, 'query'],
    text: spec.query,
    source: inner.source,
    verb: 'read',
    inTransaction: inner.source === target.transactionOf,
    scope: { ...target.scope, rows: true, rowNames: outerNames },
    wrap: { order: orderTerms(spec.order) },
    ...(inner.target.fields === undefined ? {} : { rowsRole: 'items' }),
    fields: Object.keys(inner.target.fields ?? {}),
  });
  const rows = input.compileRows(context, {
    path,
    spec,
    columns: query?.columns,
    target: inner.target,
    names: query?.names,
  });
  const { columns } = rows;
  checkInnerColumns(context, {
    path: [...path, 'query'],
    spec,
    columns,
    values: query?.values ?? [],
    target: inner.target,
  });
  checkJoinColumns(context, input, columns);
  const one = refusalAt(context, [...path, 'one'], spec.one, { variables: target.variables, names: outerNames });
  if (query === undefined) return failed;
  const plan: AttachPlan = {
    ...joining(context, input),
    read: { kind: 'query', query: query.plan },
    processing: rows.plan,
    one,
  };
  const changed = [...rows.added, ...Object.keys(spec.codes ?? {})];
  return { plan, type: innerValueType(spec, withNames(query.names, changed)) };
}
