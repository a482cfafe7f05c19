/** The views of the studio while a part of the profile has faults: what does not need the part is shown and runs, over the fixture only. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { shopContract, shopFolder } from './shop.ts';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

/** A studio of the shop with another text in its profile. */
function openChanged(from: string, to: string): Promise<StudioUnderTest> {
  const folder = shopFolder();
  const file = join(folder, 'profile.yaml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  return openStudio(folder, { contract: shopContract, env: { SHOP_FILE: join(folder, 'shop.sqlite') } });
}

const crm = 'sources:\n  crm:\n    http: "https://crm.example\n    timeout: 5s\n';

async function statesOf(studio: StudioUnderTest): Promise<readonly (readonly [string, string, string | undefined])[]> {
  const { rows } = operations.board.answer.parse((await studio.call('board', {})).answer);
  return rows.map(({ path, state, reason }) => [path, state, reason]);
}

it('the views show what does not need a source that is not valid YAML', async () => {
  const studio = await openChanged('sources:\n', crm);
  expect(await statesOf(studio)).toEqual([
    ['/health', 'service', undefined],
    ['/catalog/customers/search', 'provided', undefined],
    ['/credit/customer', 'provided', undefined],
  ]);
  expect((await studio.call('project', {})).answer).toMatchObject({ title: 'A shop' });
  const lineage = operations.lineage.answer.parse(
    (await studio.call('lineage', { endpoint: '/catalog/customers/search' })).answer,
  );
  expect([lineage.fields.length, lineage.findings]).toEqual([3, []]);
  expect((await studio.call('tables', {})).text).toContain('"customer"');
});

it('the board says which endpoint has the fault, and why', async () => {
  const studio = await openChanged('query: SELECT 5000.25', "query: 'SELECT 5000.25");
  expect(await statesOf(studio)).toEqual([
    ['/health', 'service', undefined],
    ['/catalog/customers/search', 'provided', undefined],
    ['/credit/customer', 'unknown', expect.stringMatching(/YAML|quoted/)],
  ]);
});

it.each([
  ['is not valid YAML', crm],
  ['has an unknown key', 'sources:\n  crm: { htp: https://crm.example }\n'],
])('cases run over the fixture and not in the ERP, where a source %s', async (_what, sources) => {
  const studio = await openChanged('sources:\n', sources);
  await studio.call('prove', { kind: 'cases' });
  const cases = await vi.waitFor(
    async () => {
      const [proof] = operations.proofs.answer.parse((await studio.call('proofs', {})).answer).proofs;
      if (proof === undefined || proof.status === 'running') throw new Error('It is running.');
      return proof;
    },
    { timeout: 120_000, interval: 50 },
  );
  expect(cases.entries.map(({ verdict, title }) => [verdict, title])).toEqual([
    ['passed', 'a blocked customer is not found'],
    ['failed', 'Anna lives in Bonn'],
  ]);
  expect(existsSync(join(studio.folder, 'shop.sqlite'))).toBe(false);
});

it.each([
  ['SQL that the database refuses', 'WHERE o.state > 5', 'WHERE o.condition > 5'],
  ['a key that does not exist', '  /credit/customer:\n', '  /credit/customer:\n    querry: SELECT 1\n'],
  ['YAML that cannot be parsed', '  /credit/customer:\n', '  /credit/customer: "\n'],
])('a call makes a case while another endpoint has %s', async (_what, right, wrong) => {
  const folder = profileCopy();
  const file = join(folder, 'profile.yaml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(right);
  writeFileSync(file, text.replace(right, wrong));
  const { call } = await openStudio(folder);
  const ran = await call('call', { endpoint: '/catalog/customers/search', body: '{"query":"b","limit":3}' });
  const result = operations.call.answer.parse(ran.answer);
  if (result.kind !== 'ran') throw new Error(ran.text);
  expect((await call('previewCase', { call: result.number })).answer).toMatchObject({ kind: 'ready' });
});
