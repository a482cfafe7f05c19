/** Results of many rows, which arrive in packets whose ends are anywhere in a row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Value } from '../../../support/tds/columns.ts';
import { type OpenDouble, openDouble, types } from '../../../support/tds/index.ts';
import { soon, sql } from './bench.ts';

const count = 700;

const columns = [
  { name: 'id', type: types.int },
  { name: 'number', type: types.nvarchar(20) },
  { name: 'name', type: types.varchar(40) },
  { name: 'total', type: types.decimal(14, 2) },
  { name: 'factor', type: types.decimal(38, 4) },
  { name: 'price', type: types.money },
  { name: 'due', type: types.date },
  { name: 'changed', type: types.datetime2(3) },
  { name: 'open', type: types.bit },
  { name: 'version', type: types.bigint },
];

const two = (n: number) => String(n).padStart(2, '0');
/** In the code page 1252 every seventh name has a letter that is not ASCII. */
const nameOf = (n: number) => (n % 7 === 0 ? `Müller ${n}` : `Nord Handel ${n}`);
const day = (n: number) => `20${two(n % 60)}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`;

/** As the server has the row. */
const sent = (n: number): readonly Value[] => [
  n,
  `R ${n}`,
  Buffer.from(nameOf(n), 'latin1'),
  `${n}.${two(n % 100)}`,
  n % 2 === 0 ? `-1234567890123456.${1_000 + n}` : '0.0000',
  `-${n}.0001`,
  n % 5 === 0 ? null : day(n),
  `${day(n)} 12:34:56.${n % 10}00`,
  n % 3 === 0,
  `9007199254740${n}`,
];

const exact = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** As the engine gives it: numbers where a double has all digits, text otherwise. */
const expected = (n: number) => ({
  id: n,
  number: `R ${n}`,
  name: nameOf(n),
  total: Number(`${n}.${two(n % 100)}`),
  factor: n % 2 === 0 ? `-1234567890123456.${1_000 + n}`.replace(/0+$/, '') : 0,
  price: Number(`-${n}.0001`),
  due: n % 5 === 0 ? null : day(n),
  changed: n % 10 === 0 ? `${day(n)} 12:34:56` : `${day(n)} 12:34:56.${n % 10}`,
  open: n % 3 === 0,
  version: exact(`9007199254740${n}`),
});

const numbers = Array.from({ length: count }, (_, index) => index + 100);

let mssqlDouble: OpenDouble;
beforeAll(async () => {
  mssqlDouble = await openDouble({
    answer({ sql: text }) {
      if (text === 'select long') {
        const long = [...columns, { name: 'note', type: types.nvarcharMax }];
        const rows = numbers.map((n) => [...sent(n), `Lieferung ${n} `.repeat(n % 9)]);
        return { kind: 'results', results: [{ columns: long, rows }] };
      }
      if (!text.startsWith('select ')) return undefined;
      return { kind: 'results', results: [{ columns, rows: numbers.map(sent), sparse: text === 'select sparse' }] };
    },
  });
});
afterAll(() => mssqlDouble.end());

describe('rows of many packets', () => {
  it.each(['select dense', 'select sparse'])('%s', async (text) => {
    expect(await mssqlDouble.source.read(sql(text), soon())).toEqual(numbers.map(expected));
  });

  it('with a column of unlimited length', async () => {
    const rows = numbers.map((n) => ({ ...expected(n), note: `Lieferung ${n} `.repeat(n % 9) }));
    expect(await mssqlDouble.source.read(sql('select long'), soon())).toEqual(rows);
  });
});
