/** Maps errors of SQL Server and of the connection to it to `SourceError`. */
import { numberMember } from '../../../base/members.ts';
import { SourceError, type SourceErrorKind } from '../../source.ts';
import { tokenize } from '../text/tokens.ts';
import { lockRefused } from './control-statements.ts';
import { mssqlDialect } from './dialect.ts';

/** By the server's message number. From its documentation; not confirmed by a server in this project's tests. */
const meanings: readonly (readonly [SourceErrorKind, readonly number[]])[] = [
  // Restoring, offline, paused, shutting down, failing over, session killed.
  ['unreachable', [596, 921, 922, 926, 927, 942, 945, 976, 978, 983, 4221, 6005, 17142, 17148, 18401, 40197, 40613]],
  // 4060: the database does not exist, or this login may not use it; an operator has to correct either.
  ['denied', [229, 230, 262, 297, 300, 916, 4060, 4062, 4064, 18450, 18452, 18456, 18461, 18470, 18486, 18487, 18488]],
  ['throttled', [701, 802, 1204, 8645, 8651, 10928, 10929, 17809, 40501, 40549, 40550, 40551, 40552, 40553]],
  ['throttled', [49918, 49919, 49920]],
  // 1205: victim of a deadlock. 1222: lock time-out. 3960, 3961: changed since the snapshot.
  ['conflict', [1205, 1222, 3960, 3961, lockRefused]],
  ['value', [220, 232, 235, 241, 242, 244, 245, 248, 295, 296, 517, 2628, 8114, 8115, 8134, 8152, 8169]],
  ['constraint', [515, 547, 550, 2601, 2627]],
  // Syntax.
  ['statement', [102, 103, 105, 107, 109, 110, 119, 120, 121, 137, 139, 154, 156, 170, 174, 189, 319, 10741, 10742]],
  // Names: columns, tables, functions, procedures, types.
  ['statement', [195, 201, 207, 208, 209, 213, 264, 271, 2715, 2812, 4104, 4121, 8144, 8145, 8146, 8155, 8156]],
  // Semantics: incompatible types, grouping, ORDER BY in a derived table, OUTPUT on a table with triggers.
  ['statement', [116, 145, 169, 205, 206, 214, 217, 257, 260, 306, 334, 402, 409, 468, 529, 1011, 1033, 3906]],
  ['statement', [4108, 4145, 8102, 8116, 8117, 8120, 8127, 8158, 8162]],
];

const kinds: ReadonlyMap<number, SourceErrorKind> = new Map(
  meanings.flatMap(([kind, numbers]) => numbers.map((number) => [number, kind])),
);

/** The number in a message of `mssqlError`. */
const numberOf = (error: SourceError): number => Number(/ \((\d+)(?:, line \d+)?\)$/.exec(error.message)?.[1]);

/** The server cannot deduce the type of a parameter (11503 to 11508); the statement itself can be right. */
export const isUndeducible = (error: SourceError): boolean => numberOf(error) >= 11_503 && numberOf(error) <= 11_508;

/**
 * The server cannot describe the columns without running the statement: a procedure in it has dynamic SQL, temporary tables,
 * results that differ from path to path, or code of another language.
 */
export const isUndescribable = (error: SourceError): boolean => numberOf(error) >= 11_509 && numberOf(error) <= 11_528;

function kindOf(number: number): SourceErrorKind {
  // Errors of describing a statement.
  if (number >= 11501 && number <= 11553) return 'statement';
  return kinds.get(number) ?? 'broken';
}

/** Removes the values that messages quote. */
const withoutValues = (message: string) =>
  message
    .replace(/(duplicate key value is )\(.*\)/is, '$1(...)')
    .replace(/(Truncated value: ).*$/is, '$1...')
    .replace(/(converting the n?(?:var)?char value )'.*' (to data type)/is, "$1'...' $2")
    .replace(/( value )'.*' (is out of range|overflowed)/is, "$1'...' $2");

