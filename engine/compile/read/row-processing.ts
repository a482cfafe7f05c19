/** What is done to rows after they came: attached reads, `fields`, `codes`. */

import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { AttachPlan, RowProcessing } from '../../plan/row-processing.ts';
import type { AttachSpec, BranchSpec } from '../../profile/schema/index.ts';
import type { OutputColumn } from '../../sources/source.ts';
import { unknownType, type ValueType } from '../../transform/value-type.ts';
import { checkColumns, unmapped } from '../columns/answer-columns.ts';
import { compositesOf, withComposites } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { idOfField } from '../context/ids.ts';
import { checkSourceKind, defaultSource, sourceOf } from '../context/sources.ts';
import { codeMapAt } from '../expressions/code-map.ts';
import { type ExpressionScope, expressionAt, refusalAt, typeOf } from '../expressions/expressions.ts';
import { givenNames } from '../http/finish-values.ts';
import { kindOf, verbsOf } from '../http/request.ts';
import { columnNames, type Names, withNames } from '../names/expression-names.ts';
import { checkKeyOnlyText } from '../names/key-only-lookup.ts';
import { requestType } from '../names/known-values.ts';
import { innerTarget, type ReadTarget } from '../names/read-target.ts';
import { compileQuery } from '../sql/query.ts';
import { holdField } from './field-expression.ts';
import { compileExchangeAttach } from './http-attach.ts';
import { compileEach } from './http-each.ts';

export interface CompiledShape {
  readonly plan: RowProcessing;
  /** Names that rows have afterwards; undefined while the database was not asked. */
  readonly columns: readonly string[] | undefined;
  /** Names that rows have because of `attach` and `fields`. */
  readonly added: readonly string[];
}

/** Holds the rows of an inner read against the list of the contract that they are for, where they are for one. */
function checkItems(
  context: CompileContext,
  path: Path,
  spec: Pick<BranchSpec, 'query' | 'fields' | 'codes'>,
  columns: readonly string[] | undefined,
  values: readonly OutputColumn[],
  { fields, ...inner }: ReadTarget,
): void {
  if (fields === undefined || columns === undefined) return;
  const query = { path, text: spec.query ?? '', values: unmapped(values, spec) };
  const computed = Object.keys(spec.fields ?? {});
  const answer = { path, branches: [{ query, columns }], complete: true, fields, computed, provided: [] };
  checkColumns(context, answer, { fields, ...inner });
}

interface Attached {
  readonly plan: AttachPlan | undefined;
  readonly type: ValueType;
}

function compileAttach(
  context: CompileContext,
  path: Path,
  name: string,
  spec: AttachSpec,
  ours: readonly string[] | undefined,
  names: Names | undefined,
  target: ReadTarget,
): Attached {
  const nothingKnown: Attached = { plan: undefined, type: unknownType };
  const source = sourceOf(context, spec.use, path, kindOf(spec), target.source);
  if (source === undefined) return nothingKnown;
  const inner = { ...innerTarget(name, target), source };
  if (verbsOf(spec).length > 0) {
    const own = compileShape(context, path, spec, undefined, inner);
    const given = givenNames(spec);
    checkItems(context, path, spec, given, [], inner);
    const plan = compileExchangeAttach(context, path, name, spec, source, inner, own);
    return { plan, type: given === undefined ? unknownType : joinedType(spec, columnNames(given)) };
  }
  if (!checkSourceKind(context, source, 'sql', [...path, 'query'])) return nothingKnown;
  if (spec.query === undefined) {
    context.report('MAP112', {
      path,
      key: true,
      message: 'This attached read has neither a `query` nor a request.',
      hint: 'Write one; `:rows.column` is the list of values from the rows that it is attached to.',
    });
    return nothingKnown;
  }
  const query = compileQuery(context, {
    path: [...path, 'query'],
    text: spec.query,
    source,
    verb: 'read',
    scope: { ...target.scope, rows: true, rowNames: names },
    wrap: { order: orderOf(spec.order) },
    fields: Object.keys(inner.fields ?? {}),
  });
  const shape = compileShape(context, path, spec, query?.columns, inner, query?.names);
  checkItems(context, [...path, 'query'], spec, shape.columns, query?.values ?? [], inner);
  const pairs = Object.entries(spec.on);
  for (const [theirs, own] of pairs) {
    for (const [column, columns, whose] of [
      [theirs, shape.columns, 'The attached query'],
      [own, ours, 'The read that it is attached to'],
    ] as const) {
      if (columns === undefined || columns.includes(column)) continue;
      context.report('MAP254', {
        path: [...path, 'on', theirs],
        key: column === theirs && columns === shape.columns,
        message: `${whose} returns no column "${column}".`,
        hint: suggest(column, columns),
      });
    }
  }
  const one = refusalAt(context, [...path, 'one'], spec.one, { variables: target.variables, names });
  if (query === undefined) return nothingKnown;
  const plan: AttachPlan = {
    name,
    read: { kind: 'query', query: query.plan },
    processing: shape.plan,
    innerColumns: pairs.map(([column]) => column),
    outerColumns: pairs.map(([, column]) => column),
    one,
  };
  const changed = [...shape.added, ...Object.keys(spec.codes ?? {})];
  return { plan, type: joinedType(spec, withNames(query.names, changed)) };
}

