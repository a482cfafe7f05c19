/** What an assistant can do before there is a profile, and what its tools say of tests that were not run. */
import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  await use('propose', { title: 'Comptoir', clock: 'Europe/Paris', sample: 0 });
  const { failed, data } = await use('open_questions', { first: 200 });
  const counts = [...data.matchAll(/^ +(\d+) fields: /gm)].map(([, count]) => Number(count));
  expect([failed, counts.length > 5, counts]).toEqual([false, true, counts.toSorted((one, other) => other - one)]);
  expect(data).toMatch(/^1\. .+\n +\d+ fields: \/[\w/-]+.*\n +at profile\.yaml:\d+:\d+/m);
});
