/** `engine init` on tables with matching names and without matching columns: questions, no broken queries, no missing files. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checked, emptyFolder, type Folder, sqliteFile } from './init-folder.ts';

let folder: Folder;
afterEach(() => folder.remove());

const init = ['init', '--file', 'erp.sqlite', '--name', 'acme', '--seed', 'one', '--yes'];

it('a table without a usable column gives a query of open places, not one without SELECT', async () => {
  folder = emptyFolder();
  const tables = `
    create table customer (a1 integer, a2 integer, primary key (a1, a2));
    create table invoice (b1 integer, b2 integer, primary key (b1, b2));
    create table customer_entry (c1 integer, c2 integer, foreign key (c1, c2) references customer);
    insert into customer values (1, 2); insert into invoice values (3, 4); insert into customer_entry values (1, 2);`;
  sqliteFile(join(folder.path, 'erp.sqlite'), [tables]);
  const { status, out, err } = await folder.run(...init);
  expect([status, err]).toEqual([0, '']);
  const { endpoints } = parse(folder.text('acme', 'profile.yaml'));
  expect(endpoints['/debtors/list'].query).toMatch(/^SELECT NULL \/\*\? \*\/ AS erpDebtorId,[\s\S]*\nFROM customer t /);
  expect(folder.text('acme', 'profile.yaml')).not.toMatch(/query: \|\s+FROM/);
  expect((await checked(folder, 'acme/profile.yaml')).codes).toEqual(['MAP284']);
  expect(out).not.toContain('cases/first.yaml');
  expect(existsSync(join(folder.path, 'acme', 'cases', 'first.yaml'))).toBe(false);
});

it('cases that were removed, because none of them got an answer, are not listed as written', async () => {
  folder = emptyFolder();
  // An answer cannot have bytes. The two places are a question of the search, so that only the list of debtors is complete.
  const tables = `
    create table customer (id blob primary key, name text, email text, city text, town text);
    insert into customer values (x'ff00', 'Nordwind GmbH', 'post@nordwind.test', 'Kiel', 'Kiel');`;
  sqliteFile(join(folder.path, 'erp.sqlite'), [tables]);
  const { status, out } = await folder.run(...init);
  expect(status).toBe(0);
  const file = existsSync(join(folder.path, 'acme', 'cases', 'first.yaml'));
  expect(file).toBe(out.includes('cases/first.yaml'));
  expect(file).toBe(out.includes('engine test'));
  expect(out).toContain('0 cases pass over the fixture.');
});
