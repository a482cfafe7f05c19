/** Static types of values: of the result of an expression, a column, a row. */

/** A part of an expression's text, in UTF-16 code units. */
export interface ExpressionRange {
  readonly offset: number;
  readonly length: number;
}

/** Kinds of single values. Dates and times are texts in JSONata, but columns have these types. */
export type ScalarKind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'time';

/** What the vendor's description says of a member of an answer: its type, and the vendor's words. */
export interface MemberWords {
  readonly detail: string;
  readonly documentation: string | undefined;
}

export interface Member {
  readonly type: ValueType;
  /** For people. Undefined where no description has the member. */
  readonly described?: MemberWords;
  /** The name of the member in the text of the expression. */
  readonly range?: ExpressionRange | undefined;
}

interface WithRange {
  /** The part of the expression that the value results from. */
  readonly range?: ExpressionRange | undefined;
}

export type ObjectType = WithRange & {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Member>;
  /** Whether it may have further members. */
  readonly open: boolean;
};

export type ValueType = WithRange &
  (
    | { readonly kind: 'unknown' | 'nothing' | 'function' }
    /**
     * `literal`: the text, if it is a constant in the expression. `values`: the only texts that it can be. `isExact`: the ERP or the
     * contract has other types for numbers and times, so that a text is no number, and a number is no time.
     */
    | {
        readonly kind: ScalarKind;
        readonly literal?: string;
        readonly values?: readonly string[];
        readonly isExact?: boolean;
      }
    | ObjectType
    /** A `list` is always a list. A `sequence` of JSONata is a list if it has several values, and a single value if it has one. */
    | { readonly kind: 'list' | 'sequence'; readonly items: ValueType }
    | { readonly kind: 'union'; readonly types: readonly ValueType[] }
  );

export const unknownType: ValueType = { kind: 'unknown' };
export const nothingType: ValueType = { kind: 'nothing' };

/** An object with these members and no others. */
export function closedObject(members: Iterable<readonly [string, ValueType]>): ObjectType {
  return { kind: 'object', members: new Map([...members].map(([name, type]) => [name, { type }])), open: false };
}

/** A value of any of the types; nothing if there are none. */
export function unionOf(types: readonly ValueType[]): ValueType {
  const all = types.flatMap((type) => (type.kind === 'union' ? type.types : [type]));
  const [first] = all;
  if (first === undefined) return nothingType;
  return all.length === 1 ? first : { kind: 'union', types: all };
}

/** A sequence of these items. */
export function sequenceOf(items: ValueType): ValueType {
  return items.kind === 'sequence' || items.kind === 'unknown' ? items : { kind: 'sequence', items };
}

/** The type with a spot, unless it has one. */
export function withRange(type: ValueType, range: ExpressionRange): ValueType {
  if (type.kind === 'union') return { ...type, types: type.types.map((one) => withRange(one, range)) };
  return type.range === undefined ? { ...type, range } : type;
}

/** The types of the single values that a step of a path is applied to: items of lists and sequences, members of unions. */
export function singleTypes(type: ValueType): readonly ValueType[] {
  switch (type.kind) {
    case 'union':
      return type.types.flatMap(singleTypes);
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

/** Whether a step of a path may be applied to several values. */
export function mayBeMany(type: ValueType): boolean {
  return type.kind === 'union' ? type.types.some(mayBeMany) : type.kind === 'list' || type.kind === 'sequence';
}

/** The values of an enumeration; undefined if some values of the type are no enumeration. */
export function enumerationOf(type: ValueType): readonly string[] | undefined {
  const all = singleTypes(type).filter(({ kind }) => kind !== 'nothing');
  const lists = all.map((one) => (one.kind === 'text' ? one.values : undefined));
  if (all.length === 0 || lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list) => list ?? []);
}
