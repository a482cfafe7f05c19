/**
 * Writes what a running Odoo says of the records and methods that the profile uses, as an OpenAPI document. The key is an administrator's:
 *
 *     ODOO_URL=http://127.0.0.1:8069 ODOO_DB=odoo ODOO_API_KEY=… node profiles/odoo/description/from-server.ts json-2.json
 *     npx engine describe odoo --source api --from json-2.json --origin "Odoo 19.0 Community, LGPL-3.0"
 */
import { writeDescription } from '../../../src/workbench/testing/description-script.ts';
import { describeOdoo } from './openapi.ts';
import { openServer } from './server.ts';

await writeDescription(process, {
  variables: ['ODOO_URL', 'ODOO_DB', 'ODOO_API_KEY'],
  secret: 'ODOO_API_KEY',
  async describe(variable) {
    const login = { url: variable('ODOO_URL'), database: variable('ODOO_DB'), key: variable('ODOO_API_KEY') };
    return describeOdoo(await openServer(login));
  },
});
