/** Members of the values that an expression reads, as far as their types are known. */
import type { DescribedName, TextScope } from '../../../../engine/index.ts';

export type ExpressionScope = Extract<TextScope, { readonly kind: 'expression' }>;
export type ValueType = NonNullable<ExpressionScope['input']>;
type ObjectType = Extract<ValueType, { readonly kind: 'object' }>;
export type Member = NonNullable<ReturnType<ObjectType['members']['get']>>;

function objectsOf(type: ValueType): readonly ObjectType[] {
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

/** A list of values of one type. */
export const listOf = (items: ValueType): ValueType => ({ kind: 'list', items });

/** The type with further members; undefined where their types are not known. */
export function withMembers(
  type: ValueType | undefined,
  more: readonly (readonly [string, ValueType | undefined])[],
): ValueType {
  const members = objectsOf(type ?? { kind: 'unknown' }).flatMap((one) => [...one.members]);
  const added = more.map(([name, member]) => [name, { type: member ?? { kind: 'unknown' } }] as const);
  return { kind: 'object', members: new Map([...members, ...added]), open: true };
}

/** The members of the objects that the steps lead to: those of `customer.` after `customer`. */
function membersAfter(type: ValueType, steps: readonly string[]): readonly ObjectType['members'][] {
  let objects = objectsOf(type);
  for (const step of steps)
    objects = objects.flatMap(({ members }) => {
      const member = members.get(step);
      return member === undefined ? [] : objectsOf(member.type);
    });
  return objects.map(({ members }) => members);
}

type Words = NonNullable<Member['described']>;

/** What the members with one name say, the first of them. */
const wordsOf = (members: readonly ObjectType['members'][], name: string): readonly Words[] =>
  members.flatMap((one) => one.get(name)?.described ?? []).slice(0, 1);

function describedName(name: string, words: readonly Words[]): DescribedName {
  const said = [...new Set(words.flatMap(({ documentation }) => documentation ?? []))];
  return {
    name,
    detail: words.find(({ detail }) => detail !== '')?.detail,
    documentation: said.length === 0 ? undefined : said.join('\n\n'),
  };
}

/**
 * The members at a path of a value, with the vendor's words and examples of known answers. `types`: the types of the value by all sources; the type
 * of a member is that of the first source that has it.
 */
export function membersAt(types: readonly ValueType[], steps: readonly string[]): readonly DescribedName[] {
  const members = types.map((type) => membersAfter(type, steps));
  const names = new Set(members.flat().flatMap((one) => [...one.keys()]));
  return [...names].map((name) =>
    describedName(
      name,
      members.flatMap((one) => wordsOf(one, name)),
    ),
  );
}

/** What a description or a known answer says of the member at a path; undefined where none says anything. */
export function describedMember(types: readonly ValueType[], path: readonly string[]): DescribedName | undefined {
  const name = path.at(-1) ?? '';
  const words = types.flatMap((type) => wordsOf(membersAfter(type, path.slice(0, -1)), name));
  return words.length === 0 ? undefined : describedName(path.join('.'), words);
}
