/** All kinds of values, and rows of them. */
import { type Random, randomFrom } from '../../../../src/workbench/checks/conformance/random.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import { idCases, pairRandom } from './ids.ts';
import type { Kind, Place } from './kind.ts';
import { numberKinds } from './numbers.ts';
import { otherKinds } from './others.ts';
import { textKinds } from './texts.ts';
import { timeKinds } from './times.ts';

const all: readonly Kind[] = [...numberKinds, ...textKinds, ...timeKinds, ...otherKinds];

export const kindsOf = (dialect: DialectName): readonly Kind[] =>
  all.filter(({ column }) => column[dialect] !== undefined);

/** Values in a row: those of the kinds, and the columns of the ids. */
export const valuesInRow = (dialect: DialectName): number =>
  kindsOf(dialect).length + idCases.flatMap(({ columns }) => columns).length;

export interface MadeRow {
  /** JSON of the row as it is sent. */
  readonly sent: string;
  /** Members of the answered row, in the order of the contract: name and JSON text. */
  readonly answered: readonly (readonly [string, string])[];
  /** By kind of id: the id as a JSON string. */
  readonly ids: ReadonlyMap<string, string>;
}

/** One value in twenty is left out, and must stay so. */
const isNone = (random: Random): boolean => random.below(20) === 0;

/** The row of this number, the same for the same seed. */
export function makeRow(seed: number, where: Omit<Place, 'pair'>): MadeRow {
  const random = randomFrom(seed + where.row * 7919);
  const place = { ...where, pair: pairRandom(seed, where.row) };
  const sent = [`"row":${where.row}`];
  const answered: (readonly [string, string])[] = [['sale', `"${where.row}"`]];
  const ids = new Map<string, string>();
  for (const { idKind, columns, generate } of idCases) {
    const { parts, joined = parts[0] ?? '' } = generate(random, place);
    columns.forEach(({ name }, at) => void sent.push(`"${name}":${JSON.stringify(parts[at])}`));
    answered.push([idKind, JSON.stringify(joined)]);
    ids.set(idKind, JSON.stringify(joined));
  }
  for (const { name, generate } of kindsOf(where.dialect)) {
    const value = generate(random, place);
    if (value.sent === undefined || isNone(random)) continue;
    sent.push(`"${name}":${value.sent}`);
    if (value.answered !== undefined) answered.push([name, value.answered]);
  }
  return { sent: `{${sent.join(',')}}`, answered, ids };
}
