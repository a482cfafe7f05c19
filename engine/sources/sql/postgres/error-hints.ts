/** What an operator or author can do about errors of PostgreSQL. For the log and the terminal. */

/** The privilege that a statement needs on a table, as GRANT names it. */
function privilege(sql: string, table: string): string {
  const name = table.replaceAll(/\W/g, '\\$&');
  const does = (verb: string) => new RegExp(`\\b${verb}\\s+(?:only\\s+)?(?:"?\\w+"?\\.)?"?${name}\\b`, 'i').test(sql);
  if (does('insert\\s+into')) return 'INSERT';
  if (does('update')) return 'UPDATE';
  return does('delete\\s+from') ? 'DELETE' : 'SELECT';
}

function grant(message: string, sql: string): string {
  const [, kind = '', name = ''] = /permission denied for (\w+(?: \w+)?) "?([^"]+?)"?$/.exec(message) ?? [];
  const run = (what: string) => `Let the owner of the database run: GRANT ${what} TO the user of the connection.`;
  switch (kind) {
    case 'table':
    case 'view':
    case 'materialized view':
    case 'relation':
      return run(`${privilege(sql, name)} ON ${name}`);
    case 'sequence':
      return run(`USAGE ON SEQUENCE ${name}`);
    case 'schema':
      return run(`${/^\s*create\b/i.test(sql) ? 'CREATE' : 'USAGE'} ON SCHEMA ${name}`);
    case 'function':
    case 'procedure':
      return run(`EXECUTE ON ${kind.toUpperCase()} ${name}`);
    case 'database':
      return run(`CONNECT ON DATABASE ${name}`);
    default:
      return 'Let the owner of the database GRANT the user of the connection what the statement needs.';
  }
}

const typed =
  'PostgreSQL takes the type of a value from the text around it. Write the type where that text gives none, or another one: `:amount::numeric`, `:day::date`.';

/** By SQLSTATE or its first characters; the first entry that matches. */
const cures: readonly (readonly [string, string])[] = [
  ['28', 'Correct user and password of the connection, or let pg_hba.conf of the server admit them from this host.'],
  ['3D000', 'Correct the database of the connection, or make the database.'],
  [
    '53300',
    'Lower `limits: { connections }` of the source, or raise max_connections of the server or the CONNECTION LIMIT of its user.',
  ],
  ['57P', 'The server is stopping, starting or recovering. The service connects again by itself when it is back.'],
  [
    '25006',
    'To write, connect to the primary and not to a read-only standby. SQL that changes data is no read: it goes under `write`.',
  ],
  [
    '42P01',
    'Correct the name or the setting that holds it, make the table, or put its schema into the search_path of the user.',
  ],
  // An ambiguous operator, a parameter without a type, a column that takes another type.
  ['42725', typed],
  ['42P18', typed],
  ['42804', typed],
];

/** What to do about an error with this SQLSTATE; undefined where only the author of the statement can do something. */
export function postgresCure(state: string, message: string, sql = ''): string | undefined {
  if (state === '42501') return grant(message, sql);
  if (state === '42883' && message.startsWith('operator')) return typed;
  return cures.find(([start]) => state.startsWith(start))?.[1];
}
