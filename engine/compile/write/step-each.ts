/** The keys `each` and `use`, which steps for databases and for HTTP have in common. */
import type { Path } from '../../base/place.ts';
import type { WriteStep } from '../../plan/write.ts';
import type { StepSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { sourceOf } from '../context/sources.ts';
import { expressionAt } from '../expressions/expressions.ts';
import { kindOf } from '../http/verbs.ts';
import { requestNames } from '../names/expression-names.ts';
import type { WriteInput } from './write-input.ts';

/** Compiles `each` of a step: the list that it runs for, and the variable that holds the current item. */
export function compileStepEach(
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

/** Reports a step that uses another source than the write. `reason`: why all steps use one. */
export function checkUse(context: CompileContext, at: Path, step: StepSpec, source: string, reason: string): void {
  const stepSource = step.use === undefined ? source : sourceOf(context, step.use, at, kindOf(step));
  if (stepSource === undefined || stepSource === source) return;
  context.report('MAP113', {
    path: [...at, 'use'],
    message: reason,
    hint: `Use "${source}" here too, or set \`use\` of the endpoint.`,
  });
}
