/** Compiles the steps of a write into a database: one statement or procedure call each, in one transaction. */
import type { Path } from '../../base/place.ts';
import type { WriteStep } from '../../plan/write.ts';
import type { EndpointSpec, StepSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind } from '../context/sources.ts';
import { verbsOf } from '../http/verbs.ts';
import { columnNames } from '../names/expression-names.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { compileCall } from '../sql/procedure-call.ts';
import { type CompiledQuery, compileQuery } from '../sql/query.ts';
import { checkNoRefusal, compileRowsRefusal } from './rows-refusal.ts';
import { checkUse, compileStepEach } from './step-each.ts';
import { itemNames } from './step-names.ts';
import type { WriteInput } from './write-input.ts';

/** Keys of steps that send a request. */
const requestKeys = [
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
  'undo',
] as const;

interface StepInput {
  /** Path of the step. */
  readonly path: Path;
  readonly step: StepSpec;
  readonly source: string;
  readonly scope: ParameterScope;
  readonly variables: readonly string[];
}

/** Compiles the statement or call of a step; undefined, and a report, where it cannot be compiled. */
function compileStep(
  context: CompileContext,
  { path, step, source, scope, variables }: StepInput,
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
  for (const key of requestKeys.filter((name) => step[name] !== undefined)) {
    const message = `\`${key}\` is for HTTP requests, but this step runs on a database.`;
    context.report('MAP113', { path: [...path, key], key: true, message, hint: 'Remove it.' });
  }
  if (call !== undefined)
    return compileCall(context, { path: [...path, 'call'], spec: call, source, scope, variables, fields: [] });
  if (exec === undefined) return undefined;
  return compileQuery(context, { path: [...path, 'exec'], text: exec, source, verb: 'exec', scope, fields: [] });
}

/** Compiles the steps of a write into a database. A step that cannot be compiled is reported and left out. */
export function compileSteps(
  context: CompileContext,
  write: WriteInput,
  spec: NonNullable<EndpointSpec['write']>,
): readonly WriteStep[] {
  const { path, source, scope, variables, names } = write;
  return spec.flatMap((item, index): readonly WriteStep[] =>
    Object.entries(item).flatMap(([name, step]) => {
      const at = [...path, 'write', index, name];
      names.check(at, name);
      const each = compileStepEach(context, at, step, write);
      checkUse(context, at, step, source, 'All steps of a write run in one transaction, on one source.');
      const stepScope: ParameterScope = {
        ...scope,
        optionalIsNull: true,
        steps: [...names.taken, ...(each === undefined ? [] : [each.variable])],
        stepNames: new Map([...names.columnNames, ...itemNames(each, write.endpoint.request, names)]),
        laterSteps: names.later(),
      };
      const stepVariables = [...variables, ...stepScope.steps];
      const query = compileStep(context, { path: at, step, source, scope: stepScope, variables: stepVariables });
      if (step.exec === undefined) checkNoRefusal(context, at, step, 'A procedure has `outcomes` under `call`.');
      const refusal = step.exec === undefined ? undefined : compileRowsRefusal(context, at, step, write, stepVariables);
      names.add(name, query?.columns === undefined ? undefined : columnNames(query.columns));
      return query === undefined ? [] : [{ name, query: query.plan, refusal, each }];
    }),
  );
}
