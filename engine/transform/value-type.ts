/** What is known of a value before there is one: of an expression's result, a column, a row. */

/** A part of an expression's text. */
export interface Spot {
  readonly offset: number;
  readonly length: number;
}

/** Kinds of single values. Days and times are texts for JSONata, but come from columns that say what they are. */
export type ScalarKind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'time';

export interface Member {
  readonly type: ValueType;
  /** Where an expression writes its name. */
  readonly at?: Spot | undefined;
}

interface Placed {
  /** The part of the expression that gives it. */
  readonly at?: Spot | undefined;
}

export type ObjectType = Placed & {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Member>;
  /** It may have further members. */
  readonly open: boolean;
};

export type ValueType = Placed &
  (
    | { readonly kind: 'unknown' | 'nothing' | 'function' }
    /** `literal`: the text itself, where the expression says it. */
    | { readonly kind: ScalarKind; readonly literal?: string }
    | ObjectType
    /** `list` is one in any case; `many` are any number of values, of which one stands for itself. */
    | { readonly kind: 'list' | 'sequence'; readonly items: ValueType }
    | { readonly kind: 'union'; readonly of: readonly ValueType[] }
  );

export const unknownType: ValueType = { kind: 'unknown' };
export const nothingType: ValueType = { kind: 'nothing' };

/** An object with these members and no others. */
export function closedObject(members: Iterable<readonly [string, ValueType]>): ObjectType {
  return { kind: 'object', members: new Map([...members].map(([name, type]) => [name, { type }])), open: false };
}

/** Any of them. */
export function unionOf(types: readonly ValueType[]): ValueType {
  const all = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]));
  const [first] = all;
  if (first === undefined) return nothingType;
  return all.length === 1 ? first : { kind: 'union', of: all };
}

/** Any number of them. */
export function sequenceOf(items: ValueType): ValueType {
  return items.kind === 'sequence' || items.kind === 'unknown' ? items : { kind: 'sequence', items };
}

/** The same, with the place where nothing nearer is known. */
export function withSpot(type: ValueType, at: Spot): ValueType {
  if (type.kind === 'union') return { ...type, of: type.of.map((one) => withSpot(one, at)) };
  return type.at === undefined ? { ...type, at } : type;
}

/** What a step of a path sees: single values, one by one. */
export function singleTypes(type: ValueType): readonly ValueType[] {
  switch (type.kind) {
    case 'union':
      return type.of.flatMap(singleTypes);
    case 'list':
    case 'sequence':
      return singleTypes(type.items);
    case 'unknown':
    case 'nothing':
    case 'function':
    case 'object':
    case 'text':
    case 'number':
    case 'boolean':
    case 'date':
    case 'instant':
    case 'time':
      return [type];
  }
}

/** Whether a step of a path may see several values. */
export function mayBeMany(type: ValueType): boolean {
  return type.kind === 'union' ? type.of.some(mayBeMany) : type.kind === 'list' || type.kind === 'sequence';
}
