/** The keys `one` and `refuse` of a step: what its statement has to change, and the refusal otherwise. */
import type { Path } from '../../base/place.ts';
import type { RowsRefusal } from '../../plan/write.ts';
import type { StepSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { refusalAt } from '../expressions/expressions.ts';
import { requestNames } from '../names/expression-names.ts';
import { checkRefusalField } from './refusal-field.ts';
import type { WriteInput } from './write-input.ts';

const refusalKeys = ['one', 'refuse', 'field'] as const;

/** Reports these keys in a step that is no statement. `instead`: what to write there, as a sentence. */
export function checkNoRefusal(context: CompileContext, at: Path, step: StepSpec, instead: string): void {
  for (const key of refusalKeys.filter((name) => step[name] !== undefined)) {
    const message = `\`${key}\` is for a statement (\`exec\`), whose changed rows the database counts.`;
    context.report('MAP113', { path: [...at, key], key: true, message, hint: instead });
  }
}

/** Compiles the refusal of a step with `exec`; undefined where it has none, or the fault is reported. */
export function compileRowsRefusal(
  context: CompileContext,
  at: Path,
  step: StepSpec,
  { endpoint }: WriteInput,
  variables: readonly string[],
): RowsRefusal | undefined {
  const { one, refuse, field } = step;
  if (one !== undefined && refuse !== undefined) {
    const message = 'This step has both `one` and `refuse`.';
    const hint = 'Keep `one` for exactly one changed row, or `refuse` for at least one.';
    context.report('MAP105', { path: [...at, 'refuse'], key: true, message, hint });
  }
  if (field !== undefined && one === undefined && refuse === undefined) {
    const message = '`field` names the request field of a refusal, but this step has none.';
    context.report('MAP113', { path: [...at, 'field'], key: true, message, hint: 'Add `one`, or remove it.' });
  }
  checkRefusalField(context, at, field, endpoint.request);
  const scope = { variables, names: requestNames(endpoint.request) };
  const rows = one === undefined ? 'some' : 'one';
  const message = refusalAt(context, [...at, one === undefined ? 'refuse' : 'one'], one ?? refuse, scope);
  return message && { rows, message, field };
}
