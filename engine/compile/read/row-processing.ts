/** Compiles the processing of a read's rows: `attach`, `each`, `where`, `fields` and `codes`. */
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { type CodeMap, computePlan, mapCodes } from '../../plan/compute-row.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import { closedObject, singleTypes, unionOf, unknownType, type ValueType } from '../../transform/value-type.ts';
import { computesFields, finishRow } from '../columns/finish-row.ts';
import { compositesOf } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { idOfField } from '../context/ids.ts';
import { codeMapAt } from '../expressions/code-map.ts';
import type { ExpressionScope } from '../expressions/expression-scope.ts';
import { expressionAt, typeOf } from '../expressions/expressions.ts';
import { columnNames, type Names, withNames } from '../names/expression-names.ts';
import { checkKeyOnlyText } from '../names/key-only-lookup.ts';
import { requestType, withMembers } from '../names/known-values.ts';
import type { ReadTarget } from '../names/read-target.ts';
import { compileAttach } from './attach.ts';
import { compileEach } from './each.ts';
import { checkFieldExpression } from './field-expression.ts';
import type { CompiledRowProcessing, RowProcessingInput } from './row-processing-input.ts';

/** Compiles the processing of rows. A part that cannot be compiled is reported and left out. */
export function compileRowProcessing(context: CompileContext, input: RowProcessingInput): CompiledRowProcessing {
  const { spec, columns, target } = input;
  const names = input.names ?? (columns === undefined ? undefined : columnNames(columns));
  const { attach, types } = compileAttachments(context, input, names);
  const outerNames = names && withNames(names, Object.keys(spec.attach ?? {}), types);
  const each = Object.entries(spec.each ?? {}).flatMap(([name, item]) => {
    const path = [...input.path, 'each', name];
    const { plan, type } = compileEach(context, {
      path,
      name,
      spec: item,
      target,
      outerNames,
      compileRows: compileRowProcessing,
    });
    types.set(name, type);
    return plan ?? [];
  });
  const joined = [...Object.keys(spec.attach ?? {}), ...Object.keys(spec.each ?? {})];
  const scope: ExpressionScope = {
    variables: target.variables,
    names: names && withNames(names, joined, types),
    types: new Map([['request', requestType(target.scope.request)]]),
  };
  const where = compileWhere(context, input, scope);
  const fields = compileFields(context, input, scope);
  const composites = compositesOf(Object.keys(spec.fields ?? {}), (field) => idOfField(context, field));
  const computed = [...Object.keys(spec.fields ?? {}), ...composites.map(({ field }) => field)];
  const after = columns === undefined ? undefined : [...columns, ...joined, ...computed];
  const rowBefore = typeOfRow({ spec, row: scope.names?.row, fields, composites, joined: types }, scope);
  const codes = compileCodes(context, input, after, (name) => memberOf(rowBefore, name));
  const mapping = codes.length === 0 ? undefined : mapCodes(codes);
  const compute = computePlan(fields, undefined);
  const finish = finishRow([], composites);
  if (compute !== undefined)
    context.onFunction?.({ path: [...input.path, 'fields'], key: true }, computesFields, compute.row);
  if (finish !== undefined)
    context.onFunction?.({ path: [...input.path, 'fields'], key: true }, 'Joins composite ids', finish);
  if (mapping !== undefined)
    context.onFunction?.({ path: [...input.path, 'codes'], key: true }, 'Maps `codes`', mapping);
  return {
    plan: {
      attach,
      each,
      where,
      fields,
      compute,
      finish,
      codes: codes.map(([name]) => name),
      mapCodes: mapping,
    },
    columns: after,
    added: [...joined, ...computed],
    row: withMembers(
      rowBefore,
      codes.map(([name]) => [name, unknownType]),
    ),
  };
}

/** The type of a row before its codes are mapped. With `fields` it has these, and what `attach` and `each` add. */
function typeOfRow(
  given: {
    readonly spec: RowProcessingInput['spec'];
    /** The type of a row with what is added to it. */
    readonly row: ValueType | undefined;
    readonly fields: RowProcessing['fields'];
    readonly composites: readonly { readonly field: string }[];
    readonly joined: ReadonlyMap<string, ValueType>;
  },
  scope: ExpressionScope,
): ValueType {
  const { spec, row, fields, composites, joined } = given;
  if (spec.fields === undefined) return row ?? unknownType;
  return closedObject([
    ...joined,
    ...composites.map(({ field }) => [field, unknownType] as const),
    ...fields.map(([name, expression]) => [name, typeOf(expression, scope)] as const),
  ]);
}