/** The offset of a line, counted from 1; undefined if the text has no such line. */
function startOfLine(line: number, sql: string): number | undefined {
  return [0, ...[...sql.matchAll(/\n/g)].map(({ index }) => index + 1)][line - 1];
}

/** The first word of a line. */
function placeInLine(line: number | undefined, sql: string): number | undefined {
  const start = line === undefined ? undefined : startOfLine(line, sql);
  if (start === undefined) return undefined;
  const indent = /^[\t ]*/.exec(sql.slice(start))?.[0].length ?? 0;
  return Math.min(start + indent, Math.max(sql.length - 1, 0));
}

/** The position of the word that the message names, from the reported line on; else the line. The server reports no column. */
function positionOf(message: string, line: number | undefined, sql: string): number | undefined {
  const start = startOfLine(line ?? 1, sql);
  const word = /(?:Invalid (?:column|object) name|near|name|identifier|keyword|procedure) ["']([^"']+)["']/i.exec(
    message,
  )?.[1];
  const last = word?.split('.').at(-1);
  if (last !== undefined) {
    const places = tokenize(sql, mssqlDialect.lexicon)
      .filter((token) => token.kind === 'code' || (token.kind === 'quoted' && sql[token.start] !== "'"))
      .flatMap((token) => placesOf(last, sql, token.start, token.end));
    const place = places.find((at) => at >= (start ?? 0)) ?? places[0];
    if (place !== undefined) return place;
  }
  return placeInLine(line, sql);
}

function placesOf(word: string, sql: string, from: number, to: number): readonly number[] {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_@#$])${escaped}(?![\\p{L}\\p{N}_@#$])`, 'giu');
  const pattern = /^[\p{L}\p{N}_@#$]+$/u.test(word) ? whole : new RegExp(escaped, 'giu');
  return [...sql.slice(from, to).matchAll(pattern)].map(({ index }) => from + index);
}

/** The errors of one answer: the server sends several, and the first known one is the most precise. */
function partsOf(error: Error): readonly Error[] {
  const parts = error instanceof AggregateError ? error.errors.filter((part) => part instanceof Error) : [];
  return parts.length > 0 ? parts : [error];
}

/**
 * A driver's error as a `SourceError`; a `SourceError` is returned unchanged. `sql` is the statement that was run, if any;
 * `login` is the message number that the server sent while it refused the connection.
 */
export function mssqlError(error: unknown, sql?: string, login?: number): SourceError {
  if (error instanceof SourceError) return error;
  if (!(error instanceof Error)) return new SourceError('broken', `SQL Server: ${String(error)}`);
  const parts = partsOf(error);
  const knownError = parts.find((part) => kindOf(numberMember(part, 'number') ?? 0) !== 'broken');
  const parsed = knownError ?? parts[0] ?? error;
  const number = numberMember(parsed, 'number') ?? login;
  if (number === undefined) {
    if (Reflect.get(parsed, 'code') === 'EPARAM') return new SourceError('value', `SQL Server: ${parsed.message}`);
    // No answer of the server: refused, unresolved, reset, TLS, or a connection that the driver has closed.
    return new SourceError('unreachable', `SQL Server: ${parsed.message}`, { connectionLost: true, cause: error });
  }
  const line = numberMember(parsed, 'lineNumber');
  const kind = kindOf(number);
  // Other errors are about values, such as a duplicate key: the words that they name need not be in the statement.
  const locate = kind === 'statement' ? positionOf(parsed.message, line, sql ?? '') : placeInLine(line, sql ?? '');
  const place = sql === undefined ? undefined : locate;
  const at = line === undefined ? '' : `, line ${line}`;
  return new SourceError(kind, `SQL Server: ${withoutValues(parsed.message)} (${number}${at})`, {
    ...(place === undefined ? {} : { position: place }),
    // At this severity and above the server closes the connection.
    connectionLost: login !== undefined || kind === 'unreachable' || (numberMember(parsed, 'class') ?? 0) >= 20,
    // The driver's own error is left out: its message holds values.
  });
}
