/** How the value of each placeholder of a text is found, decided when the text is built. */
import type { SqlValue } from '../../source.ts';
import type { Dialect } from './dialect.ts';
import type { OwnValue } from './frame.ts';
import type { Slot } from './render.ts';
import type { SearchTerms } from './search.ts';

/** What one call gives to a statement. */
export interface BindArguments {
  /** The value of `:name`; a list is expanded. Undefined is a mistake of the caller: binding throws. */
  value(name: string): SqlValue | readonly SqlValue[] | undefined;
  /** Whether `:name` was given; a block stands when all its values were. */
  given(name: string): boolean;
  readonly search?: string | undefined;
  /** The database refused to compare the search text: it is compared as `searchRare` of the dialect does. */
  readonly rare?: boolean | undefined;
  /** Left out: no condition. A bound for each column of the wrap's terms, in their order and form. */
  readonly since?: readonly SqlValue[] | undefined;
  /** The key of the last row before the page, in the order of the wrap's columns. */
  readonly after?: readonly SqlValue[] | undefined;
  /** Only the rows whose key begins with nothing. */
  readonly empty?: boolean | undefined;
  readonly limit?: number | undefined;
  /** 0 when left out. */
  readonly offset?: number | undefined;
}

export type Given = SqlValue | readonly SqlValue[];

export function isList(value: Given | undefined): value is readonly SqlValue[] {
  return typeof value === 'object' && value !== null;
}

/** Finds one value. `values` are those of the statement's names, each at its place. */
export type Take = (values: readonly (Given | undefined)[], terms: SearchTerms, call: BindArguments) => SqlValue;

type TakeOwn = (terms: SearchTerms, call: BindArguments) => SqlValue | undefined;

function takeOwn(own: OwnValue, { search: { bind } }: Dialect): TakeOwn {
  switch (own.kind) {
    case 'word':
      return (terms) => bind.contains(terms.words[own.index] ?? '');
    case 'start':
      return (terms) => terms.starts[own.index];
    case 'rest':
      return (terms) => bind.containsAll(terms.rest);
    case 'equals':
      return (terms) => bind.equals(terms.whole);
    case 'startsWith':
      return (terms) => bind.startsWith(terms.whole);
    case 'after':
      return (_terms, call) => call.after?.[own.index];
    case 'since':
      return (_terms, call) => call.since?.[own.index];
    case 'limit':
      return (_terms, call) => call.limit;
    case 'offset':
      return (_terms, call) => call.offset ?? 0;
  }
}

/** What the value of a placeholder is, for people: `:customerErpId`, `search word`, `limit`. */
export function nameOf(slot: Slot): string {
  if (slot.kind !== 'own') return `:${slot.name}`;
  const { kind } = slot.value;
  switch (kind) {
    case 'word':
    case 'start':
    case 'rest':
    case 'equals':
    case 'startsWith':
      return 'search';
    case 'after':
    case 'since':
    case 'limit':
    case 'offset':
      return kind;
  }
}

/** `place` is that of the slot's name among the values. */
export function takeOf(slot: Slot, place: (name: string) => number, dialect: Dialect): Take {
  if (slot.kind === 'own') {
    const { value } = slot;
    const own = takeOwn(value, dialect);
    return (_values, terms, call) => {
      const found = own(terms, call);
      if (found === undefined) throw new Error(`No ${value.kind} was given to a query that needs one.`);
      return found;
    };
  }
  const { name } = slot;
  const at = place(name);
  const given = (values: readonly (Given | undefined)[]): Given => {
    const value = values[at];
    if (value === undefined) throw new Error(`No value was given for :${name}.`);
    return value;
  };
  if (slot.kind === 'list') {
    const { array } = dialect;
    if (array === undefined) throw new Error(`The list :${name} cannot be one value here.`);
    return (values) => {
      const value = given(values);
      return isList(value) ? array(value) : value;
    };
  }
  const { index = 0 } = slot;
  return (values) => {
    const value = given(values);
    return isList(value) ? (value[Math.min(index, value.length - 1)] ?? null) : value;
  };
}
