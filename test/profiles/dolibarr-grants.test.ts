/** The grants that the profile for Dolibarr ships: everything works with them, and nothing else can be read or written. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onMysql, type RunText } from '../../src/workbench/testing/servers/mysql-client.ts';
import { root } from '../src/cli/here.ts';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { calls } from './dolibarr-calls.ts';
import { type Served, serve } from './served.ts';

describe.skipIf(!hasMysql)('the grants for Dolibarr', () => {
  const server = providedUrl('mysqlUrl');
  const password = randomBytes(12).toString('hex');
  const user = `grants_${randomBytes(4).toString('hex')}`;
  let served: Served;
  let login: URL;
  let tables: readonly string[];

  beforeAll(async () => {
    const text = readFileSync(join(root, 'profiles', 'dolibarr', 'grants.sql'), 'utf8');
    served = await serve({
      ...{ name: 'dolibarr', settings: { draft_customer: '10' }, scratch: { mysql: server } },
      async before(databases) {
        const erp = databases.get('erp');
        const url = erp?.connection?.url;
        if (erp === undefined || typeof url !== 'string') throw new Error('There is no database.');
        // What checks the drafts of the cases is no part of Dolibarr.
        await erp.run('DROP TRIGGER llx_written; DROP TABLE llx_expected_line, llx_expected_order');
        // A table that holds secrets, and is none of the profile's.
        await erp.run('CREATE TABLE llx_user (rowid int PRIMARY KEY, pass_crypted varchar(128))');
        tables = (await erp.run('SHOW TABLES')).flatMap((row) => Object.values(row).filter((name) => name !== null));
        login = new URL(url);
        const database = login.pathname.slice(1);
        const grantStatements = text
          .replaceAll('dolibarr.', `${database}.`)
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

  it('let it write drafts and its own table, and nothing else', async () => {
    // Rights are looked at first: what is refused for another reason would have been allowed.
    const may = (run: RunText, sql: string): Promise<boolean> =>
      run(sql).then(
        () => true,
        (error: unknown) => !(error instanceof Error && /denied/.test(error.message)),
      );
    const allowed = await onMysql(login.href, async (run) => {
      const permitted: string[] = [];
      for (const table of [...tables, 'engine_claims']) {
        const id = table === 'engine_claims' || table === 'llx_c_paiement' ? 'id' : 'rowid';
        const attempts = {
          read: `SELECT 1 FROM ${table} WHERE 1 = 0`,
          insert: `INSERT INTO ${table} (${id}) SELECT NULL FROM DUAL WHERE 1 = 0`,
          update: `UPDATE ${table} SET ${id} = ${id} WHERE 1 = 0`,
          delete: `DELETE FROM ${table} WHERE 1 = 0`,
          alter: `ALTER TABLE ${table} COMMENT 'x'`,
        };
        for (const [what, sql] of Object.entries(attempts)) if (await may(run, sql)) permitted.push(`${what} ${table}`);
      }
      for (const column of ['fk_statut', 'fk_soc', 'ref_client', 'entity'])
        if (await may(run, `UPDATE llx_commande SET ${column} = ${column} WHERE 1 = 0`))
          permitted.push(`update ${column}`);
      if (await may(run, 'CREATE TABLE llx_mine (a int)')) permitted.push('create');
      return permitted;
    });
    const read = tables.filter((table) => table !== 'llx_user').map((table) => `read ${table}`);
    const written = ['insert llx_commande', 'insert llx_commandedet', 'insert engine_claims', 'update engine_claims'];
    expect(allowed.toSorted()).toEqual([...read, ...written, 'read engine_claims'].toSorted());
  });
});
