/** A scripted client takes the tutorial's database from nothing to conformance, through the tools of `engine mcp` alone, on the real program. */
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMap, parseDocument } from 'yaml';
import { blocksOf } from '../../../docs/blocks.ts';
import { stepsOf } from '../../../docs/steps.ts';
import { type Assistant, assistantOf, contentOf, createComptoir, root } from './client.ts';

const example = (name: string): string => readFileSync(join(root, 'examples/tutorial', name), 'utf8');

/** The files of the tutorial as its pages leave them, and the blocks that go into its profile. */
const pages = [
  '1-first-endpoint',
  '2-catalogue-and-prices',
  '3-orders-and-invoices',
  '4-writes',
  '5-proof-and-service',
];
const steps = pages.flatMap((page) => stepsOf(blocksOf(`docs/tutorial/${page}.md`)));

const fileOf = (name: string): string =>
  steps.find((step) => step.does === 'write' && step.path === `comptoir/${name}`)?.text ?? '';

/**
 * The profile of the tutorial. It connects as the proposal does: `proposed` is its text. The settings of the tutorial are added to those of the
 * proposal.
 */
function finishedProfile(proposed: string): string {
  const [proposal, written] = [parseDocument(proposed), parseDocument(fileOf('profile.yaml'))];
  const changes = steps.flatMap((step) => (step.does === 'change' ? [parseDocument(step.text).contents] : []));
  for (const contents of changes) {
    if (!isMap(contents)) throw new Error('A block of the tutorial is no map.');
    for (const { key, value } of contents.items) {
      const name = String(key);
      written.setIn(name.startsWith('/') ? ['endpoints', name] : [name], value);
    }
  }
  written.setIn(['sources', 'erp', 'connection'], proposal.getIn(['sources', 'erp', 'connection']));
  for (const name of ['db_file']) written.setIn(['settings', name], proposal.getIn(['settings', name]));
  return written.toString({ lineWidth: 0 });
}

async function write({ use }: Assistant, path: string, text: string): Promise<void> {
  const read = await use('read_file', { path });
  const version = /version ([\da-f]+)/.exec(read.text)?.[1] ?? null;
  const { failed, text: said } = await use('write_file', { path, text, version });
  expect([failed, said]).toEqual([false, expect.stringContaining('is written')]);
}

it('goes from the tables to passing checks', { timeout: 600_000 }, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-mcp-tutorial-')));
  const database = join(folder, 'comptoir.sqlite');
  createComptoir(database);
  const before = contentOf(database);
  const assistant = await assistantOf(folder, ['comptoir', '--file', 'comptoir.sqlite']);
  const { use } = assistant;

  expect((await use('profile_status')).text).toContain('Call `propose`');
  const proposed = await use('propose', { clock: 'Europe/Paris', sample: 0 });
  expect([proposed.failed, proposed.data]).toEqual([false, expect.stringContaining('11 tables read')]);
  const open = await use('profile_status');
  expect(open.data).toContain('/pricing/resolve');

  // What the assistant looks at: names and contacts are invented, codes are not.
  const tables = await use('describe_tables', { search: 'client' });
  expect(tables.data).toContain('RAISOC VARCHAR(60) NOT NULL');
  const sample = await use('sample_rows', { table: 'CLIENT' });
  expect(sample.data).toContain('"C001"');
  expect(sample.data).not.toMatch(/Girard|Étoile|Lefèvre|girard/i);

  const profile = (await use('read_file', { path: 'profile.yaml' })).data;
  await write(assistant, 'profile.yaml', finishedProfile(profile));
  for (const name of ['schema.sql', 'data.sql']) await write(assistant, `fixture/${name}`, example(name));
  for (const name of ['prices', 'documents'])
    await write(assistant, `cases/${name}.yaml`, fileOf(`cases/${name}.yaml`));

  const checked = await use('check', { connect: true });
  expect(checked.text).toContain('0 errors');

  // The figures of page 2 and page 4.
  const price = await use('run', {
    endpoint: '/pricing/resolve',
    request: { customerErpId: 'C001', productErpId: 'M-100' },
  });
  expect(price.data).toContain('"systemUnitPrice":16,"source":"customer price"');
  const draft = await use('rehearse', { endpoint: '/sale-draft', request: JSON.parse(fileOf('draft.json')) });
  expect(draft.text).toContain('Everything was rolled back');
  expect(draft.data).toMatch(/erp, CDE: would change\n {2}\+ 1 rows/);
  const origin = await use('lineage', { field: '/catalog/customers/search.erpName' });
  expect(origin.data).toContain('CLIENT.RAISOC');

  const tested = await use('test');
  expect(tested.data).toContain('9 passed, 0 failed');
  const conformance = await use('conformance');
  expect(conformance.data).toMatch(/\d{2,} passed, 0 failed/);
  expect(conformance.text).toContain('Passed.');
  const mutants = await use('mutate', { endpoint: '/pricing/resolve', sample: 1 });
  expect(mutants.failed).toBe(false);

  expect(contentOf(database)).toEqual(before);
});
