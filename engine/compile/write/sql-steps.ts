/** What a write does: the reads of `prepare`, and the steps that change a database. */
import type { Endpoint } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { PrepareStep, WriteStep } from '../../plan/write.ts';
import type { EndpointSpec, StepSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import type { AbsentFields } from '../context/optional-fields.ts';
import { checkSourceKind, sourceOf } from '../context/sources.ts';
import { expressionAt, refusalAt } from '../expressions/expressions.ts';
import { kindOf, verbsOf } from '../http/request.ts';
import { columnNames, requestNames } from '../names/expression-names.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { compileRead } from '../read/read.ts';
import { compileCall } from '../sql/procedure-call.ts';
import { type CompiledQuery, compileQuery } from '../sql/query.ts';
import { itemNames, type StepNames } from './step-names.ts';

/** What the parts of one write are compiled with. */
export interface WriteInput {
  /** Of the endpoint. */
  readonly path: Path;
  readonly endpoint: Endpoint;
  /** Where its steps go. */
  readonly source: string;
  readonly scope: ParameterScope;
  /** Variables of all of its expressions. */
  readonly variables: readonly string[];
  /** For diagnostics. */
  readonly coordinate: string;
  readonly absent: AbsentFields;
  readonly names: StepNames;
}

/** Compiles the reads before the first step. */
export function compilePrepare(
  context: CompileContext,
  { path, endpoint, source, scope, variables: common, coordinate, names }: WriteInput,
  spec: EndpointSpec,
): readonly PrepareStep[] {
  const asked = requestNames(endpoint.request);
  return (spec.prepare ?? []).flatMap((item, index): PrepareStep[] =>
    Object.entries(item).flatMap(([name, read]) => {
      const at = [...path, 'prepare', index, name];
      names.check(at, name);
      const steps = [...names.taken];
      const stepScope: ParameterScope = { ...scope, steps, stepNames: new Map(names.given), laterSteps: names.later() };
      const variables = [...common, ...steps];
      const target = { fields: undefined, extra: [], scope: stepScope, source, variables, coordinate };
      const compiled = compileRead(context, at, read, target);
      const one = refusalAt(context, [...at, 'one'], read.one, { variables, names: asked });
      if (read.field !== undefined && !Object.hasOwn(endpoint.request, read.field.split('.')[0] ?? '')) {
        context.report('MAP264', {
          path: [...at, 'field'],
          message: `The request has no field "${read.field}".`,
          hint: suggest(read.field, Object.keys(endpoint.request)),
        });
      }
      names.add(name, compiled?.names);
      return compiled === undefined ? [] : [{ name, read: compiled.plan, one, field: read.field }];
    }),
  );
}

/** The list that a step goes through. */
export function eachOf(
  context: CompileContext,
  at: Path,
  step: StepSpec,
  { endpoint, variables, names }: WriteInput,
): WriteStep['each'] {
  const each = Object.entries(step.each ?? {}).flatMap(([variable, text]) => {
    names.check([...at, 'each', variable], variable);
    const items = expressionAt(context, [...at, 'each', variable], text, {
      variables: [...variables, ...names.taken],
      names: requestNames(endpoint.request),
    });
    return items === undefined ? [] : [{ variable, items }];
  });
  if (each.length > 1) {
    const message = '`each` takes one list.';
    context.report('MAP105', { path: [...at, 'each'], key: true, message, hint: 'Keep one.' });
  }
  return each[0];
}

/** Reports a step that is for another source than the write. `why`: what makes them one. */
export function checkUse(context: CompileContext, at: Path, step: StepSpec, source: string, why: string): void {
  const own = step.use === undefined ? source : sourceOf(context, step.use, at, kindOf(step));
  if (own === undefined || own === source) return;
  context.report('MAP113', {
    path: [...at, 'use'],
    message: why,
    hint: `Use "${source}" here too, or set \`use\` of the endpoint.`,
  });
}

const ofRequests = [
  'params',
  'headers',
  'json',
  'form',
  'xml',
  'rows',
  'fields',
  'outcomes',
  'done',
  'repeatable',
] as const;

/** The one statement or call of a step. */
function compileStep(
  context: CompileContext,
  path: Path,
  step: StepSpec,
  source: string,
  scope: ParameterScope,
  variables: readonly string[],
): CompiledQuery | undefined {
  const { exec, call } = step;
  const [verb] = verbsOf(step);
  if (verb !== undefined) {
    checkSourceKind(context, source, 'http', [...path, verb]);
    return undefined;
  }
  if ((exec === undefined) === (call === undefined)) {
    context.report(exec === undefined ? 'MAP112' : 'MAP105', {
      path,
      key: true,
      message: 'A step of `write` has exactly one of `exec` and `call`.',
      hint: exec === undefined ? 'Write the statement that changes the ERP.' : 'Keep one, or write two steps.',
    });
  }
  for (const key of ofRequests.filter((name) => step[name] !== undefined)) {
    const message = `\`${key}\` is for HTTP requests, but this step runs on a database.`;
    context.report('MAP113', { path: [...path, key], key: true, message, hint: 'Remove it.' });
  }
  if (call !== undefined)
    return compileCall(context, { path: [...path, 'call'], spec: call, source, scope, variables, fields: [] });
  if (exec === undefined) return undefined;
  return compileQuery(context, { path: [...path, 'exec'], text: exec, source, verb: 'exec', scope, fields: [] });
}

/** Compiles the steps of a write into a database. */
export function compileSteps(
  context: CompileContext,
  input: WriteInput,
  spec: NonNullable<EndpointSpec['write']>,
): readonly WriteStep[] {
  const { path, source, scope, variables, names } = input;
  return spec.flatMap((item, index): WriteStep[] =>
    Object.entries(item).flatMap(([name, step]) => {
      const at = [...path, 'write', index, name];
      names.check(at, name);
      const each = eachOf(context, at, step, input);
      checkUse(context, at, step, source, 'All steps of a write run in one transaction, on one source.');
      const stepScope: ParameterScope = {
        ...scope,
        optionalIsNull: true,
        steps: [...names.taken, ...(each === undefined ? [] : [each.variable])],
        stepNames: new Map([
          ...names.given,
          ...(each === undefined ? [] : itemNames(each.variable, each.items, names.given)),
        ]),
        laterSteps: names.later(),
      };
      const query = compileStep(context, at, step, source, stepScope, [...variables, ...stepScope.steps]);
      names.add(name, query?.columns === undefined ? undefined : columnNames(query.columns));
      return query === undefined ? [] : [{ name, query: query.plan, each }];
    }),
  );
}
