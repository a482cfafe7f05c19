/** Compiles `outcomes` of a procedure call: when it has failed although the database reported no error. */
import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { OutcomePlan } from '../../plan/query.ts';
import type { CallSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredCondition } from '../context/coverage-points.ts';
import { columnNames } from '../names/expression-names.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import { expressionAt, messageAt } from './expressions.ts';

/** Compiles the outcomes. One that cannot be compiled is reported and left out. */
export function compileOutcomes(
  context: CompileContext,
  path: Path,
  spec: CallSpec,
  scope: ParameterScope,
  variables: readonly string[],
): readonly OutcomePlan[] {
  const outputs = [...Object.values(spec.out ?? {}), ...(spec.returns === undefined ? [] : [spec.returns])];
  const names = { ...columnNames(outputs), missing: 'The call has no output' };
  const rowScope = { variables: [...variables, 'row'], names };
  return (spec.outcomes ?? []).flatMap((outcome, index): OutcomePlan[] => {
    const at = [...path, 'outcomes', index];
    const { field } = outcome;
    const texts = (['refuse', 'fail'] as const).filter((kind) => outcome[kind] !== undefined);
    const [kind] = texts;
    if (kind === undefined || texts.length > 1) {
      const message = 'An outcome has exactly one of `refuse` and `fail`, with its message.';
      const hint = '`refuse` is for errors that the caller can correct.';
      context.report(kind === undefined ? 'MAP112' : 'MAP105', { path: at, key: true, message, hint });
    }
    if (field !== undefined && !Object.hasOwn(scope.request, field.split('.')[0] ?? '')) {
      const message = `The request has no field "${field}".`;
      context.report('MAP264', {
        path: [...at, 'field'],
        message,
        hint: suggest(field, Object.keys(scope.request)),
      });
    }
    const when = expressionAt(context, [...at, 'when'], outcome.when, rowScope);
    const text = kind === undefined ? undefined : outcome[kind];
    if (kind === undefined || text === undefined) return [];
    const message = messageAt(context, [...at, kind], text, rowScope);
    if (when === undefined || message === undefined) return [];
    return [{ when: coveredCondition(context, [...at, 'when'], when), kind, message, field }];
  });
}
