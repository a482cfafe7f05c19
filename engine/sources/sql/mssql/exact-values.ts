/**
 * Makes the driver return decimals, money and single-precision numbers exactly, and a time with its offset. The driver decodes them into
 * doubles and instants and has no option for exact values, and a SELECT around the statement does not help: T-SQL allows no ordered
 * query in parentheses, and rows of OUTPUT cannot be selected from. So the driver's one function that reads a value is wrapped. The
 * lockfile fixes the driver's version; where the function is missing or is not called, no connection is made.
 */
import valueParser from 'tedious/lib/value-parser.js';
import { toNumeric } from '../../../base/decimal.ts';
import { shortestSingle } from '../../../base/float32.ts';
import type { Cell } from '../../source.ts';

type ReadValue = typeof valueParser.readValue;
type Column = Parameters<ReadValue>[2];

/** Plain decimal text of a whole number of units of 10^-scale. */
function decimalText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`;
}

function littleEndian(bytes: Buffer): bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at--) value = (value << 8n) | BigInt(bytes[at] ?? 0);
  return value;
}

const twoTo32 = 2 ** 32;
/** Up to here a number of units has at most 15 digits, and its division by a power of ten is the double nearest to the decimal. */
const mostUnits = 1e15;
const powersOfTen = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

/** The units in up to eight bytes; undefined where further bytes are not 0. */
function shortMagnitude(bytes: Buffer, start: number, end: number): number | undefined {
  for (let at = start + 8; at < end; at += 1) if (bytes[at] !== 0) return undefined;
  return bytes.readUInt32LE(start) + (end - start > 4 ? bytes.readUInt32LE(start + 4) * twoTo32 : 0);
}

/** MS-TDS 2.2.5.5.1.6: a sign, 1 for positive, and the magnitude in 4, 8, 12 or 16 bytes. */
function decimal(bytes: Buffer, start: number, end: number, scale: number): Cell {
  const isPositive = bytes[start] === 1;
  const short = shortMagnitude(bytes, start + 1, end);
  const power = powersOfTen[scale];
  if (short !== undefined && short < mostUnits && power !== undefined) {
    return isPositive || short === 0 ? short / power : -short / power;
  }
  const magnitude = littleEndian(bytes.subarray(start + 1, end));
  return toNumeric(decimalText(isPositive ? magnitude : -magnitude, scale));
}

/** MS-TDS 2.2.5.5.1.2: ten-thousandths, the more significant half of eight bytes first. */
function money(bytes: Buffer, start: number, end: number): Cell {
  const high = bytes.readInt32LE(start);
  if (end - start === 4) return high / 10_000;
  const low = bytes.readUInt32LE(start + 4);
  const units = high * twoTo32 + low;
  if (Math.abs(units) < mostUnits) return units / 10_000;
  return toNumeric(decimalText((BigInt(high) << 32n) | BigInt(low), 4));
}

/** Days from 1970 on; the bytes have those since the first one of year 1. */
const dayNumber = (bytes: Buffer, start: number): number => bytes.readUIntLE(start, 3) - 719_162;

/** Units of 10^-7 seconds. */
const ticksOf = (bytes: Buffer, scale: number): bigint => littleEndian(bytes) * 10n ** BigInt(7 - scale);

function fractionText(ticks: bigint): string {
  const fraction = (ticks % 10_000_000n).toString().padStart(7, '0').replace(/0+$/, '');
  return fraction === '' ? '' : `.${fraction}`;
}

/** `2026-03-29 02:30:00` in UTC. */
const utcText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

/** The local time with its stored offset: `2026-03-29 02:30:00.1234567+01:00`. MS-TDS 2.2.5.5.1.9. */
function instant(bytes: Buffer, scale: number): Cell {
  const ticks = ticksOf(bytes.subarray(0, -5), scale);
  const days = dayNumber(bytes, bytes.length - 5);
  const minutes = bytes.readInt16LE(bytes.length - 2);
  const shown = utcText(Date.UTC(1970, 0, 1 + days) + Number(ticks / 10_000n) + minutes * 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${shown}${fractionText(ticks)}${offset}`;
}

/**
 * A value of a sql_variant column, preceded by its type and the type's properties (MS-TDS 2.2.5.5.4). The driver does not expose that
 * type, so that dates and times are read here, too.
 */
function variant(bytes: Buffer): Cell | undefined {
  const [type, properties = 0, first = 0, second = 0] = bytes;
  const content = bytes.subarray(2 + properties);
  switch (type) {
    // NUMERICN and DECIMALN have precision and scale.
    case 0x6c:
    case 0x6a:
      return decimal(content, 0, content.length, second);
    case 0x3c:
    case 0x7a:
      return money(content, 0, content.length);
    case 0x3b:
      return shortestSingle(content.readFloatLE(0));
    case 0x28:
      return utcText(Date.UTC(1970, 0, 1 + dayNumber(content, 0))).slice(0, 10);
    case 0x29: {
      const ticks = ticksOf(content, first);
      return `${utcText(Number(ticks / 10_000n)).slice(11)}${fractionText(ticks)}`;
    }
    case 0x2b:
      return instant(content, first);
    default:
      return undefined;
  }
}

/** The exact value of a cell from its bytes on the wire, with the length; undefined where the driver's value is exact. */
function exactValue(bytes: Buffer, column: Pick<Column, 'type' | 'scale'>): Cell | undefined {
  const scale = column.scale ?? 0;
  switch (column.type.name) {
    case 'DecimalN':
    case 'NumericN':
      return decimal(bytes, 1, bytes.length, scale);
    case 'MoneyN':
      return money(bytes, 1, bytes.length);
    case 'Money':
    case 'SmallMoney':
      return money(bytes, 0, bytes.length);
    case 'Real':
      return shortestSingle(bytes.readFloatLE(0));
    case 'FloatN':
      return bytes.length === 5 ? shortestSingle(bytes.readFloatLE(1)) : undefined;
    case 'DateTimeOffset':
      return instant(bytes.subarray(1), scale);
    case 'Variant':
      return variant(bytes.subarray(4));
    default:
      return undefined;
  }
}

let wrapped = false;

/** Wraps the driver's function, once in a process. Throws an Error where the driver has no such function. */
export function readExactly(): void {
  if (wrapped) return;
  const original: unknown = Reflect.get(valueParser, 'readValue');
  if (typeof original !== 'function')
    throw new Error('This version of the tedious driver reads values in an unknown way.');
  const read = valueParser.readValue;
  const exact: ReadValue = (buffer, offset, column, options) => {
    // The driver's function runs first: it waits for bytes that have not arrived.
    const result = read(buffer, offset, column, options);
    if (result.value === null) return result;
    const value = exactValue(buffer.subarray(offset, result.offset), column);
    if (value !== undefined) result.value = value;
    return result;
  };
  if (!Reflect.set(valueParser, 'readValue', exact))
    throw new Error('The tedious driver cannot be made to read exactly.');
  wrapped = true;
}
