/** Result types of the functions of expressions. */
import { type ScalarKind, sequenceOf, singleTypes, unionOf, unknownType, type ValueType } from './value-type.ts';

const scalars: Readonly<Record<ScalarKind, string>> = {
  text: 'string substring substringBefore substringAfter lowercase uppercase trim pad replace join formatNumber formatBase formatInteger type base64encode base64decode encodeUrlComponent encodeUrl decodeUrlComponent decodeUrl fromMillis now text',
  number:
    'sum count average number floor ceil abs sqrt power random parseInteger length millis toMillis add subtract multiply divide total round',
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

/** Functions that return some or all values of their first argument. */
const selecting = ['filter', 'sort', 'reverse', 'shuffle', 'distinct', 'single'];

/** Functions that call their second argument with each item of the first one. */
export const iterating: readonly string[] = ['map', 'filter', 'single'];

/** The result type of a call. `callback` is the result type of a function argument for an item. */
export function resultOf(name: string, args: readonly ValueType[], callback: ValueType | undefined): ValueType {
  const kind = kinds.get(name);
  if (kind !== undefined) return { kind };
  const [first = unknownType] = args;
  const items = unionOf(singleTypes(first));
  if (selecting.includes(name)) return sequenceOf(items);
  switch (name) {
    case 'map':
      return callback === undefined ? unknownType : sequenceOf(callback);
    case 'append':
      return sequenceOf(unionOf(args.flatMap(singleTypes)));
    case 'split':
      return { kind: 'list', items: { kind: 'text' } };
    case 'keys':
      return sequenceOf({ kind: 'text' });
    default:
      return unknownType;
  }
}
