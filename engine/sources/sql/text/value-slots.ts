/** Reads the value of each placeholder from a call. How is decided when the text is built. */
import type { SqlValue } from '../../source.ts';
import type { Dialect } from './dialect.ts';
import type { EngineValue } from './engine-values.ts';
import type { Slot } from './render.ts';
import type { SearchTerms } from './search.ts';

/** What one call gives to a statement. */
export interface BindArguments {
  /** The value of `:name`; a list is expanded. Undefined is a mistake of the caller: binding throws. */
  value(name: string): SqlValue | readonly SqlValue[] | undefined;
  /** Whether `:name` was given; a block is included when all its values were. */
  isGiven(name: string): boolean;
  readonly search?: string | undefined;
  /** The database refused to compare the search text: `searchRare` of the dialect compares it. */
  readonly rare?: boolean | undefined;
  /** A bound for each column of the wrap's terms, in their order and form. Left out: no condition. */
  readonly since?: readonly SqlValue[] | undefined;
  /** The key of the last row before the page, in the order of the wrap's columns. */
  readonly after?: readonly SqlValue[] | undefined;
  /** Only the rows whose key begins with NULL. */
  readonly empty?: boolean | undefined;
  readonly limit?: number | undefined;
  /** 0 when left out. */
  readonly offset?: number | undefined;
}

export type Given = SqlValue | readonly SqlValue[];

/** Whether a value is a list, which is expanded. SQL values are primitives or null. */
export function isList(value: Given | undefined): value is readonly SqlValue[] {
  return typeof value === 'object' && value !== null;
}

/** Reads one value. `values` are those of the statement's names, each at its place. */
export type SlotReader = (values: readonly (Given | undefined)[], terms: SearchTerms, call: BindArguments) => SqlValue;

type EngineReader = (terms: SearchTerms, call: BindArguments) => SqlValue | undefined;

function engineReader(value: EngineValue, { search: { bind } }: Dialect): EngineReader {
  switch (value.kind) {
    case 'word':
      return (terms) => bind.contains(terms.words[value.index] ?? '');
    case 'ascii':
      return (terms) => bind.ascii?.(terms.words[value.index] ?? '');
    case 'start':
      return (terms) => terms.starts[value.index];
    case 'rest':
      return (terms) => bind.containsAll(terms.rest);
    case 'equals':
      return (terms) => bind.equals(terms.whole);
    case 'startsWith':
      return (terms) => bind.startsWith(terms.whole);
    case 'after':
      return (_terms, call) => call.after?.[value.index];
    case 'since':
      return (_terms, call) => call.since?.[value.index];
    case 'limit':
      return (_terms, call) => call.limit;
    case 'offset':
      return (_terms, call) => call.offset ?? 0;
  }
}

/** The name of a placeholder's value, for people: `:customerErpId`, `search`, `limit`. */
export function slotName(slot: Slot): string {
  if (slot.kind !== 'engine') return `:${slot.name}`;
  const { kind } = slot.value;
  switch (kind) {
    case 'word':
    case 'ascii':
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

/** The reader of a slot. `place` gives the place of a name among the values. */
export function slotReader(slot: Slot, place: (name: string) => number, dialect: Dialect): SlotReader {
  if (slot.kind === 'engine') {
    const { value } = slot;
    const read = engineReader(value, dialect);
    return (_values, terms, call) => {
      const slotValue = read(terms, call);
      if (slotValue === undefined) throw new Error(`No ${value.kind} was given to a query that needs one.`);
      return slotValue;
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
