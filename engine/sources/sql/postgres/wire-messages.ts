/**
 * Messages to a PostgreSQL server, as texts with one character for each byte: a socket writes such a text in one call, without a buffer. Those of
 * one round trip are written together, because a write to the socket costs more than anything else.
 * Formats: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import type { SqlValue } from '../../source.ts';

/** The encoding for writing these texts. */
export const wireEncoding = 'latin1';

const ascii = /^[\0-\x7f]*$/;

/** The UTF-8 bytes of a text, one character for each. */
const bytesOf = (text: string): string => (ascii.test(text) ? text : Buffer.from(text, 'utf8').toString(wireEncoding));

const { fromCharCode } = String;
const int16 = (value: number): string => fromCharCode((value >> 8) & 0xff, value & 0xff);
const int32 = (value: number): string =>
  fromCharCode((value >> 24) & 0xff, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);

const lengthLength = 4;

/** A message; its length counts itself, and not the type. */
const message = (type: string, body: string): string => `${type}${int32(lengthLength + body.length)}${body}`;

/** A prepared statement. `known`: the server has it already. */
interface NamedStatement {
  /** ASCII. */
  readonly name: string;
  readonly sql: string;
  readonly isPrepared: boolean;
}

/** Minus one is NULL. */
const nullValue = int32(-1);

function parameterOf(value: SqlValue): string {
  if (value === null) return nullValue;
  const bytes = bytesOf(String(value));
  return int32(bytes.length) + bytes;
}

const describePortal = message('D', 'P\0');
/** Of the unnamed portal, for all rows. */
const execute = message('E', `\0${int32(0)}`);

/** Ends a round trip: the server answers all before it, or the first error. */
export const syncMessage = message('S', '');

/** Runs SQL without parameters and rows, which is not prepared; `syncMessage` has to follow. */
export function commandMessage(sql: string): string {
  const parse = message('P', `\0${bytesOf(sql)}\0${int16(0)}`);
  return parse + message('B', `\0\0${int16(0)}${int16(0)}${int16(0)}`) + execute;
}

/**
 * Bind and Execute of a named statement; `syncMessage` has to follow. If the server does not have the statement yet, Close and Parse come first, and Describe asks for
 * the columns. Close is needed because an earlier run may have failed after its Parse.
 */
export function runMessage({ name, sql, isPrepared }: NamedStatement, values: readonly SqlValue[]): string {
  let given = '';
  for (const value of values) given += parameterOf(value);
  // The unnamed portal, parameters and columns as text.
  const bind = message('B', `\0${name}\0${int16(0)}${int16(values.length)}${given}${int16(0)}`);
  if (isPrepared) return bind + execute;
  const parse = message('P', `${name}\0${bytesOf(sql)}\0${int16(0)}`);
  return message('C', `S${name}\0`) + parse + bind + describePortal + execute;
}

/** Refuses the data for a COPY and ends the statement with a Sync: the server has ignored the Sync sent before. */
export const refuseCopyMessage = (reason: string): string => message('f', `${reason}\0`) + syncMessage;
