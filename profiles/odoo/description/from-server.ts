/**
 * Writes what a running Odoo says of the records and methods that the profile uses, as an OpenAPI document. The key is an administrator's:
 *
 *     ODOO_URL=http://127.0.0.1:8069 ODOO_DB=odoo ODOO_API_KEY=… node profiles/odoo/description/from-server.ts json-2.json
 *     npx engine describe odoo --source api --from json-2.json --origin "Odoo 19.0 Community, LGPL-3.0"
 */
import { writeFileSync } from 'node:fs';
import { describeOdoo } from './openapi.ts';
import { openServer } from './server.ts';

const { ODOO_URL: url, ODOO_DB: database, ODOO_API_KEY: key } = process.env;
const [file] = process.argv.slice(2);
if (url === undefined || database === undefined || key === undefined || file === undefined) {
  process.stderr.write('Set ODOO_URL, ODOO_DB and ODOO_API_KEY, and name the file to write.\n');
  process.exitCode = 2;
} else {
  const server = await openServer({ url, database, key });
  writeFileSync(file, `${JSON.stringify(await describeOdoo(server), undefined, 2)}\n`);
}
