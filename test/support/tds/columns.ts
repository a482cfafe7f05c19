/** Column types in the encoding of a server (MS-TDS 2.2.5.4 to 2.2.5.6). Tests write the values in readable form. */
import { longText, number } from './bytes.ts';

export type Value = null | boolean | number | bigint | string | Uint8Array;

export interface ColumnType {
  /** TYPE_INFO. */
  readonly info: Buffer;
  /** TYPE_VARBYTE: the value, preceded by its length. */
  encode(value: Value): Buffer;
}

const bytesOf = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const dayMs = 86_400_000;
const days = (date: string, since: string) =>
  (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${since}T00:00:00Z`)) / dayMs;

/** A type with a one-byte length before each value, 0 for NULL. */
function counted(info: Buffer, encode: (value: Exclude<Value, null>) => Buffer): ColumnType {
  return {
    info,
    encode(value) {
      if (value === null) return number(0, 1);
      const bytes = encode(value);
      return Buffer.concat([number(bytes.length, 1), bytes]);
    },
  };
}

/** A fixed-length type without NULL, which the server uses for NOT NULL columns. */
function fixed(type: string, encode: (value: Exclude<Value, null>) => Buffer): ColumnType {
  return {
    info: bytesOf(type),
    encode(value) {
      if (value === null) throw new Error('This type has no NULL.');
      return encode(value);
    },
  };
}

const whole = (size: number) => (value: Value) =>
  number(BigInt(Number.isInteger(value) ? Number(value) : String(value)), size);
const double = (value: Value) => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(Number(value));
  return buffer;
};
const single = (value: Value) => {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(Number(value));
  return buffer;
};

/** Units of 10^-scale in plain decimal text. */
function units(value: Value, scale: number): bigint {
  const [, sign, integer = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  const count = BigInt(integer + fraction.padEnd(scale, '0'));
  return sign === '-' ? -count : count;
}

/** 2.2.5.5.1.2: the more significant half first. */
function moneyBytes(value: Value): Buffer {
  const count = BigInt.asUintN(64, units(value, 4));
  return Buffer.concat([number(count >> 32n, 4), number(count & 0xffff_ffffn, 4)]);
}

/** 2.2.5.5.1.6: sign and magnitude; the precision determines the length. */
function decimal(precision: number, scale: number): ColumnType {
  const size = precision <= 9 ? 4 : precision <= 19 ? 8 : precision <= 28 ? 12 : 16;
  const info = Buffer.from([0x6c, size + 1, precision, scale]);
  return counted(info, (value) => {
    const count = units(value, scale);
    return Buffer.concat([number(count < 0n ? 0 : 1, 1), number(count < 0n ? -count : count, size)]);
  });
}

/** Ticks of 10^-scale seconds since midnight, 2.2.5.5.1.9. */
function clock(time: string, scale: number): Buffer {
  const [, hours, minutes, seconds, fraction = ''] = /^(\d+):(\d+):(\d+)(?:\.(\d+))?$/.exec(time) ?? [];
  const second = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const ticks = BigInt(second) * 10n ** BigInt(scale) + BigInt(fraction.padEnd(scale, '0') || 0);
  return number(ticks, scale <= 2 ? 3 : scale <= 4 ? 4 : 5);
}

const dayBytes = (date: string) => number(days(date, '0001-01-01'), 3);
const parts = (value: Value) => String(value).split(' ');

/** 2.2.5.5.1.8: days since 1900, and units of 1/300 second. */
function datetime(value: Value): Buffer {
  const [date = '', time = ''] = parts(value);
  const milliseconds = Date.parse(`1970-01-01T${time}Z`);
  return Buffer.concat([number(days(date, '1900-01-01'), 4), number(Math.round((milliseconds * 3) / 10), 4)]);
}

function smalldatetime(value: Value): Buffer {
  const [date = '', time = ''] = parts(value);
  return Buffer.concat([number(days(date, '1900-01-01'), 2), number(Date.parse(`1970-01-01T${time}Z`) / 60_000, 2)]);
}

/** `2026-03-29 02:30:00.5 +120`: local time and offset in minutes. The encoding contains UTC and the offset. */
function datetimeoffset(scale: number): (value: Value) => Buffer {
  return (value) => {
    const [date = '', time = '', offset = '0'] = parts(value);
    const [seconds = '', fraction = ''] = time.split('.');
    const utc = new Date(Date.parse(`${date}T${seconds}Z`) - Number(offset) * 60_000).toISOString();
    const exact = `${utc.slice(11, 19)}${fraction === '' ? '' : `.${fraction}`}`;
    return Buffer.concat([clock(exact, scale), dayBytes(utc.slice(0, 10)), number(Number(offset), 2)]);
  };
}

/** The first three groups are little-endian. */
function guid(value: Value): Buffer {
  const [a = '', b = '', c = '', d = '', e = ''] = String(value).split('-');
  const reversed = (hex: string) => Buffer.from(hex, 'hex').reverse();
  return Buffer.concat([reversed(a), reversed(b), reversed(c), Buffer.from(d + e, 'hex')]);
}

/** Five bytes: language, flags, sort order (2.2.5.1.2). */
export const collations = {
  /** SQL_Latin1_General_CP1_CI_AS, code page 1252. */
  latin: bytesOf('09 04 d0 00 34'),
  /** Cyrillic_General_CI_AS, code page 1251. */
  cyrillic: bytesOf('19 04 d0 00 00'),
  /** Latin1_General_100_CI_AS_SC_UTF8. */
  utf8: bytesOf('09 04 d0 24 00'),
} as const;

const raw = (value: Exclude<Value, null>) =>
  value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value), 'latin1');
const wide = (value: Exclude<Value, null>) => Buffer.from(String(value), 'utf16le');

/** Lengths in two bytes, 0xFFFF for NULL. */
function long(type: number, size: number, more: Buffer, encode: (value: Exclude<Value, null>) => Buffer): ColumnType {
  return {
    info: Buffer.concat([number(type, 1), number(size, 2), more]),
    encode(value) {
      if (value === null) return number(0xffff, 2);
      const bytes = encode(value);
      return Buffer.concat([number(bytes.length, 2), bytes]);
    },
  };
}

/** Values of (max) types are sent in chunks (PLP, 2.2.5.2.3); in two chunks, so that joining them is tested. */
function chunked(type: number, more: Buffer, encode: (value: Exclude<Value, null>) => Buffer): ColumnType {
  return {
    info: Buffer.concat([number(type, 1), number(0xffff, 2), more]),
    encode(value) {
      if (value === null) return number(-1, 8);
      const bytes = encode(value);
      const half = Math.floor(bytes.length / 2);
      const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
      const framed = chunks.flatMap((chunk) => [number(chunk.length, 4), chunk]);
      return Buffer.concat([number(bytes.length, 8), ...framed, number(0, 4)]);
    },
  };
}

/**
 * sql_variant: every value contains its own type (2.2.5.5.4). `type`: that type; `properties`: the bytes before a
 * value of it. A one-byte length of the type itself is omitted.
 */
function variant(type: number, properties: readonly number[], of: ColumnType, counts = true): ColumnType {
  return {
    info: Buffer.concat([number(0x62, 1), number(8_009, 4)]),
    encode(value) {
      if (value === null) return number(0, 4);
      const content = of.encode(value).subarray(counts ? 1 : 0);
      const whole = Buffer.concat([Buffer.from([type, properties.length, ...properties]), content]);
      return Buffer.concat([number(whole.length, 4), whole]);
    },
  };
}

/**
 * text, ntext and image: a pointer and a time stamp precede the value, and the description contains the table name
 * (2.2.5.5.3).
 */
function old(type: number, more: Buffer, encode: (value: Exclude<Value, null>) => Buffer): ColumnType {
  const tableName = Buffer.concat([number(1, 1), longText('doc')]);
  return {
    info: Buffer.concat([number(type, 1), number(2_147_483_647, 4), more, tableName]),
    encode(value) {
      if (value === null) return number(0, 1);
      const bytes = encode(value);
      return Buffer.concat([number(16, 1), Buffer.alloc(16 + 8), number(bytes.length, 4), bytes]);
    },
  };
}

export const types = {
  tinyint: counted(bytesOf('26 01'), whole(1)),
  int: counted(bytesOf('26 04'), whole(4)),
  intNotNull: fixed('38', whole(4)),
  bigint: counted(bytesOf('26 08'), whole(8)),
  bigintNotNull: fixed('7f', whole(8)),
  bit: counted(bytesOf('68 01'), (value) => number(value ? 1 : 0, 1)),
  bitNotNull: fixed('32', (value) => number(value ? 1 : 0, 1)),
  decimal,
  money: counted(bytesOf('6e 08'), moneyBytes),
  moneyNotNull: fixed('3c', moneyBytes),
  smallmoney: counted(bytesOf('6e 04'), (value) => number(units(value, 4), 4)),
  float: counted(bytesOf('6d 08'), double),
  floatNotNull: fixed('3e', double),
  real: counted(bytesOf('6d 04'), single),
  date: counted(bytesOf('28'), (value) => dayBytes(String(value))),
  time: (scale: number) => counted(Buffer.from([0x29, scale]), (value) => clock(String(value), scale)),
  datetime: counted(bytesOf('6f 08'), datetime),
  datetimeNotNull: fixed('3d', datetime),
  smalldatetime: counted(bytesOf('6f 04'), smalldatetime),
  datetime2: (scale: number) =>
    counted(Buffer.from([0x2a, scale]), (value) => {
      const [date = '', time = ''] = parts(value);
      return Buffer.concat([clock(time, scale), dayBytes(date)]);
    }),
  datetimeoffset: (scale: number) => counted(Buffer.from([0x2b, scale]), datetimeoffset(scale)),
  uniqueidentifier: counted(bytesOf('24 10'), guid),
  char: (size: number, collation: Buffer = collations.latin) => long(0xaf, size, collation, raw),
  varchar: (size: number, collation: Buffer = collations.latin) => long(0xa7, size, collation, raw),
  varcharMax: (collation: Buffer = collations.latin) => chunked(0xa7, collation, raw),
  nchar: (size: number) => long(0xef, size * 2, collations.latin, wide),
  nvarchar: (size: number) => long(0xe7, size * 2, collations.latin, wide),
  nvarcharMax: chunked(0xe7, collations.latin, wide),
  varbinary: (size: number) => long(0xa5, size, Buffer.alloc(0), raw),
  varbinaryMax: chunked(0xa5, Buffer.alloc(0), raw),
  binary: (size: number) => long(0xad, size, Buffer.alloc(0), raw),
  text: (collation: Buffer = collations.latin) => old(0x23, collation, raw),
  ntext: old(0x63, collations.latin, wide),
  image: old(0x22, Buffer.alloc(0), raw),
  /** Without a schema. */
  xml: { ...chunked(0xf1, Buffer.alloc(0), wide), info: Buffer.from([0xf1, 0]) },
  variantDecimal: (precision: number, scale: number) => variant(0x6c, [precision, scale], decimal(precision, scale)),
  variantMoney: variant(0x3c, [], counted(bytesOf('6e 08'), moneyBytes)),
  variantSmallmoney: variant(
    0x7a,
    [],
    counted(bytesOf('6e 04'), (value) => number(units(value, 4), 4)),
  ),
  variantReal: variant(0x3b, [], fixed('3b', single), false),
  variantInt: variant(0x38, [], fixed('38', whole(4)), false),
  variantDate: variant(
    0x28,
    [],
    counted(bytesOf('28'), (value) => dayBytes(String(value))),
  ),
  variantTime: (scale: number) =>
    variant(
      0x29,
      [scale],
      counted(bytesOf('29'), (value) => clock(String(value), scale)),
    ),
  variantDatetimeoffset: (scale: number) => variant(0x2b, [scale], counted(bytesOf('2b'), datetimeoffset(scale))),
} as const;
