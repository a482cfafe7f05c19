/** The values that the real driver sends, and their declared types. */
import { afterEach, describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../../engine/sources/source.ts';
import {
  isQuestion,
  type OpenDouble,
  openDouble,
  refuse,
  rows,
  type TdsRequest,
  types,
} from '../../../support/tds/index.ts';
import { soon, sql } from './bench.ts';

let mssqlDouble: OpenDouble | undefined;
afterEach(async () => {
  await mssqlDouble?.end();
  mssqlDouble = undefined;
});

const columns = [
  { name: 'name', type: types.nvarchar(128) },
  { name: 'suggested_system_type_name', type: types.nvarchar(256) },
];

/** Runs a statement whose only parameter the server thinks to be of the type `suggested`. */
async function sent(value: SqlValue, suggested?: string) {
  mssqlDouble = await openDouble({
    answer: (request) =>
      isQuestion(request) ? rows(columns, ...(suggested === undefined ? [] : [['@p1', suggested]])) : undefined,
  });
  await mssqlDouble.source.read(sql('select a from t where b = @p1', value), soon());
  const call = mssqlDouble.double.heard.map(({ request }) => request).find((request) => !isQuestion(request));
  if (call?.kind !== 'call') throw new Error('No call arrived.');
  const { declared, parameters } = call;
  return { declared, type: parameters[0]?.type, value: parameters[0]?.value, name: parameters[0]?.name };
}

describe('a value is declared with the type of its target, and sent exactly', () => {
  const cases: readonly (readonly [SqlValue, string | undefined, string, string, unknown])[] = [
    // Text: narrow where the column is, unless its code page might not hold it.
    ['K-1', 'varchar(20)', 'varchar(8000)', 'nvarchar', 'K-1'],
    ['K-1', 'char(64)', 'varchar(8000)', 'nvarchar', 'K-1'],
    ['Ж', 'varchar(20)', 'nvarchar(4000)', 'nvarchar', 'Ж'],
    ['K-1', 'nvarchar(20)', 'nvarchar(4000)', 'nvarchar', 'K-1'],
    ['K-1', undefined, 'nvarchar(4000)', 'nvarchar', 'K-1'],
    ['x'.repeat(9_000), 'varchar(max)', 'varchar(max)', 'nvarchar(max)', 'x'.repeat(9_000)],
    ['', 'nvarchar(20)', 'nvarchar(4000)', 'nvarchar', ''],
    // Whole numbers.
    [7, undefined, 'int', 'int', 7],
    [2_147_483_648, undefined, 'bigint', 'bigint', 2_147_483_648n],
    [9_223_372_036_854_775_807n, undefined, 'bigint', 'bigint', 9_223_372_036_854_775_807n],
    [18_446_744_073_709_551_615n, undefined, 'decimal(38,0)', 'nvarchar', '18446744073709551615'],
    ['12', 'int', 'bigint', 'nvarchar', '12'],
    // Decimals: never a double, never rounded to the column's places before they are compared.
    [12.3, 'decimal(19,4)', 'decimal(19,4)', 'nvarchar', '12.3'],
    ['12.34567', 'decimal(19,4)', 'decimal(20,5)', 'nvarchar', '12.34567'],
    [
      '1234567890123456789012345678.0123456789',
      'decimal(38,10)',
      'decimal(38,10)',
      'nvarchar',
      '1234567890123456789012345678.0123456789',
    ],
    ['922337203685477.5807', 'money', 'decimal(19,4)', 'nvarchar', '922337203685477.5807'],
    [0.5, undefined, 'decimal(2,1)', 'nvarchar', '0.5'],
    [0.1, 'float', 'float', 'nvarchar', '0.1'],
    // Days and times.
    ['2026-03-29', 'date', 'date', 'nvarchar', '2026-03-29'],
    ['2026-03-29 02:30:00', 'datetime', 'datetime', 'nvarchar', '2026-03-29 02:30:00'],
    ['2026-03-29 02:30:00.1234', 'datetime', 'datetime2(7)', 'nvarchar', '2026-03-29 02:30:00.1234'],
    ['2026-03-29 02:30:40', 'smalldatetime', 'datetime', 'nvarchar', '2026-03-29 02:30:40'],
    ['2026-03-29 02:30:00', 'datetime2(7)', 'datetime2(7)', 'nvarchar', '2026-03-29 02:30:00'],
    // Others.
    [true, undefined, 'bit', 'bit', true],
    [
      '6F9619FF-8B86-D011-B42D-00C04FC964FF',
      'uniqueidentifier',
      'uniqueidentifier',
      'nvarchar',
      '6F9619FF-8B86-D011-B42D-00C04FC964FF',
    ],
    [null, 'datetime', 'datetime', 'nvarchar', null],
    [null, undefined, 'nvarchar(4000)', 'nvarchar', null],
    [null, 'varbinary(8)', 'varbinary(8000)', 'varbinary', null],
  ];
  it.each(cases)('%s for %s', async (value, suggested, declared, type, wire) => {
    expect(await sent(value, suggested)).toEqual({ declared: `@p1 ${declared}`, type, value: wire, name: '@p1' });
  });

  it('refuses a text that a uniqueidentifier would be cut out of', async () => {
    const cut = sent('6F9619FF-8B86-D011-B42D-00C04FC964FFX', 'uniqueidentifier');
    await expect(cut).rejects.toMatchObject({ kind: 'value' });
  });
});

describe('the server is asked what a value is for', () => {
  const questions = (double: OpenDouble['double']) => double.heard.map(({ request }) => request).filter(isQuestion);
  const values = (request: TdsRequest | undefined) =>
    request?.kind === 'call' ? request.parameters.map(({ value }) => value) : [];

  it('once for each text, outside of the transaction, with the known types', async () => {
    mssqlDouble = await openDouble({
      answer: (request) => (isQuestion(request) ? rows(columns, ['@p2', 'varchar(9)']) : undefined),
    });
    const { source, double } = mssqlDouble;
    const text = 'update t set a = @p1 where b = @p2';
    for (const key of ['x', 'y']) await source.transaction(soon(), (session) => session.execute(sql(text, 1, key)));
    expect(questions(double).map(values)).toEqual([[text, '@p1 int']]);
    expect(double.heard.filter(({ request }) => isQuestion(request)).map(({ inTransaction }) => inTransaction)).toEqual(
      [false],
    );
    const call = double.heard.find(({ request }) => request.sql.startsWith('update'))?.request;
    expect(call?.kind === 'call' && call.declared).toBe('@p1 int, @p2 varchar(8000)');
  });

  it('not at all where no value needs it', async () => {
    mssqlDouble = await openDouble();
    await mssqlDouble.source.read(sql('select a from t where b = @p1', 7), soon());
    expect(questions(mssqlDouble.double)).toEqual([]);
  });

  it('again without the parameter whose type it cannot determine', async () => {
    let asked = 0;
    mssqlDouble = await openDouble({
      answer(request) {
        if (!isQuestion(request)) return undefined;
        if (asked++ > 0) return rows(columns, ['@p1', 'varchar(9)']);
        return refuse({ number: 11506, message: "The second parameter, '@P2', has no type that can be deduced." });
      },
    });
    const text = 'select a from t where b = @p1 or @p2 is null';
    await mssqlDouble.source.read(sql(text, 'x', 'y'), soon());
    expect(questions(mssqlDouble.double).map(values)).toEqual([
      [text, null],
      [text, '@p2 nvarchar(4000)'],
    ]);
    const call = mssqlDouble.double.heard.at(-1)?.request;
    expect(call?.kind === 'call' && call.declared).toBe('@p1 varchar(8000), @p2 nvarchar(4000)');
  });

  it('separately for each one, if it does not say which type it cannot determine', async () => {
    mssqlDouble = await openDouble({
      answer(request) {
        if (!isQuestion(request)) return undefined;
        const [, declared] = values(request);
        if (declared === '@p1 nvarchar(4000)') return rows(columns, ['@p2', 'varchar(9)']);
        const possibilities = "The parameter type cannot be uniquely deduced; two possibilities are 'int' and 'xml'.";
        return refuse({ number: 11506, message: possibilities });
      },
    });
    const text = 'select @p1 as a from t where b = @p2';
    await mssqlDouble.source.read(sql(text, 'x', 'y'), soon());
    expect(questions(mssqlDouble.double).map(values)).toEqual([
      [text, null],
      [text, '@p2 nvarchar(4000)'],
      [text, '@p1 nvarchar(4000)'],
    ]);
    const call = mssqlDouble.double.heard.at(-1)?.request;
    expect(call?.kind === 'call' && call.declared).toBe('@p1 nvarchar(4000), @p2 varchar(8000)');
  });

  it('and where it refuses, the statement is run as it is', async () => {
    mssqlDouble = await openDouble({
      answer: (request) =>
        isQuestion(request) ? refuse({ number: 208, message: "Invalid object name 'nowhere'." }) : undefined,
    });
    await expect(mssqlDouble.source.read(sql('select a from nowhere where b = @p1', 'x'), soon())).resolves.toEqual([]);
  });
});
