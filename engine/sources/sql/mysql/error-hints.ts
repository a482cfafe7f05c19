/** What an operator or author can do about errors of MySQL and MariaDB. For the log and the terminal. */

/** The server names the user, the host and the object of a refusal. */
function grant(message: string): string | undefined {
  const run = (what: string, user: string) => `Let an administrator of the server run: GRANT ${what} TO ${user}`;
  const [, verbs, user, table] =
    /^([\w, ]+?) command denied to user ('[^']*'@'[^']*') for (?:table|column '.*' in table) [`']?(.+?)[`']?$/i.exec(
      message,
    ) ?? [];
  if (verbs && user && table) return run(`${verbs.toUpperCase()} ON ${table.replaceAll('`', '')}`, user);
  const [, owner, routine] =
    /^(?:alter routine|execute) command denied to user ('[^']*'@'[^']*') for routine '(.+)'$/i.exec(message) ?? [];
  if (owner && routine) return run(`EXECUTE ON PROCEDURE ${routine} (or FUNCTION)`, owner);
  const [, login, database] = /^Access denied for user ('[^']*'@'[^']*') to database '(.+)'$/.exec(message) ?? [];
  if (login && database) return run(`SELECT ON ${database}.*`, login);
  return undefined;
}

const lessConnections =
  'Lower `limits: { connections }` of the source, or raise max_connections of the server or the limit of its user.';
const primary =
  'To write, connect to the primary and not to a read-only replica. SQL that changes data is no read: it goes under `write`.';

const cures: ReadonlyMap<number, string> = new Map([
  [1045, 'Correct user and password of the connection, or let the server admit the user from this host.'],
  [1130, 'Let the server admit the user of the connection from this host.'],
  [1129, 'The server has blocked this host after errors: let an administrator run FLUSH HOSTS.'],
  [1049, 'Correct the database of the connection, or make the database.'],
  [1146, 'Correct the name or the setting that holds it, or make the table.'],
  [1040, lessConnections],
  [1203, lessConnections],
  [1226, lessConnections],
  [1290, primary],
  [1792, primary],
  [1836, primary],
  [1053, 'The server is stopping. The service connects again by itself when it is back.'],
]);

/** What to do about an error with this number; undefined where only the author of the statement can do something. */
export function mysqlCure(number: number, message: string): string | undefined {
  return grant(message) ?? cures.get(number);
}
