/** What is known of the values that an expression reads: by the profile and the vendor's description, and by known exchanges. */
import type { DescribedName, Path } from '../../../../engine/index.ts';
import { inputAt, variableAt } from '../exchanges/answer-types.ts';
import type { ProfileView } from '../profile/view.ts';
import { describedMember, type ExpressionScope, membersAt, type ValueType } from '../types/members.ts';

const given = (types: readonly (ValueType | undefined)[]): readonly ValueType[] => types.flatMap((type) => type ?? []);

/** The types of the value that a path begins with: a variable with its dollar sign, or the input. */
function typesAt(view: ProfileView, path: Path, head: string | undefined): readonly ValueType[] {
  const scope = expressionScope(view, path);
  const name = head?.replace(/^\$+/, '');
  if (name === undefined || name === '') return given([scope?.input, inputAt(view, path)]);
  return given([scope?.types.get(name), variableAt(view, path, name)]);
}

/** The steps of a path, and what it begins with if that is a variable. */
function split(steps: readonly string[]): { readonly head: string | undefined; readonly rest: readonly string[] } {
  const [first = '', ...rest] = steps;
  return first.startsWith('$') ? { head: first, rest } : { head: undefined, rest: steps };
}

/** The scope of the expression at a path, as the last check has found it. */
export function expressionScope(view: ProfileView, path: Path): ExpressionScope | undefined {
  const scope = view.scopeAt(path);
  return scope?.kind === 'expression' ? scope : undefined;
}

/** The members of the value that the steps lead to, such as `customer` and `address`, or `$row`. */
export function knownMembers(view: ProfileView, path: Path, steps: readonly string[]): readonly DescribedName[] {
  const { head, rest } = split(steps);
  return membersAt(typesAt(view, path, head), rest);
}

/** What is known of one member; undefined where nothing is. */
export function knownMember(view: ProfileView, path: Path, steps: readonly string[]): DescribedName | undefined {
  const { head, rest } = split(steps);
  const member = rest.length === 0 ? undefined : describedMember(typesAt(view, path, head), rest);
  return member && { ...member, name: steps.join('.') };
}
