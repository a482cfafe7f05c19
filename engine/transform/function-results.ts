/** What the functions of expressions give, as far as it follows from what they are given. */
import { type ScalarKind, sequenceOf, singleTypes, unionOf, unknownType, type ValueType } from './value-type.ts';

const scalars: Readonly<Record<ScalarKind, string>> = {
  text: 'string substring substringBefore substringAfter lowercase uppercase trim pad replace join formatNumber formatBase formatInteger type base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl fromMillis now text',
  number:
    'sum count average number floor ceil abs sqrt power random parseInteger length millis toMillis add subtract multiply total round',
  boolean: 'contains boolean not exists',
  date: 'addDays',
  instant: '',
  time: '',
};

const kinds: ReadonlyMap<string, ScalarKind> = new Map(
  (['text', 'number', 'boolean', 'date', 'instant', 'time'] as const).flatMap((kind) =>
    scalars[kind]
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => [name, kind] as const),
  ),
);

/** Functions that give some or all of the values of their first argument. */
const selecting = ['filter', 'sort', 'reverse', 'shuffle', 'distinct', 'single'];

/** Functions whose first argument is a list, item by item the first parameter of their second. */
export const iterating: readonly string[] = ['map', 'filter', 'single'];

/** What a call gives. `last`: what a function in its second place gives for an item. */
export function resultOf(name: string, given: readonly ValueType[], last: ValueType | undefined): ValueType {
  const kind = kinds.get(name);
  if (kind !== undefined) return { kind };
  const [first = unknownType] = given;
  const items = unionOf(singleTypes(first));
  if (selecting.includes(name)) return sequenceOf(items);
  switch (name) {
    case 'map':
      return last === undefined ? unknownType : sequenceOf(last);
    case 'append':
      return sequenceOf(unionOf(given.flatMap(singleTypes)));
    case 'split':
      return { kind: 'list', items: { kind: 'text' } };
    case 'keys':
      return sequenceOf({ kind: 'text' });
    default:
      return unknownType;
  }
}
