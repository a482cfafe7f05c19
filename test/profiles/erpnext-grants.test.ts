/** The grants that the profile for ERPNext ships: everything works with them, and nothing else can be read or written. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onMysql } from '../../src/workbench/testing/servers/mysql-client.ts';
import { root } from '../src/cli/here.ts';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { calls, settings } from './erpnext-settings.ts';
import { type Served, serve } from './served.ts';

describe.skipIf(!hasMysql)('the grants for ERPNext', () => {
  const server = providedUrl('mysqlUrl');
  const password = randomBytes(12).toString('hex');
  const user = `grants_${randomBytes(4).toString('hex')}`;
  let served: Served;
  let login: URL;

  beforeAll(async () => {
    const text = readFileSync(join(root, 'profiles', 'erpnext', 'grants.sql'), 'utf8');
    served = await serve({
      ...{ name: 'erpnext', settings, scratch: { mysql: server } },
      async before(databases) {
        const url = databases.get('erp')?.connection?.url;
        if (typeof url !== 'string') throw new Error('There is no database.');
        login = new URL(url);
        const database = login.pathname.slice(1);
        const grantStatements = text
          .replaceAll('erpnext.`', `${database}.\``)
          .replaceAll("'middleware'@'10.0.0.%'", `'${user}'@'%'`)
          .replace('a long password', password);
        await onMysql(server, (run) => run(grantStatements));
        login.username = user;
        login.password = password;
        return new Map([['erp', { url: login.href }]]);
      },
    });
  });
  afterAll(async () => {
    await served?.close();
    await onMysql(server, (run) => run(`DROP USER IF EXISTS '${user}'@'%'`));
  });

  it.each(Object.entries(calls))('are enough for %s', async (path, fields) => {
    const { reply } = await served.caller.post(path, fields);
    expect(reply).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('let it change nothing, and not read the tables of the double', async () => {
    await onMysql(login.href, async (run) => {
      const denied = expect.objectContaining({ message: expect.stringContaining('denied') });
      await expect(run('DELETE FROM tabCustomer WHERE 1 = 0')).rejects.toEqual(denied);
      await expect(run('UPDATE `tabSales Invoice` SET po_no = po_no WHERE 1 = 0')).rejects.toEqual(denied);
      await expect(run('SELECT 1 FROM `tabPricing Rule`')).rejects.toEqual(denied);
    });
  });
});
