/** A kind of value: its type in each database, its form in requests and answers, and a generator of values. */
import type { Field } from '../../../../../engine/index.ts';
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import type { DialectName } from '../../../../support/kinds.ts';

/** Where a value is made for. */
export interface Place {
  readonly dialect: DialectName;
  /** Time zone of the ERP's clock. */
  readonly clock: string;
  /** Whether the database server knows that zone by its name. */
  readonly knowsClock: boolean;
  /** Number of the row, from 1; unique in its table. */
  readonly row: number;
  /** The same choices for two rows that stand next to each other. */
  readonly pair: Random;
}

/** JSON texts: what is sent, and what must be answered. Undefined: left out. */
interface Value {
  readonly sent: string | undefined;
  readonly answered: string | undefined;
}

export interface Kind {
  /** Field of the contract and column of the table. */
  readonly name: string;
  /** Type of the column; a dialect without one is without the kind. */
  readonly column: Readonly<Partial<Record<DialectName, string>>>;
  readonly request: Field;
  readonly answer: Field;
  /** SQL that stores a parameter, where that is not the parameter itself. */
  readonly write?: (slot: string, dialect: DialectName) => string;
  /** SQL that reads the column, where that is not the column itself. */
  readonly read?: (column: string, dialect: DialectName) => string;
  readonly generate: (random: Random, place: Place) => Value;
}

const base = { description: 'A generated value.', required: false } as const;
export const text: Field = { type: 'text', ...base };
export const oneLine: Field = { type: 'text', oneLine: true, ...base };
export const decimal: Field = { type: 'decimal', ...base };
export const integer: Field = { type: 'integer', ...base };
export const boolean: Field = { type: 'boolean', ...base };
export const date: Field = { type: 'date', ...base };
export const instant: Field = { type: 'instant', ...base };

/** Sent and answered as the same JSON text. */
export const same = (json: string): Value => ({ sent: json, answered: json });

/** Sent as a text, answered as JSON text `answered`. */
export const sentAsText = (sent: string, answered: string | undefined): Value => ({
  sent: JSON.stringify(sent),
  answered,
});

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** A whole number from `least` to `most`, both included. */
export const between = (random: Random, least: number, most: number): number => least + random.below(most - least + 1);
