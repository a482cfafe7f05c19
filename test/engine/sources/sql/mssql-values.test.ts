/** Values as a server sends them, byte by byte, through the real driver. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ColumnType, Value } from '../../../support/tds/columns.ts';
import { collations } from '../../../support/tds/columns.ts';
import { type OpenDouble, openDouble, types } from '../../../support/tds/index.ts';
import { soon, sql } from './bench.ts';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

/** Type, value as the server has it, cell. */
const cases: readonly (readonly [string, ColumnType, Value, unknown])[] = [
  ['tinyint', types.tinyint, 255, 255],
  ['int', types.int, -2147483648, -2147483648],
  ['int not null', types.intNotNull, 7, 7],
  ['bigint', types.bigint, '9007199254740991', 9007199254740991],
  ['bigint beyond a double', types.bigint, '9223372036854775807', '9223372036854775807'],
  ['bigint not null, negative', types.bigintNotNull, '-9223372036854775808', '-9223372036854775808'],
  ['bit', types.bit, true, true],
  ['bit not null', types.bitNotNull, false, false],
  ['decimal(9,2)', types.decimal(9, 2), '12.30', 12.3],
  ['decimal(19,4)', types.decimal(19, 4), '-0.0001', -0.0001],
  ['decimal(19,4) with all digits', types.decimal(19, 4), '123456789012345.6789', '123456789012345.6789'],
  ['decimal(28,10)', types.decimal(28, 10), '0.1', 0.1],
  [
    'decimal(38,10)',
    types.decimal(38, 10),
    '1234567890123456789012345678.0123456789',
    '1234567890123456789012345678.0123456789',
  ],
  ['decimal(38,10), small', types.decimal(38, 10), '123456.7890123456', '123456.7890123456'],
  [
    'decimal(38,0), negative',
    types.decimal(38, 0),
    '-99999999999999999999999999999999999999',
    '-99999999999999999999999999999999999999',
  ],
  ['decimal(5,5)', types.decimal(5, 5), '0.00001', 0.00001],
  ['money', types.money, '12.3', 12.3],
  ['money, greatest', types.money, '922337203685477.5807', '922337203685477.5807'],
  ['money, least', types.money, '-922337203685477.5808', '-922337203685477.5808'],
  ['money not null, below 0', types.moneyNotNull, '-0.0001', -0.0001],
  ['smallmoney', types.smallmoney, '-214748.3648', -214748.3648],
  ['float', types.float, 0.1, 0.1],
  ['float not null', types.floatNotNull, 1e300, 1e300],
  ['real', types.real, 0.1, 0.1],
  ['real, seven digits', types.real, 16777216, 16777216],
  ['date', types.date, '2026-03-29', '2026-03-29'],
  ['date, first', types.date, '0001-01-01', '0001-01-01'],
  ['date, last', types.date, '9999-12-31', '9999-12-31'],
  ['time(7)', types.time(7), '23:59:59.9999999', '23:59:59.9999999'],
  ['time(0)', types.time(0), '02:30:00', '02:30:00'],
  ['datetime', types.datetime, '2026-03-29 02:30:00.003', '2026-03-29 02:30:00.003'],
  ['datetime, last', types.datetime, '9999-12-31 23:59:59.997', '9999-12-31 23:59:59.997'],
  ['datetime not null, first', types.datetimeNotNull, '1753-01-01 00:00:00', '1753-01-01 00:00:00'],
  ['smalldatetime', types.smalldatetime, '2026-10-25 02:30:00', '2026-10-25 02:30:00'],
  ['datetime2(7)', types.datetime2(7), '2026-03-29 02:30:00.1234567', '2026-03-29 02:30:00.1234567'],
  ['datetime2(3)', types.datetime2(3), '1890-01-01 23:59:59.120', '1890-01-01 23:59:59.12'],
  ['datetime2(0)', types.datetime2(0), '0001-01-01 00:00:00', '0001-01-01 00:00:00'],
  [
    'datetimeoffset(7)',
    types.datetimeoffset(7),
    '2026-03-29 00:30:00.0000001 120',
    '2026-03-29 00:30:00.0000001+02:00',
  ],
  ['datetimeoffset(0)', types.datetimeoffset(0), '2026-03-28 20:00:00 -570', '2026-03-28 20:00:00-09:30'],
  [
    'uniqueidentifier',
    types.uniqueidentifier,
    '6F9619FF-8B86-D011-B42D-00C04FC964FF',
    '6F9619FF-8B86-D011-B42D-00C04FC964FF',
  ],
  ['char, padded', types.char(4), 'a   ', 'a   '],
  ['varchar, code page 1252', types.varchar(20), bytes('4d fc 6c 6c 65 72 20 80'), 'Müller €'],
  ['varchar, code page 1251', types.varchar(20, collations.cyrillic), bytes('c4 ee ec'), 'Дом'],
  ['varchar(max), code page 1251', types.varcharMax(collations.cyrillic), bytes('c4 ee ec'), 'Дом'],
  ['varchar, UTF-8', types.varchar(20, collations.utf8), bytes('4d c3 bc 6c f0 9f 98 80'), 'Mül😀'],
  ['nchar', types.nchar(3), '東京 ', '東京 '],
  ['nvarchar with NUL', types.nvarchar(10), 'a\u0000b', 'a\u0000b'],
  ['nvarchar, empty', types.nvarchar(10), '', ''],
  ['nvarchar(max)', types.nvarcharMax, '😀 東京 '.repeat(3_000), '😀 東京 '.repeat(3_000)],
  ['varbinary', types.varbinary(4), bytes('00 ff'), bytes('00 ff')],
  ['rowversion', types.binary(8), bytes('00 00 00 00 00 00 07 d1'), bytes('00 00 00 00 00 00 07 d1')],
  ['text, code page 1251', types.text(collations.cyrillic), bytes('c4 ee ec'), 'Дом'],
  ['ntext', types.ntext, '東京 '.repeat(3_000), '東京 '.repeat(3_000)],
  ['image', types.image, bytes('00 ff 01'), bytes('00 ff 01')],
  ['xml', types.xml, '<a>東京</a>', '<a>東京</a>'],
  ['variant of decimal', types.variantDecimal(19, 4), '-123456789012345.6789', '-123456789012345.6789'],
  ['variant of decimal, small', types.variantDecimal(9, 2), '0.30', 0.3],
  ['variant of decimal(38,10)', types.variantDecimal(38, 10), '-0.0000000001', -1e-10],
  ['variant of money', types.variantMoney, '922337203685477.5807', '922337203685477.5807'],
  ['variant of smallmoney', types.variantSmallmoney, '-0.0001', -0.0001],
  ['variant of real', types.variantReal, 0.1, 0.1],
  ['variant of int', types.variantInt, -7, -7],
  ['variant of date', types.variantDate, '0001-01-01', '0001-01-01'],
  ['variant of time', types.variantTime(3), '23:59:59.120', '23:59:59.12'],
  [
    'variant of datetimeoffset',
    types.variantDatetimeoffset(7),
    '2026-03-29 00:30:00.0000001 120',
    '2026-03-29 00:30:00.0000001+02:00',
  ],
  ['varbinary(max)', types.varbinaryMax, bytes('00 ff 01'), bytes('00 ff 01')],
];
const nullable = cases.filter(([name]) => !name.includes('not null'));

