/** The values of enumerations that a filter leaves: codes for the others are not needed. */
import { type DescribedMember, type DescribedType, factsOf, lazyMember, plainValue } from './model.ts';

/** The texts that a property may still have, by its name. A property that is not named may have all. */
export type RemainingValues = ReadonlyMap<string, readonly string[]>;

/** Nothing is known of any property. */
export const allRemain: RemainingValues = new Map();

/** What remains where both conditions hold. */
export function remainingOfBoth(one: RemainingValues = allRemain, other: RemainingValues = allRemain): RemainingValues {
  const shared = [...one].filter(([name]) => other.has(name));
  const common = shared.map(([name, values]): [string, readonly string[]] => [
    name,
    values.filter((value) => other.get(name)?.includes(value)),
  ]);
  return new Map([...one, ...other, ...common]);
}

/** What remains where one of two conditions holds: known of the properties that both compare. */
export function remainingOfEither(
  one: RemainingValues = allRemain,
  other: RemainingValues = allRemain,
): RemainingValues {
  return new Map(
    [...one].flatMap(([name, values]): readonly [string, readonly string[]][] => {
      const more = other.get(name);
      return more === undefined ? [] : [[name, [...values, ...more]]];
    }),
  );
}

/** The type of the records that have the remaining values. */
export function withRemaining(type: DescribedType, remaining: RemainingValues): DescribedType {
  if (type.kind !== 'record' || remaining.size === 0) return type;
  const members = [...type.members].map(([name, member]): readonly [string, DescribedMember] => {
    const texts = remaining.get(name)?.map(plainValue);
    if (texts === undefined || member.type.kind !== 'scalar' || member.type.values === undefined) return [name, member];
    const scalar = member.type;
    const values = member.type.values.filter((value) => texts.includes(plainValue(value)));
    return [name, lazyMember(factsOf(member), () => ({ ...scalar, values }))];
  });
  return { ...type, members: new Map(members) };
}
