/** Values that only one database can store, and the expected results. */

import type { DialectName } from '../../../../support/kinds.ts';
import type { Question } from './cases.ts';

/** SQL of a value, the type of the contract's field, the JSON that is answered, empty where the field is left out; and `codes`. */
type Oddity = readonly [string, Question['type'], string | RegExp, Question['codes']?];

/** Refused, with the reason for the log. */
const refused = (reason: string) => new RegExp(`^broken: .*${reason}`, 's');
const noDay = refused('is no calendar date');
const noTime = refused('is no date and time');
const noNumber = refused('is no number');

/** Declared to mean "none". */
export const absentValues = ['infinity', '0000-00-00'] as const;

const postgres: readonly Oddity[] = [
  ["'infinity'::date", 'date', ''],
  ["'infinity'::timestamptz", 'instant', ''],
  ["'-infinity'::timestamp", 'instant', noTime],
  ["'0044-03-15 BC'::date", 'date', noDay],
  ["'0044-03-15 00:00 BC'::timestamptz", 'instant', noTime],
  ["'0044-03-15 00:00 BC'::timestamp", 'date', noDay],
  ["'10000-01-01'::date", 'date', noDay],
  ["'1890-06-01 12:00'::timestamptz", 'instant', '"1890-06-01T11:06:32.000Z"'],
  ["'2026-10-26 02:30:00+02'::timestamptz", 'date', '"2026-10-26"'],
  ["'2026-10-25 00:30:00Z'::timestamptz", 'instant', '"2026-10-25T00:30:00.000Z"'],
  ["'2026-10-25 01:30:00Z'::timestamptz", 'instant', '"2026-10-25T01:30:00.000Z"'],
  ["'NaN'::numeric", 'decimal', noNumber],
  ["'Infinity'::numeric", 'decimal', noNumber],
  ["'NaN'::float8", 'decimal', noNumber],
  ["'-Infinity'::float4", 'decimal', noNumber],
  ['0.1::float8 + 0.2::float8', 'decimal', '0.3'],
  ['1e-20::numeric(30,20)', 'decimal', '0.00000000000000000001'],
  ['12.30::eur', 'decimal', '12.3'],
  // Its text depends on the locale of the server: a profile casts it to numeric.
  ["'1234.56'::money", 'decimal', noNumber],
  ["'1234.56'::money::numeric", 'decimal', '1234.56'],
  ["B'1'", 'boolean', 'true'],
  ["B'10'", 'boolean', refused('neither true nor false')],
  ['\'x\'::"char"', 'text', '"x"'],
  ["'a  '::char(5)", 'id', '"a"'],
  ["'\\x00ff'::bytea", 'text', refused('bytes stand where')],
  ["'{1}'::int[]", 'decimal', noNumber],
  ['true', 'text', '"true"'],
  ['true', 'decimal', noNumber],
  ["'   '::text", 'text', ''],
  ['9223372036854775807', 'id', '"9223372036854775807"'],
];

const mysql: readonly Oddity[] = [
  ['(select zero_day from odd)', 'date', ''],
  ['(select zero_time from odd)', 'instant', ''],
  ['(select part_day from odd)', 'date', noDay],
  ['(select no_year from odd)', 'integer', '0'],
  ['(select one_bit from odd)', 'boolean', 'true'],
  ['(select many_bits from odd)', 'decimal', '18446744073709551615'],
  ['(select flag from odd)', 'integer', '2'],
  ['(select flag from odd)', 'boolean', refused('neither true nor false')],
  ['(select raw from odd)', 'text', refused('bytes stand where')],
  ['(select bits24 from odd)', 'decimal', '0.1'],
  ['(select bits24 + 0 from odd)', 'decimal', '0.100000001490116'],
  ['cast(0.1 as double) + cast(0.2 as double)', 'decimal', '0.3'],
  ['18446744073709551615', 'id', '"18446744073709551615"'],
  ['cast(-0.000000000000000000000000000001 as decimal(65,30))', 'decimal', '-0.000000000000000000000000000001'],
  ["time('-838:59:59')", 'text', '"-838:59:59"'],
  ["concat(1, 'x')", 'text', '"1x"'],
  ["date('2026-03-29') + interval 1 day", 'date', '"2026-03-30"'],
  // Not grouped by: allowed, as in the ERP's own clients.
  ['(select max(o.flag) from odd o group by o.raw order by o.no_year)', 'integer', '2'],
];

const sqlite: readonly Oddity[] = [
  ['(select whole from odd)', 'decimal', noNumber],
  ['(select whole from odd)', 'text', '"abc"'],
  ["' 12.30 '", 'decimal', '12.3'],
  ['1e400', 'decimal', noNumber],
  ['-1e400', 'integer', noNumber],
  ['1e400', 'text', '"Infinity"'],
  ['9007199254740993', 'id', '"9007199254740993"'],
  ['-9223372036854775807 - 1', 'decimal', '-9223372036854775808'],
  ['9007199254740993.0', 'decimal', '9007199254740990'],
  ['0.1 + 0.2', 'decimal', '0.3'],
  ['-0.0', 'decimal', '0'],
  ["x'00ff'", 'text', refused('bytes stand where')],
  ["x'00ff'", 'id', refused('bytes stand where')],
  ["'a' || char(0) || 'b'", 'text', '"a\\u0000b"'],
  // What is no UTF-8 is shown as such.
  ["cast(x'61ff62' as text)", 'text', '"a\ufffdb"'],
  ['julianday(0)', 'date', noDay],
  ['1774742400', 'instant', noTime],
  ['20260329', 'date', noDay],
  ['true', 'boolean', 'true'],
  ["'J'", 'boolean', 'true', { J: true, N: false }],
  ['-1', 'boolean', 'true', { '-1': true, 0: false }],
  ["'O'", 'boolean', refused('no entry for'), { J: true, N: false }],
  ['2', 'boolean', refused('neither true nor false')],
];

export const oddities: Readonly<Partial<Record<DialectName, readonly Oddity[]>>> = { sqlite, postgres, mysql };

/** What the values are taken from. */
export const oddSchema = {
  sqlite: "create table odd (whole integer); insert into odd values ('abc')",
  postgres: 'create domain eur as numeric(12,2)',
  mysql: `set session sql_mode = '';
    create table odd (zero_day date, zero_time datetime, part_day date, no_year year, one_bit bit(1), many_bits bit(64),
      flag tinyint(1), raw varbinary(4), bits24 float);
    insert into odd values ('0000-00-00', '0000-00-00 00:00:00', '2026-00-00', 0, b'1', 18446744073709551615, 2, x'00ff', 0.1)`,
} as const;
