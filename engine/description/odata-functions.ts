/** The functions that a filter may call (OASIS OData 4.01, part 2, 5.1.1; OData 2.0 URI conventions, 4.5). */
import type { ODataVersion } from './model.ts';

/** The type of a part of an expression. `any`: not known. `null`: the literal. */
export type OperandKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'time'
  | 'guid'
  | 'record'
  | 'list'
  | 'null'
  | 'any';

interface FilterFunction {
  readonly takes: readonly OperandKind[];
  /** How many of them may be left out. */
  readonly optional?: number;
  readonly returns: OperandKind;
}

const texts: Readonly<Record<string, FilterFunction>> = {
  startswith: { takes: ['text', 'text'], returns: 'boolean' },
  endswith: { takes: ['text', 'text'], returns: 'boolean' },
  length: { takes: ['text'], returns: 'number' },
  indexof: { takes: ['text', 'text'], returns: 'number' },
  substring: { takes: ['text', 'number', 'number'], optional: 1, returns: 'text' },
  tolower: { takes: ['text'], returns: 'text' },
  toupper: { takes: ['text'], returns: 'text' },
  trim: { takes: ['text'], returns: 'text' },
  concat: { takes: ['text', 'text'], returns: 'text' },
};

const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'];
const roundings = ['round', 'floor', 'ceiling'];

const common: Readonly<Record<string, FilterFunction>> = {
  ...texts,
  ...Object.fromEntries(parts.map((name) => [name, { takes: ['any'], returns: 'number' } as const])),
  ...Object.fromEntries(roundings.map((name) => [name, { takes: ['number'], returns: 'number' } as const])),
  isof: { takes: ['any', 'any'], optional: 1, returns: 'boolean' },
  cast: { takes: ['any', 'any'], optional: 1, returns: 'any' },
};

const contains: FilterFunction = { takes: ['text', 'text'], returns: 'boolean' };
const substringof: FilterFunction = { takes: ['text', 'text'], returns: 'boolean' };

const byVersion: Readonly<Record<ODataVersion, Readonly<Record<string, FilterFunction>>>> = {
  2: { ...common, substringof, replace: { takes: ['text', 'text', 'text'], returns: 'text' } },
  // Services of version 3 took over `contains` from version 4 before it was final.
  3: { ...common, substringof, contains, replace: { takes: ['text', 'text', 'text'], returns: 'text' } },
  4: {
    ...common,
    contains,
    matchespattern: { takes: ['text', 'text'], returns: 'boolean' },
    matchesPattern: { takes: ['text', 'text'], returns: 'boolean' },
    date: { takes: ['any'], returns: 'date' },
    time: { takes: ['any'], returns: 'time' },
    now: { takes: [], returns: 'instant' },
    mindatetime: { takes: [], returns: 'instant' },
    maxdatetime: { takes: [], returns: 'instant' },
    fractionalseconds: { takes: ['any'], returns: 'number' },
    totaloffsetminutes: { takes: ['instant'], returns: 'number' },
    totalseconds: { takes: ['any'], returns: 'number' },
  },
};

/** The functions of a version, by their names. */
export const filterFunctions = (version: ODataVersion): Readonly<Record<string, FilterFunction>> => byVersion[version];