/** The type of a member of a row; unknown where not all rows are known to have it. */
function memberOf(row: ValueType, name: string): ValueType {
  const members = singleTypes(row).map((one) => (one.kind === 'object' ? one.members.get(name)?.type : undefined));
  const types = members.filter((member) => member !== undefined);
  return types.length === members.length ? unionOf(types) : unknownType;
}

/** Compiles `attach`, with the type of each value that it adds to a row. */
function compileAttachments(
  context: CompileContext,
  { path, spec, columns, target }: RowProcessingInput,
  names: Names | undefined,
): { readonly attach: RowProcessing['attach']; readonly types: Map<string, ValueType> } {
  const types = new Map<string, ValueType>();
  const attach = Object.entries(spec.attach ?? {}).flatMap(([name, item]) => {
    const at = [...path, 'attach', name];
    if (columns?.includes(name) === true) {
      const message = `"${name}" would hide the column with the same name.`;
      context.report('MAP266', { path: at, key: true, message, hint: 'Choose another name.' });
    }
    const { plan, type } = compileAttach(context, {
      path: at,
      name,
      spec: item,
      outerColumns: columns,
      outerNames: names,
      target,
      compileRows: compileRowProcessing,
    });
    types.set(name, type);
    return plan ?? [];
  });
  return { attach, types };
}

function compileWhere(
  context: CompileContext,
  { path, spec, target }: RowProcessingInput,
  scope: ExpressionScope,
): RowProcessing['where'] {
  if (spec.where === undefined) return undefined;
  const at = [...path, 'where'];
  if (target.scope.keyOnly !== undefined) checkKeyOnlyText(context, at, spec.where, target.scope.keyOnly);
  return expressionAt(context, at, spec.where, scope);
}

function compileFields(
  context: CompileContext,
  { path, spec, target, isJson = false }: RowProcessingInput,
  scope: ExpressionScope,
): RowProcessing['fields'] {
  return Object.entries(spec.fields ?? {}).flatMap(([name, text]) => {
    const at = [...path, 'fields', name];
    if (target.fields !== undefined && !isIdPart(context, name)) checkField(context, at, name, target);
    if (target.scope.keyOnly !== undefined) checkKeyOnlyText(context, at, text, target.scope.keyOnly);
    const expression = expressionAt(context, at, text, scope);
    if (expression === undefined) return [];
    const field = ownMember(spec.codes, name) === undefined ? ownMember(target.fields, name) : undefined;
    if (field !== undefined)
      checkFieldExpression(context, { path: at, name, field, target, isJson }, typeOf(expression, scope));
    return [[name, expression] as const];
  });
}

/** `columns`: the columns of the rows whose codes are mapped; undefined where they are not known. */
function compileCodes(
  context: CompileContext,
  { path, spec, target }: RowProcessingInput,
  columns: readonly string[] | undefined,
  typeOfField: (name: string) => ValueType,
): readonly (readonly [string, CodeMap])[] {
  return Object.entries(spec.codes ?? {}).flatMap(([name, item]) => {
    const at = [...path, 'codes', name];
    const isField = target.fields === undefined || checkField(context, at, name, target);
    if (isField && columns !== undefined && !columns.includes(name)) {
      const message = `\`codes\` maps "${name}", which nothing provides.`;
      context.report('MAP253', { path: at, key: true, message, ...suggestion(name, columns) });
    }
    const map = codeMapAt(context, at, item, ownMember(target.fields, name), typeOfField(name));
    return map === undefined ? [] : [[name, map] as const];
  });
}

/** Whether a name under `fields` is a part of a composite id, such as `erpInvoiceId.type`. */
function isIdPart(context: CompileContext, name: string): boolean {
  const [field = '', part] = name.split('.');
  return part !== undefined && Object.hasOwn(idOfField(context, field)?.parts ?? {}, part);
}

/** Reports a name under `fields` or `codes` that the contract does not have. True when it has the name. */
function checkField(context: CompileContext, path: Path, name: string, target: ReadTarget): boolean {
  const fieldNames = [...Object.keys(target.fields ?? {}), ...target.extra];
  if (name.startsWith('_') || fieldNames.includes(name)) return true;
  context.report('MAP251', {
    path,
    key: true,
    message: `The contract has no field "${name}" here.`,
    ...suggestion(name, fieldNames),
    coordinate: target.coordinate,
  });
  return false;
}
