/**
 * How a value is sent to SQL Server: declared in sp_executesql with the type it is compared with or stored in, so that indexes
 * are used and nothing is rounded, and sent in the type that holds it exactly. The server converts one into the other as in any
 * call (documented; not confirmed by a server here). Only plain ASCII text is declared varchar: other characters can be missing from
 * the column's code page and be replaced, so that a wrong row would match.
 */
import { TYPES } from 'tedious';
import { toDecimalText } from '../../../base/decimal.ts';
import { SourceError, type SqlValue } from '../../source.ts';

type DataType = (typeof TYPES)[keyof typeof TYPES];

export interface MssqlParameter {
  readonly type: DataType;
  readonly value: unknown;
}

/** The server allows different types in the declaration and on the wire; the driver has only one for both. */
function declared(as: string, type: DataType, value: unknown): MssqlParameter {
  return { type: { ...type, declaration: () => as }, value };
}

const ascii = /^[\0-\x7f]*$/;
const guid = /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;

function text(value: string, narrow: boolean): MssqlParameter {
  if (narrow && ascii.test(value)) {
    return declared(value.length > 8_000 ? 'varchar(max)' : 'varchar(8000)', TYPES.NVarChar, value);
  }
  return declared(value.length > 4_000 ? 'nvarchar(max)' : 'nvarchar(4000)', TYPES.NVarChar, value);
}

function integer(value: number | bigint): MssqlParameter {
  if (value >= 2n ** 63n || value < -(2n ** 63n))
    return declared('decimal(38,0)', TYPES.NVarChar, String(BigInt(value)));
  const fits = value >= -2_147_483_648 && value <= 2_147_483_647;
  return fits ? { type: TYPES.Int, value: Number(value) } : { type: TYPES.BigInt, value };
}

/** A decimal type that holds the value, and is not narrower than `precision` and `scale`. */
function decimalType(value: string | undefined, precision: number, scale: number): string {
  const [whole = '', fraction = ''] = (value ?? '').replace(/^-/, '').split('.');
  const digits = Math.max(scale, fraction.length);
  const size = Math.max(precision - scale, whole.length) + digits;
  return size > 38 ? `decimal(38,${Math.max(0, Math.min(digits, 38 - whole.length))})` : `decimal(${size},${digits})`;
}

/** True where the value's own type is right, so that the server need not describe the parameter. */
export function isPlain(value: SqlValue): boolean {
  return (
    typeof value === 'boolean' || typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
  );
}

/** The declaration of a plain value, as in `@p1 int`. */
export function plainType(value: SqlValue): string {
  if (typeof value === 'boolean') return 'bit';
  if (typeof value !== 'number' && typeof value !== 'bigint') return 'nvarchar(4000)';
  const { type } = integer(value);
  return type === TYPES.Int ? 'int' : type === TYPES.BigInt ? 'bigint' : 'decimal(38,0)';
}

const temporal = /^(date|datetime|datetime2|smalldatetime|datetimeoffset|time)\b/;

/** The type for a date and time. `datetime` rounds what it cannot hold; `smalldatetime` rounds to minutes. */
function temporalType(suggested: string, value: string | undefined): string {
  const isOld = suggested === 'datetime' || suggested === 'smalldatetime';
  if (isOld) return /\.\d{4,}/.test(value ?? '') ? 'datetime2(7)' : 'datetime';
  return suggested;
}

const whole = /^\s*[+-]?\d+\s*$/;

/** Refuses a value that does not fit its type. The server refuses it, too, but does not say which value it is. */
function demand(fits: boolean, value: string | undefined, what: string): void {
  if (value !== undefined && !fits) throw new SourceError('value', `A value is no ${what}.`, { unfit: [value] });
}

function given(value: string | undefined, suggested: string, exact: string | undefined): MssqlParameter {
  const sent = value ?? null;
  const [, name = '', precision, scale] = /^(\w+)(?:\((\d+|max)(?:,\s*(\d+))?\))?/.exec(suggested) ?? [];
  switch (name) {
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
      demand(whole.test(value ?? ''), value, 'whole number');
      return declared('bigint', TYPES.NVarChar, sent);
    case 'decimal':
    case 'numeric':
      demand(exact !== undefined, value, 'number');
      return declared(decimalType(exact, Number(precision ?? 18), Number(scale ?? 0)), TYPES.NVarChar, exact ?? sent);
    case 'money':
    case 'smallmoney':
      demand(exact !== undefined, value, 'number');
      return declared(decimalType(exact, 19, 4), TYPES.NVarChar, exact ?? sent);
    case 'float':
    case 'real':
      demand(exact !== undefined, value, 'number');
      return declared('float', TYPES.NVarChar, sent);
    case 'bit':
      return declared('bit', TYPES.NVarChar, sent);
    case 'uniqueidentifier':
      // The server ignores what follows the first 36 characters of a longer text.
      demand(guid.test(value?.trim() ?? ''), value, 'uniqueidentifier');
      return declared('uniqueidentifier', TYPES.NVarChar, sent === null ? null : sent.trim());
    case 'char':
    case 'varchar':
    case 'text':
      return value === undefined ? declared('varchar(8000)', TYPES.NVarChar, null) : text(value, true);
    case 'binary':
    case 'varbinary':
    case 'image':
      if (value === undefined) return declared('varbinary(8000)', TYPES.VarBinary, null);
      return text(value, false);
    default:
      if (temporal.test(name)) return declared(temporalType(suggested, value), TYPES.NVarChar, sent);
      return value === undefined ? declared('nvarchar(4000)', TYPES.NVarChar, null) : text(value, false);
  }
}

/** One parameter. `suggested` is the type that the server suggests, in lower case; undefined where it is not known. */
export function mssqlParameter(value: SqlValue, suggested?: string): MssqlParameter {
  if (value === null) return given(undefined, suggested ?? '', undefined);
  if (typeof value === 'boolean') return { type: TYPES.Bit, value };
  if (typeof value === 'string') return given(value, suggested ?? '', toDecimalText(value));
  if (isPlain(value)) return integer(value);
  const exact = toDecimalText(value);
  if (exact === undefined) throw new SourceError('value', 'A value is no finite number.');
  return given(exact, suggested ?? decimalType(exact, 0, 0), exact);
}
