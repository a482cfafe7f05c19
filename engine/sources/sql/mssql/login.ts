/** The login of a SQL Server connection: encrypted where that is configured, and with the reason of a refusal. */
import type { Connection } from 'tedious';
import { SourceError } from '../../source.ts';
import { mssqlError } from './errors.ts';

/**
 * Refuses to send the password in the clear. Where the server says that it cannot encrypt, the driver logs in without encryption whatever
 * its option says; anyone between the two could say so.
 */
function requireEncryption(connection: Connection): void {
  let isSecure = false;
  connection.on('secure', () => {
    isSecure = true;
  });
  const sendLogin: unknown = Reflect.get(connection, 'sendLogin7Packet');
  if (typeof sendLogin !== 'function') throw new Error('This version of the tedious driver logs in in an unknown way.');
  const guarded = () => {
    if (isSecure) return Reflect.apply(sendLogin, connection, []);
    throw new SourceError('unreachable', 'SQL Server: the server does not encrypt, and `encrypt: false` is not set.');
  };
  if (!Reflect.set(connection, 'sendLogin7Packet', guarded)) throw new Error('The login of tedious cannot be guarded.');
}

/** The driver's own error, which the `mssql` package wraps. */
function unwrapped(error: unknown): unknown {
  const original: unknown = error instanceof Error ? Reflect.get(error, 'originalError') : undefined;
  return original ?? error;
}

/** Watches the login of a connection that is not yet open. Gives a function that maps its error, should it fail. */
export function watchLogin(connection: Connection, encrypts: boolean): (error: unknown) => SourceError {
  if (encrypts) requireEncryption(connection);
  let refusal: number | undefined;
  connection.on('errorMessage', ({ number }) => {
    refusal = number;
  });
  return (error) => mssqlError(unwrapped(error), undefined, refusal);
}
