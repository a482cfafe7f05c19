/** What the functions of expressions give, as far as it follows from what they are given. */
import { atoms, either, many, type ScalarKind, type Shape, unknown } from './shape.ts';

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
export function resultOf(name: string, given: readonly Shape[], last: Shape | undefined): Shape {
  const kind = kinds.get(name);
  if (kind !== undefined) return { kind };
  const [first = unknown] = given;
  const items = either(atoms(first));
  if (selecting.includes(name)) return many(items);
  switch (name) {
    case 'map':
      return last === undefined ? unknown : many(last);
    case 'append':
      return many(either(given.flatMap(atoms)));
    case 'split':
      return { kind: 'list', items: { kind: 'text' } };
    case 'keys':
      return many({ kind: 'text' });
    default:
      return unknown;
  }
}
