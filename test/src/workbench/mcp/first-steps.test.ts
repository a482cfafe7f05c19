/** What an assistant can do before there is a profile, and what its tools say of tests that were not run. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, it } from 'vitest';
import { assistantHere, createComptoir } from './client.ts';
import { folderOf, opened } from './hostile-comptoir.ts';

it('tables of the named database are shown before there is a profile, with masked rows', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-')));
  createComptoir(join(folder, 'comptoir.sqlite'));
  const { use } = await assistantHere(folder, ['comptoir', '--file', 'comptoir.sqlite']);
  const tables = await use('describe_tables', { names: ['CLIENT'] });
  expect([tables.failed, tables.data]).toEqual([false, expect.stringContaining('RAISOC VARCHAR(60) NOT NULL')]);
  const rows = await use('sample_rows', { table: 'CLIENT' });
  expect(rows.data).toContain('"C001"');
  expect(rows.text).not.toMatch(/girard/i);
  expect(existsSync(join(folder, 'comptoir/profile.yaml'))).toBe(false);
});

it('views are shown as tables are, with masked rows', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-')));
  const file = join(folder, 'comptoir.sqlite');
  createComptoir(file);
  const database = new SqliteDatabase(file);
  database.exec('CREATE VIEW clients_actifs AS SELECT NOCLI, RAISOC AS nom FROM CLIENT');
  database.close();
  const { use } = await assistantHere(folder, ['comptoir', '--file', file]);
  const { data } = await use('describe_tables', { search: 'actifs' });
  expect(data).toContain('erp: clients_actifs (view)');
  const rows = await use('sample_rows', { table: 'clients_actifs' });
  expect(rows.data).toContain('"C001"');
  expect(rows.text).not.toMatch(/girard/i);
});

it('a proposal is made again with named tables, unless something of it was changed', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-')));
  createComptoir(join(folder, 'comptoir.sqlite'));
  const { use } = await assistantHere(folder, ['comptoir', '--file', 'comptoir.sqlite']);
  const [proposal, profile] = [join(folder, 'comptoir'), join(folder, 'comptoir/profile.yaml')];
  const propose = (tables = {}) => use('propose', { clock: 'Europe/Paris', tables });
  expect((await propose()).failed).toBe(false);
  const first = readFileSync(profile, 'utf8');

  const unknown = await propose({ customer: 'KUNDE' });
  expect([unknown.failed, unknown.text]).toEqual([true, expect.stringContaining('no table "KUNDE"')]);
  expect(readFileSync(profile, 'utf8')).toBe(first);

  expect((await propose({ order: 'none', invoice: 'none' })).failed).toBe(false);
  const second = readFileSync(profile, 'utf8');
  expect([first.includes('unavailable:'), second.includes('unavailable:')]).toEqual([false, true]);
  expect(readdirSync(folder).toSorted()).toEqual(['comptoir', 'comptoir.sqlite']);

  writeFileSync(join(proposal, '.env'), 'COMPTOIR_FILE=other.sqlite\n');
  const other = await propose();
  expect([other.failed, other.text]).toEqual([true, expect.stringContaining('while no file of it has been changed')]);
  expect([readFileSync(profile, 'utf8'), existsSync(join(proposal, '.env'))]).toEqual([second, true]);
});

it('tests that were not run have not passed', async () => {
  const { use } = await opened(folderOf());
  expect((await use('test')).text).toMatch(/^Not passed[\s\S]*There are no cases/);
  const { failed, text } = await use('conformance');
  expect([failed, text]).toEqual([true, expect.stringMatching(/^Nothing was run/)]);
});

it('the open questions of a proposed profile are a list of tasks, those first that most fields depend on', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-')));
  createComptoir(join(folder, 'comptoir.sqlite'));
  const { use } = await assistantHere(folder, ['comptoir', '--file', 'comptoir.sqlite']);
  await use('propose', { clock: 'Europe/Paris', sample: 0 });
  const { failed, data } = await use('open_questions', { first: 200 });
  const counts = [...data.matchAll(/^ +(\d+) fields: /gm)].map(([, count]) => Number(count));
  expect([failed, counts.length > 5, counts]).toEqual([false, true, counts.toSorted((one, other) => other - one)]);
  expect(data).toMatch(/^1\. .+\n +\d+ fields: \/[\w/-]+.*\n +at profile\.yaml:\d+:\d+/m);
});
