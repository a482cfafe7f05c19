/** Resolves the `:names` of a statement to the values of a request. */
import type { Path } from '../../base/place.ts';
import type { QueryPlan, Resolve } from '../../plan/query.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import type { CompileContext } from '../context/context.ts';
import { type ParameterScope, resolveName } from '../names/parameter-scope.ts';
import { reportUnknownParameter } from '../names/unknown-parameter.ts';

/** Resolves each `:name` of a statement. Names that cannot be used where they are get reported. */
export function resolveNames(
  context: CompileContext,
  { path, scope }: { readonly path: Path; readonly scope: ParameterScope },
  statement: CompiledStatement,
): Required<Pick<QueryPlan, 'values' | 'optional' | 'decimals'>> {
  const values = new Map<string, Resolve>();
  const optionals = new Set<string>();
  const decimals = new Set<string>();
  const uses = statement.bindingsNamed.map((use) => ({ use, name: resolveName(use.name, scope) }));
  const optionalBlocks = new Set(
    uses.flatMap(({ use, name }) => (!use.otherwise && name.ok && name.optional ? [use.block] : [])),
  );
  for (const { use, name } of uses) {
    const at = {
      path: use.part === undefined ? path : ['parts', use.part],
      range: { offset: use.offset, length: use.length },
    };
    if (!name.ok) {
      reportUnknownParameter(context, at, use.name, name);
      continue;
    }
    if (name.optional && (use.block === undefined || use.otherwise) && !scope.optionalIsNull) {
      const hint = `Write it in an optional block: [[ AND column = :${use.name} ]]. If the field is missing, an alternative can apply: [[else AND column IS NULL ]].`;
      context.report('MAP232', {
        ...at,
        message: `The request field ${use.name} is optional, so :${use.name} may have no value here.`,
        hint,
      });
    }
    if (!name.optional && use.block !== undefined && !use.otherwise && !optionalBlocks.has(use.block)) {
      context.report('MAP233', {
        ...at,
        severity: 'warning',
        message: `:${use.name} always has a value, so this block is always included.`,
        hint: 'Remove the brackets.',
      });
    }
    const { resolve, optional } = name;
    if (optional) optionals.add(use.name);
    if (name.decimal) decimals.add(use.name);
    values.set(use.name, optional && scope.optionalIsNull ? (state) => resolve(state) ?? null : resolve);
  }
  return { values, optional: optionals, decimals };
}
