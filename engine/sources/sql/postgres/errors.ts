/** Maps errors of PostgreSQL and of the connection to it to `SourceError`. */
import { textMember } from '../../../base/members.ts';
import { SourceError, type SourceErrorKind, type SqlValue } from '../../source.ts';
import { postgresCure } from './error-hints.ts';

/** SQLSTATE or its first characters; the first entry that matches decides. */
const states: readonly (readonly [string, SourceErrorKind])[] = [
  ['08', 'unreachable'],
  ['57P', 'unreachable'],
  ['25P03', 'unreachable'],
  ['28', 'denied'],
  ['3D000', 'denied'],
  ['42501', 'denied'],
  ['53300', 'throttled'],
  ['57014', 'timeout'],
  ['40', 'conflict'],
  ['55P03', 'conflict'],
  ['22', 'value'],
  ['23', 'constraint'],
  ['25006', 'statement'],
  ['42', 'statement'],
  ['3F', 'statement'],
  ['0A', 'statement'],
];

/** The server closes the connection after these. */
const fatal = /^(08|57P0[1-5]|25P03)/;

/** The server counts characters from 1, JavaScript counts UTF-16 units from 0. */
function positionOf(error: object, sql: string | undefined): number | undefined {
  const position = Number(textMember(error, 'position') ?? Number.NaN);
  if (sql === undefined || !Number.isInteger(position)) return undefined;
  return [...sql].slice(0, position - 1).join('').length;
}

/** The value that does not fit the type it is compared with: `unnamed portal parameter $1 = '...'`. */
function unfitOf(error: object, values: readonly SqlValue[]): readonly SqlValue[] {
  const position = /\bportal parameter \$(\d+)/.exec(textMember(error, 'where') ?? '')?.[1];
  return position === undefined ? [] : values.slice(Number(position) - 1, Number(position));
}

/** A driver's error as a `SourceError`; a `SourceError` is returned unchanged. `sql` is the statement that was run, if any. */
export function postgresError(error: unknown, sql?: string, values: readonly SqlValue[] = []): SourceError {
  if (error instanceof SourceError) return error;
  if (!(error instanceof Error)) return new SourceError('broken', `PostgreSQL: ${String(error)}`);
  const code = textMember(error, 'code') ?? '';
  const message = `PostgreSQL: ${error.message || code}${code ? ` (${code})` : ''}`;
  if (!/^[0-9A-Z]{5}$/.test(code)) {
    // No answer of the server: refused, unresolved, reset, TLS, or the driver's own "Connection terminated".
    return new SourceError('unreachable', message, { connectionLost: true, cause: error });
  }
  const kind = states.find(([state]) => code.startsWith(state))?.[1] ?? 'broken';
  const position = positionOf(error, sql);
  return new SourceError(kind, message, {
    ...(position === undefined ? {} : { position }),
    // A plan that a schema change has invalidated stays invalid as long as the connection is open.
    connectionLost: fatal.test(code) || (code === '0A000' && error.message.includes('cached plan')),
    unfit: unfitOf(error, values),
    cure: postgresCure(code, error.message, sql),
    cause: error,
  });
}
