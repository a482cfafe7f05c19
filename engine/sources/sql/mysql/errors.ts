/** Maps errors of MySQL and MariaDB and of the connection to them to `SourceError`. */
import { SourceError, type SourceErrorKind, type SqlValue } from '../../source.ts';
import { mysqlCure } from './error-hints.ts';

/** Error numbers that are more precise than their SQLSTATE. */
const numbers: readonly (readonly [SourceErrorKind, readonly number[]])[] = [
  ['unreachable', [1053, 1077, 1152, 1158, 1159, 1160, 1161, 1184, 1243, 1927, 2006, 2013, 4031]],
  ['throttled', [1040, 1203, 1226]],
  [
    'denied',
    [1044, 1045, 1049, 1129, 1130, 1142, 1143, 1227, 1251, 1290, 1370, 1410, 1698, 1820, 1836, 1862, 3118, 3159, 4151],
  ],
  ['timeout', [1317, 1969, 3024]],
  ['conflict', [1020, 1205, 1213, 1412, 1614, 1615, 3058, 3572]],
  ['value', [1264, 1265, 1292, 1300, 1365, 1366, 1367, 1406, 1411, 1441, 1525, 1690, 3140, 3988]],
  ['constraint', [1048, 1062, 1169, 1216, 1217, 1364, 1451, 1452, 1557, 1586, 1644, 1761, 1762, 3819, 4025]],
  ['statement', [1210, 1295, 1792]],
];

/** SQLSTATE or its first characters, for all other errors. */
const states: readonly (readonly [string, SourceErrorKind])[] = [
  ['08', 'unreachable'],
  ['28', 'denied'],
  ['40', 'conflict'],
  ['22', 'value'],
  ['23', 'constraint'],
  ['45', 'constraint'],
  ['42', 'statement'],
];

/** After these the connection is closed, its prepared statements are gone, or its server has become a replica. */
const fatal: ReadonlySet<number> = new Set([
  1053, 1152, 1158, 1159, 1160, 1161, 1184, 1243, 1290, 1836, 1927, 2006, 2013, 4031,
]);

interface ServerError {
  readonly number: number;
  readonly state: string;
  readonly code: string;
}

/** The server's own numbers are positive; those of the operating system are negative. */
function serverErrorOf(error: Error): ServerError | undefined {
  const number: unknown = Reflect.get(error, 'errno');
  if (typeof number !== 'number' || number < 1000) return undefined;
  return { number, state: String(Reflect.get(error, 'sqlState') ?? ''), code: codeOf(error) };
}

function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
}

const word = (text: string) => text.replaceAll(/[^\w\s]/g, '\\$&');

/** The server quotes the text where it stopped, or an unknown name: a word that the statement has only once gives the position. */
function positionOf(message: string, sql: string): number | undefined {
  const near = /right syntax to use near '(.*)' at line (\d+)$/s.exec(message);
  if (near) {
    const [, rest = '', line = '1'] = near;
    const start = sql.split('\n', Number(line) - 1).reduce((total, text) => total + text.length + 1, 0);
    const errorStart = rest === '' ? sql.trimEnd().length : sql.indexOf(rest, start);
    return errorStart < 0 ? undefined : errorStart;
  }
  const named =
    /Unknown column '(.+?)' in/.exec(message) ??
    /Column '(.+?)' in .+ is ambiguous/.exec(message) ??
    /Table '(?:.+?\.)?([^.']+)' doesn't exist/.exec(message) ??
    /FUNCTION (?:.+?\.)?([^.\s]+) does not exist/.exec(message);
  const name = named?.[1];
  if (name === undefined) return undefined;
  const places = [...sql.matchAll(new RegExp(`(?<![\\w.])\`?${word(name)}(?!\\w)`, 'gi'))];
  return places.length === 1 ? places[0]?.index : undefined;
}

/** Two texts that cannot be compared: two columns, or a column and a value with characters that it cannot hold. */
function mixOf(number: number, message: string): SourceErrorKind | undefined {
  if (![1267, 1270, 1271].includes(number)) return undefined;
  return message.includes('COERCIBLE') ? 'value' : 'statement';
}

/** Messages that quote a value of the request, which must not be logged. */
function withoutValues(message: string): string {
  return message
    .replace(/^(Duplicate entry) '.*' (for key)/s, '$1 $2')
    .replace(/((?:incorrect|invalid|wrong)[\w\s]*?(?:value|string))[:\s]+'.*'(?= for | in |$)/is, '$1');
}

const ascii = /^[\0-\x7f]*$/;

/** The server does not say which text has characters that a column cannot hold. Plain ASCII texts have none. */
const unfitOf = (values: readonly SqlValue[]): readonly SqlValue[] =>
  values.filter((value) => typeof value === 'string' && !ascii.test(value));

/** A driver's error as a `SourceError`; a `SourceError` is returned unchanged. `sql` is the statement that was run, if any. */
export function mysqlError(error: unknown, sql?: string, values: readonly SqlValue[] = []): SourceError {
  if (error instanceof SourceError) return error;
  if (!(error instanceof Error)) return new SourceError('broken', `MySQL: ${String(error)}`);
  const server = serverErrorOf(error);
  const code = codeOf(error);
  if (server === undefined) {
    // The driver checks the types of values before the server gets them.
    const misuse = (error instanceof TypeError || error instanceof RangeError) && code === '';
    if (misuse) return new SourceError('statement', `MySQL: ${error.message}`, { cause: error });
    const message = `MySQL: ${error.message || code}${code ? ` (${code})` : ''}`;
    return new SourceError('unreachable', message, { connectionLost: true, cause: error });
  }
  const { number, state } = server;
  const kind =
    mixOf(number, error.message) ??
    numbers.find(([, numbersOfKind]) => numbersOfKind.includes(number))?.[0] ??
    states.find(([start]) => state.startsWith(start))?.[1] ??
    'broken';
  const position = sql === undefined ? undefined : positionOf(error.message, sql);
  const message = withoutValues(error.message);
  return new SourceError(kind, `MySQL: ${message} (${number})`, {
    ...(position === undefined ? {} : { position }),
    connectionLost: fatal.has(number),
    unfit: number === 3988 || mixOf(number, error.message) === 'value' ? unfitOf(values) : [],
    cure: mysqlCure(number, message),
    // The driver's error repeats the message, and holds the statement.
    ...(message === error.message ? { cause: error } : {}),
  });
}
