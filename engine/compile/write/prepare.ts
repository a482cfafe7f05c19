/** Compiles `prepare` of a write: the reads before its first step. */
import type { PrepareStep } from '../../plan/write.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import { sequenceOf, type ValueType } from '../../transform/value-type.ts';
import type { CompileContext } from '../context/context.ts';
import { refusalAt } from '../expressions/expressions.ts';
import { requestNames } from '../names/expression-names.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { type CompiledRead, compileRead } from '../read/read.ts';
import { checkRefusalField } from './refusal-field.ts';
import type { WriteInput } from './write-input.ts';

/** With `one`, the result is a row, otherwise all rows. */
const typeOfResult = ({ row }: CompiledRead, one: string | undefined): ValueType =>
  one === undefined ? sequenceOf(row) : row;

/** Compiles `prepare`. A read that cannot be compiled is reported and left out. */
export function compilePrepare(
  context: CompileContext,
  { path, endpoint, source, scope, variables: common, coordinate, names }: WriteInput,
  spec: EndpointSpec,
): readonly PrepareStep[] {
  const messageNames = requestNames(endpoint.request);
  return (spec.prepare ?? []).flatMap((item, index): PrepareStep[] =>
    Object.entries(item).flatMap(([name, read]) => {
      const at = [...path, 'prepare', index, name];
      names.check(at, name);
      const steps = [...names.taken];
      const stepScope: ParameterScope = {
        ...scope,
        steps,
        stepNames: new Map(names.columnNames),
        stepTypes: new Map(names.types),
        laterSteps: names.later(),
      };
      const variables = [...common, ...steps];
      const target = {
        fields: undefined,
        extra: [],
        scope: stepScope,
        source,
        transactionOf: source,
        variables,
        coordinate,
      };
      const compiled = compileRead(context, at, read, target);
      const one = refusalAt(context, [...at, 'one'], read.one, { variables, names: messageNames });
      checkRefusalField(context, at, read.field, endpoint.request);
      const isList = compiled?.plan.rows.kind === 'expression' && compiled.plan.rows.list;
      names.add(name, compiled?.names && { ...compiled.names, isList }, compiled && typeOfResult(compiled, read.one));
      return compiled === undefined ? [] : [{ name, read: compiled.plan, one, field: read.field }];
    }),
  );
}
