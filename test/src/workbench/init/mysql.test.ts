/** `engine init` on an invented French ERP without any declared foreign key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hasMysql } from '../../../support/dialects.ts';
import { freshMysqlDatabase } from '../../../support/mysql-database.ts';
import { checked, emptyFolder, type Folder } from './init-folder.ts';

describe.skipIf(!hasMysql)('a French ERP on MySQL or MariaDB', () => {
  let folder: Folder;
  let drop = async (): Promise<void> => undefined;
  beforeAll(async () => {
    const database = await freshMysqlDatabase();
    drop = async () => database.drop();
    await database.run(readFileSync(join(import.meta.dirname, 'gestion.sql'), 'utf8'));
    folder = emptyFolder({ GESTION_DB_URL: database.url });
    const { status, err } = await folder.run('init', '--url', database.url, '--name', 'gestion', '--yes');
    expect([status, err]).toEqual([0, '']);
  });
  afterAll(async () => {
    folder.remove();
    await drop();
  });

  it('finds keys and columns by French names', () => {
    const { endpoints } = parse(folder.text('gestion', 'profile.yaml'));
    const sure = Object.keys(endpoints).filter(
      (path) => endpoints[path].decide === undefined && !JSON.stringify(endpoints[path]).includes('/*?'),
    );
    expect(sure.sort()).toEqual([
      '/catalog/customers/addresses',
      '/catalog/customers/search',
      '/catalog/products/by-sku',
      '/catalog/products/search',
      '/customer-invoices/list',
      '/debtors/list',
      '/invoices/list',
      '/payments/list',
    ]);
    const { query } = endpoints['/customer-invoices/list'];
    for (const part of ['i.numero_facture AS invoiceNumber', 'c.devise AS currency', 'i.restant AS amountOpen'])
      expect(query).toContain(part);
    expect(endpoints['/catalog/customers/search'].query).toContain("c.bloque = 'N'");
  });

  it('leaves only questions, cases that pass, and no free texts of users', async () => {
    expect((await checked(folder, '--connect', 'gestion/profile.yaml')).codes).toEqual(['MAP284']);
    const { status, out } = await folder.run('test', '--strict', 'gestion/profile.yaml');
    expect([status, out.split('\n').at(-2)]).toEqual([0, '9 passed, 0 failed.']);
    const data = folder.text('gestion', 'fixture', 'data.sql');
    for (const word of ['Boulangerie', 'rue du Port', 'ete.test', 'Petit', 'Müller']) expect(data).not.toContain(word);
  });
});
