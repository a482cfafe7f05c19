/**
 * Writes what a running Tryton says of the records and methods that the profile uses, as an OpenRPC document:
 *
 *     TRYTON_URL=http://127.0.0.1:8000 TRYTON_DB=tryton TRYTON_LOGIN=admin TRYTON_PASSWORD=… \
 *       node profiles/tryton/description/from-server.ts tryton.json
 *     npx engine describe tryton --source api --from tryton.json --origin "Tryton 6.0.29 of Debian 12"
 */
import { writeDescription } from '../../../src/workbench/testing/description-script.ts';
import { describeTryton } from './openrpc.ts';
import { openServer } from './server.ts';

await writeDescription(process, {
  variables: ['TRYTON_URL', 'TRYTON_DB', 'TRYTON_LOGIN', 'TRYTON_PASSWORD'],
  secret: 'TRYTON_PASSWORD',
  async describe(variable) {
    const server = { url: variable('TRYTON_URL'), database: variable('TRYTON_DB') };
    const login = { login: variable('TRYTON_LOGIN'), password: variable('TRYTON_PASSWORD') };
    return describeTryton(await openServer({ ...server, ...login }));
  },
});
