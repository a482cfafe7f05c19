/** Members of the input of an expression, as far as their types are known. */
import type { DescribedName, TextScope } from '../../../../engine/index.ts';

export type ExpressionScope = Extract<TextScope, { readonly kind: 'expression' }>;
type Type = NonNullable<ExpressionScope['input']>;
type ObjectType = Extract<Type, { readonly kind: 'object' }>;

function objectsOf(type: Type): readonly ObjectType[] {
  switch (type.kind) {
    case 'object':
      return [type];
    case 'list':
    case 'sequence':
      return objectsOf(type.items);
    case 'union':
      return type.types.flatMap(objectsOf);
    default:
      return [];
  }
}

/** The objects that the steps lead to: those of `customer.` after `customer`. */
function objectsAt({ input }: ExpressionScope, steps: readonly string[]): readonly ObjectType[] {
  let objects = input === undefined ? [] : objectsOf(input);
  for (const step of steps)
    objects = objects.flatMap(({ members }) => {
      const member = members.get(step);
      return member === undefined ? [] : objectsOf(member.type);
    });
  return objects;
}

/** The names of the members at a path of the input. */
export const membersAt = (scope: ExpressionScope, steps: readonly string[]): readonly string[] => [
  ...new Set(objectsAt(scope, steps).flatMap(({ members }) => [...members.keys()])),
];

/** What the vendor's description says of the member at a path of the input; undefined where it does not have the member. */
export function describedMember(scope: ExpressionScope, path: readonly string[]): DescribedName | undefined {
  const name = path.join('.');
  for (const { members } of objectsAt(scope, path.slice(0, -1))) {
    const described = members.get(path.at(-1) ?? '')?.described;
    if (described !== undefined) return { name, ...described };
  }
  return undefined;
}
