/** Clocks that are settings. */
import { expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';

const profile = `profile: p
contract: "1"
settings: { zone: { env: ZONE, default: Europe/Paris } }
sources:
  erp: { sql: sqlite, connection: { file: x }, clock: "\${zone}" }
endpoints:
  /debtors/list: { query: "SELECT 1 AS erpDebtorId, 2 AS name", page: { key: [erpDebtorId] } }
`;
const codesOf = async (text: string, environment: Readonly<Record<string, string>> = {}): Promise<readonly string[]> =>
  (await checkProfile(text, 'profile.yaml', contract, environment)).map(({ code }) => code);

it('a clock that is a setting is the time zone that it is set to', async () => {
  const plain = await codesOf(profile);
  expect(plain).not.toContain('MAP224');
  expect(plain).not.toContain('MAP205');
  expect(await codesOf(profile, { ZONE: 'Mars/Base' })).toContain('MAP224');
  expect(await codesOf(profile.replace('zone}', 'zoon}'))).toEqual(expect.arrayContaining(['MAP201']));
});

it('so is one of what tells changes, in an endpoint or a read of it', async () => {
  const text = profile
    .replace('clock: "${zone}"', 'clock: UTC')
    .replace('debtors/list: {', 'invoices/list: { since: { by: changed, clock: "${zone}" },');
  expect(await codesOf(text)).not.toContain('MAP224');
  expect(await codesOf(text)).not.toContain('MAP205');
  expect(await codesOf(text, { ZONE: 'Mars/Base' })).toContain('MAP224');
  expect(await codesOf(text.replace('zone}', 'zoon}'))).toContain('MAP201');
  const read = text.replace(/\{ (since: \{.*?\}), query: ("[^"]*"), /, '{ union: [{ $1, query: $2 }], ');
  expect(read).toContain('union');
  expect(await codesOf(read, { ZONE: 'Mars/Base' })).toContain('MAP224');
  expect(await codesOf(read.replace('zone}', 'zoon}'))).toContain('MAP201');
});
