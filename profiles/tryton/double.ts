/**
 * Tryton itself, for `engine test --conformance`: the fixture's database is replaced with one that Tryton has made and filled, and trytond runs over
 * it. It needs Debian's packages; see README.md.
 */
import { missingTryton } from './double/python.ts';
import { startTryton } from './double/trytond.ts';

type Rows = readonly Readonly<Record<string, string | null>>[];

/** Tables with the records whose numbers are compared before and after requests. */
const counted = [
  'sale_sale',
  'sale_line',
  'account_invoice',
  'account_invoice_line',
  'account_move',
  'account_move_line',
];

/** Starts it over the database of the source `db`. */
export default async function start(databases: ReadonlyMap<string, { run(sql: string): Promise<Rows> }>) {
  const database = databases.get('db');
  if (database === undefined) throw new Error('Tryton needs the database of the source db.');
  const missing = await missingTryton();
  if (missing !== undefined) throw new Error(`Tryton cannot be started: ${missing.reason}. ${missing.cure}`);
  const [place] = await database.run(
    'SELECT current_database() AS name, host(inet_server_addr()) AS host, inet_server_port() AS port, current_user AS login',
  );
  if (place === undefined) throw new Error('The database does not say its address.');
  const { name, host, port, login } = place;
  const server = `postgres://${login}@${host}:${port}/postgres`;
  const { environment, close } = await startTryton(server, name ?? '');
  return {
    environment,
    counts: async () => {
      const sums = counted.map((table) => `(SELECT COUNT(*) FROM ${table}) AS ${table}`).join(', ');
      const [row] = await database.run(`SELECT ${sums}`);
      return Object.fromEntries(Object.entries(row ?? {}).map(([table, count]) => [table, Number(count)]));
    },
    close,
  };
}
