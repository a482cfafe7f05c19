/** Kinds of ids: read as a JSON string and sent back, they find exactly their row. Neighbouring values differ as little as possible. */
import type { IdKind } from '../../../../../engine/index.ts';
import { type Random, randomFrom } from '../../../../src/workbench/checks/conformance/random.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import { someDigits } from './digits.ts';
import { between, type Place, pick } from './kind.ts';
import { someLatin, someText } from './texts.ts';

interface IdColumn {
  readonly name: string;
  readonly type: Readonly<Record<DialectName, string>>;
  readonly read?: (column: string, dialect: DialectName) => string;
}

interface IdCase {
  /** Kind of the contract, and name of the field. */
  readonly idKind: Exclude<IdKind, 'sale'>;
  /** The declaration in the profile. */
  readonly declared: { readonly type: string } | { readonly parts: Readonly<Record<string, string>> };
  readonly columns: readonly IdColumn[];
  /** The values of the columns, as text. `joined` is the id where it is not the only column's text. */
  readonly generate: (random: Random, place: Place) => { readonly parts: readonly string[]; readonly joined?: string };
}

const whole = { sqlite: 'integer', postgres: 'bigint', mysql: 'bigint', mssql: 'bigint' };

/** The even row of a pair has one more than the odd one. */
const step = ({ row }: Place): bigint => BigInt(row % 2 === 0 ? 1 : 0);

/** A whole number of `digits` digits that no other pair has. */
function pairNumber({ pair, row }: Place, digits: number): bigint {
  const place = String(Math.ceil(row / 2)).padStart(6, '0');
  return BigInt(`${between(pair, 1, 8)}${someDigits(pair, digits - 8)}${place}0`);
}

export const idCases: readonly IdCase[] = [
  {
    idKind: 'customer',
    declared: { type: 'integer' },
    columns: [{ name: 'customer', type: whole }],
    generate(_random, place) {
      const value = pairNumber(place, 19) + step(place);
      return { parts: [String(place.pair.below(2) === 0 ? value : -value)] };
    },
  },
  {
    idKind: 'debtor',
    declared: { type: 'text' },
    columns: [
      {
        name: 'debtor',
        type: { sqlite: 'text', postgres: 'uuid', mysql: 'char(36)', mssql: 'uniqueidentifier' },
        read: (column, dialect) => (dialect === 'mssql' ? `lower(convert(char(36), ${column}))` : column),
      },
    ],
    generate(_random, place) {
      const hex = pairNumber(place, 31).toString(16).padStart(31, '0') + step(place).toString(16);
      return { parts: [hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')] };
    },
  },
  {
    idKind: 'location',
    declared: { type: 'text' },
    columns: [
      { name: 'location', type: { sqlite: 'text', postgres: 'char(40)', mysql: 'char(40)', mssql: 'char(40)' } },
    ],
    generate: (_random, { row }) => ({ parts: [`L ${String(row).padStart(7, '0')}`] }),
  },
  {
    idKind: 'product',
    declared: { type: 'text' },
    columns: [
      {
        name: 'product',
        type: {
          sqlite: 'text',
          postgres: 'varchar(60)',
          mysql: 'varchar(60) character set latin1',
          mssql: 'varchar(60) collate SQL_Latin1_General_CP1_CI_AS',
        },
      },
    ],
    generate: (random, { row }) => ({ parts: [`${row} ${someLatin(random, 20)}`] }),
  },
  {
    idKind: 'purchaseOrder',
    declared: { type: 'text' },
    columns: [
      {
        name: 'purchaseOrder',
        type: { sqlite: 'text', postgres: 'numeric(30,0)', mysql: 'decimal(30,0)', mssql: 'decimal(30,0)' },
      },
    ],
    generate: (_random, place) => ({ parts: [String(pairNumber(place, 30) + step(place))] }),
  },
  {
    idKind: 'salesOrder',
    declared: { type: 'text' },
    columns: [
      {
        name: 'salesOrder',
        type: {
          sqlite: 'text',
          postgres: 'varchar(200)',
          mysql: 'varchar(200) collate utf8mb4_bin',
          mssql: 'nvarchar(200)',
        },
      },
    ],
    // Two of a pair differ by case, accent or width alone.
    generate(_random, { row, pair }) {
      const number = Math.ceil(row / 2);
      const [odd, even] = pick(pair, [
        ['a', 'A'],
        ['e', 'é'],
        ['ss', 'ß'],
        ['é', 'e\u0301'],
        ['1', '１'],
        ['😀', '😁'],
      ]);
      return { parts: [`${number}${someText(pair, 10)}${number}${row % 2 === 0 ? even : odd}`] };
    },
  },
  {
    idKind: 'invoice',
    declared: { parts: { type: 'integer', number: 'text' } },
    columns: [
      { name: 'invoiceType', type: whole },
      {
        name: 'invoiceNumber',
        type: {
          sqlite: 'text',
          postgres: 'varchar(60)',
          mysql: 'varchar(60) collate utf8mb4_bin',
          mssql: 'nvarchar(60)',
        },
      },
    ],
    generate(random, { row }) {
      const type = String(row % 7);
      const number = `${pick(random, ['INV:', '%3A', 'a/b%', ':', "'"])}${row}${pick(random, [':x', '%', 'é'])}`;
      // A colon or a percent sign of a part is percent-encoded.
      return { parts: [type, number], joined: `${type}:${number.replaceAll('%', '%25').replaceAll(':', '%3A')}` };
    },
  },
  {
    idKind: 'payment',
    declared: { type: 'integer' },
    columns: [{ name: 'payment', type: { ...whole, mysql: 'bigint unsigned' } }],
    generate(_random, place) {
      const value = pairNumber(place, 19) + step(place);
      return { parts: [String(place.dialect === 'mysql' ? value + 2n ** 63n : value)] };
    },
  },
];

/** The choices that the two rows of a pair share. */
export const pairRandom = (seed: number, row: number): Random =>
  randomFrom((seed ^ (Math.ceil(row / 2) * 0x9e3779b1)) >>> 0);