/** What stands in a row for what is joined to it: a list, or with `one` a row itself. */
function joinedType({ one }: Pick<AttachSpec, 'one'>, { row }: Names): ValueType {
  return one === undefined ? { kind: 'list', items: row } : row;
}

/** `-orderDate` as column and direction. */
export function orderOf(
  order: readonly string[] | undefined,
): { readonly column: string; readonly descending: boolean }[] {
  return (order ?? []).map((column) => ({ column: column.replace(/^-/, ''), descending: column.startsWith('-') }));
}

/**
 * Compiles what is done to rows that have `columns`, undefined while the database was not asked. `given` is what expressions may
 * read from a row, where that is more than the columns say.
 */
export function compileShape(
  context: CompileContext,
  path: Path,
  spec: Pick<BranchSpec, 'attach' | 'each' | 'where' | 'fields' | 'codes'>,
  columns: readonly string[] | undefined,
  target: ReadTarget,
  given?: Names,
): CompiledShape {
  const names = given ?? (columns === undefined ? undefined : columnNames(columns));
  const types = new Map<string, ValueType>();
  const attach = Object.entries(spec.attach ?? {}).flatMap(([name, item]) => {
    if (columns?.includes(name) === true) {
      const message = `"${name}" would hide the column with the same name.`;
      context.report('MAP266', {
        path: [...path, 'attach', name],
        key: true,
        message,
        hint: 'Choose another name.',
      });
    }
    const { plan, type } = compileAttach(context, [...path, 'attach', name], name, item, columns, names, target);
    types.set(name, type);
    return plan === undefined ? [] : [plan];
  });
  const each = Object.entries(spec.each ?? {}).flatMap(([name, item]) => {
    const source = item.use ?? defaultSource(context, kindOf(item), target.source);
    const inner = { ...innerTarget(name, target), source };
    const at = [...path, 'each', name];
    checkItems(context, at, item, givenNames(item), [], inner);
    const plan = compileEach(context, at, name, item, inner, compileShape(context, at, item, undefined, inner));
    return plan === undefined ? [] : [plan];
  });
  const others = [...Object.keys(spec.attach ?? {}), ...Object.keys(spec.each ?? {})];
  const joined = columns === undefined ? undefined : [...columns, ...others];
  if (target.scope.keyOnly !== undefined && spec.where !== undefined)
    checkKeyOnlyText(context, [...path, 'where'], spec.where, target.scope.keyOnly);
  const scope: ExpressionScope = {
    variables: target.variables,
    names: names && withNames(names, others, types),
    types: new Map([['request', requestType(target.scope.request)]]),
  };
  const where = spec.where === undefined ? undefined : expressionAt(context, [...path, 'where'], spec.where, scope);
  const fields = Object.entries(spec.fields ?? {}).flatMap(([name, text]) => {
    const at = [...path, 'fields', name];
    if (target.fields !== undefined && !isPart(context, name)) checkField(context, at, name, target);
    if (target.scope.keyOnly !== undefined) checkKeyOnlyText(context, at, text, target.scope.keyOnly);
    const expression = expressionAt(context, at, text, scope);
    const field = spec.codes?.[name] === undefined ? target.fields?.[name] : undefined;
    if (expression !== undefined && field !== undefined)
      holdField(context, { path: at, name, field, target, isJson: names === undefined }, typeOf(expression, scope));
    return expression === undefined ? [] : [[name, expression] as const];
  });
  const composites = compositesOf(Object.keys(spec.fields ?? {}), (field) => idOfField(context, field));
  const computed = [...Object.keys(spec.fields ?? {}), ...composites.map(({ field }) => field)];
  const after = joined === undefined ? undefined : [...joined, ...computed];
  const codes = Object.entries(spec.codes ?? {}).flatMap(([name, item]) => {
    const at = [...path, 'codes', name];
    const isField = target.fields === undefined || checkField(context, at, name, target);
    if (isField && after !== undefined && !after.includes(name)) {
      context.report('MAP253', {
        path: at,
        key: true,
        message: `\`codes\` maps "${name}", which nothing provides.`,
        hint: suggest(name, after),
      });
    }
    const map = codeMapAt(context, at, item, target.fields?.[name]);
    return map === undefined ? [] : [[name, map] as const];
  });
  return {
    plan: {
      attach,
      each,
      where,
      fields,
      finish: composites.length === 0 ? undefined : (row) => withComposites(row, composites),
      codes,
    },
    columns: after,
    added: [...others, ...computed],
  };
}

/** Whether a name under `fields` is that of a part of a composite id: `erpInvoiceId.type`. */
function isPart(context: CompileContext, name: string): boolean {
  const [field = '', part] = name.split('.');
  return part !== undefined && Object.hasOwn(idOfField(context, field)?.parts ?? {}, part);
}

/** Reports a name under `fields` or `codes` that the contract does not have. True where it has it. */
function checkField(context: CompileContext, path: Path, name: string, target: ReadTarget): boolean {
  const known = [...Object.keys(target.fields ?? {}), ...target.extra];
  if (name.startsWith('_') || known.includes(name)) return true;
  const coordinate = target.coordinate;
  context.report('MAP251', {
    path,
    key: true,
    message: `The contract has no field "${name}" here.`,
    hint: suggest(name, known),
    coordinate,
  });
  return false;
}