for (const zone of ['UTC', 'America/New_York', 'Pacific/Kiritimati']) {
  describe(`values in ${zone}`, () => {
    const kept = process.env.TZ;
    let mssqlDouble: OpenDouble;
    beforeAll(async () => {
      process.env.TZ = zone;
      mssqlDouble = await openDouble({
        answer({ sql: text }) {
          if (!text.startsWith('select ')) return undefined;
          const wanted = text.startsWith('select null')
            ? nullable
            : cases.filter(([name]) => text === `select ${name}`);
          const columns = wanted.map(([name, type]) => ({ name, type }));
          const row = wanted.map(([, , value]) => (text.startsWith('select null') ? null : value));
          return { kind: 'results', results: [{ columns, rows: [row], sparse: text === 'select null bitmap' }] };
        },
      });
    });
    afterAll(async () => {
      await mssqlDouble.end();
      process.env.TZ = kept;
      if (kept === undefined) delete process.env.TZ;
    });

    for (const [name, , , cell] of cases) {
      it(name, async () => {
        expect(await mssqlDouble.source.read(sql(`select ${name}`), soon())).toEqual([{ [name]: cell }]);
      });
    }

    it.each(['select null', 'select null bitmap'])('%s, in every type', async (text) => {
      const [row = {}] = await mssqlDouble.source.read(sql(text), soon());
      expect(Object.keys(row)).toHaveLength(nullable.length);
      expect(new Set(Object.values(row))).toEqual(new Set([null]));
    });
  });
}
