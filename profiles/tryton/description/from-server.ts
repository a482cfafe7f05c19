/**
 * Writes what a running Tryton says of the records and methods that the profile uses, as an OpenRPC document:
 *
 *     TRYTON_URL=http://127.0.0.1:8000 TRYTON_DB=tryton TRYTON_LOGIN=admin TRYTON_PASSWORD=… \
 *       node profiles/tryton/description/from-server.ts tryton.json
 *     npx engine describe tryton --source api --from tryton.json --origin "Tryton 6.0.29 of Debian 12"
 */
import { writeFileSync } from 'node:fs';
import { describeTryton } from './openrpc.ts';
import { openServer } from './server.ts';

const { TRYTON_URL: url, TRYTON_DB: database, TRYTON_LOGIN: login, TRYTON_PASSWORD: password } = process.env;
const [file] = process.argv.slice(2);
if (
  url === undefined ||
  database === undefined ||
  login === undefined ||
  password === undefined ||
  file === undefined
) {
  process.stderr.write('Set TRYTON_URL, TRYTON_DB, TRYTON_LOGIN and TRYTON_PASSWORD, and name the file to write.\n');
  process.exitCode = 2;
} else {
  const server = await openServer({ url, database, login, password });
  writeFileSync(file, `${JSON.stringify(await describeTryton(server), undefined, 2)}\n`);
}
