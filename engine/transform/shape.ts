/** What is known of a value before there is one: of an expression's result, a column, a row. */

/** A part of an expression's text. */
export interface Spot {
  readonly offset: number;
  readonly length: number;
}

/** Kinds of single values. Days and times are texts for JSONata, but come from columns that say what they are. */
export type ScalarKind = 'text' | 'number' | 'boolean' | 'date' | 'instant' | 'time';

export interface Member {
  readonly shape: Shape;
  /** Where an expression writes its name. */
  readonly at?: Spot | undefined;
}

interface Placed {
  /** The part of the expression that gives it. */
  readonly at?: Spot | undefined;
}

export type ObjectShape = Placed & {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Member>;
  /** It may have further members. */
  readonly open: boolean;
};

export type Shape = Placed &
  (
    | { readonly kind: 'unknown' | 'nothing' | 'function' }
    /** `literal`: the text itself, where the expression says it. */
    | { readonly kind: ScalarKind; readonly literal?: string }
    | ObjectShape
    /** `list` is one in any case; `many` are any number of values, of which one stands for itself. */
    | { readonly kind: 'list' | 'many'; readonly items: Shape }
    | { readonly kind: 'either'; readonly of: readonly Shape[] }
  );

export const unknown: Shape = { kind: 'unknown' };
export const nothing: Shape = { kind: 'nothing' };

/** An object with these members and no others. */
export function closed(members: Iterable<readonly [string, Shape]>): ObjectShape {
  return { kind: 'object', members: new Map([...members].map(([name, shape]) => [name, { shape }])), open: false };
}

/** Any of them. */
export function either(shapes: readonly Shape[]): Shape {
  const all = shapes.flatMap((shape) => (shape.kind === 'either' ? shape.of : [shape]));
  const [first] = all;
  if (first === undefined) return nothing;
  return all.length === 1 ? first : { kind: 'either', of: all };
}

/** Any number of them. */
export function many(items: Shape): Shape {
  return items.kind === 'many' || items.kind === 'unknown' ? items : { kind: 'many', items };
}

/** The same, with the place where nothing nearer is known. */
export function placed(shape: Shape, at: Spot): Shape {
  if (shape.kind === 'either') return { ...shape, of: shape.of.map((one) => placed(one, at)) };
  return shape.at === undefined ? { ...shape, at } : shape;
}

/** What a step of a path sees: single values, one by one. */
export function atoms(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'either':
      return shape.of.flatMap(atoms);
    case 'list':
    case 'many':
      return atoms(shape.items);
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
      return [shape];
  }
}

/** Whether a step of a path may see several values. */
export function isMany(shape: Shape): boolean {
  return shape.kind === 'either' ? shape.of.some(isMany) : shape.kind === 'list' || shape.kind === 'many';
}
