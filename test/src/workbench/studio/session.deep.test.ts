/** What a session of the studio adds to the profile: values of settings, calls over the fixture, and calls beside faults. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { shopContract, shopFolder } from './shop.ts';
import { openStudio } from './studio.ts';

const search = (query: string) => ({ endpoint: '/catalog/customers/search', body: JSON.stringify({ query }) });

it('values of settings count for the session, and are in no answer', async () => {
  const folder = shopFolder();
  const { call } = await openStudio(folder, { contract: shopContract });
  const other = new Database(join(folder, 'other.sqlite'));
  other.exec(readFileSync(join(folder, 'fixture/schema.sql'), 'utf8'));
  other.exec("INSERT INTO customer VALUES ('K-9', 'Kanari', 'Kiel', 0)");
  other.close();
  expect((await call('call', search('anna'))).text).toContain('K-1');
  expect(
    (await call('changeSettings', { values: { SHOP_FILE: 'other.sqlite', SHOP_TOKEN: 'secret-17' } })).status,
  ).toBe(200);
  const project = await call('project', {});
  expect(project.answer).toMatchObject({
    settings: [
      { name: 'file', from: 'session' },
      { name: 'token', from: 'session' },
    ],
  });
  expect(project.text).not.toMatch(/other\.sqlite|secret-17/);
  expect((await call('call', search('kanari'))).text).toContain('K-9');
  expect((await call('changeSettings', { values: { SHOP_FILE: null } })).status).toBe(200);
  expect((await call('call', search('anna'))).text).toContain('K-1');
  const refused = await call('changeSettings', { values: { PATH: '/' } });
  expect(refused).toMatchObject({ status: 422, answer: { error: 'The profile has no setting for PATH.' } });
});

it('a call over the fixture reaches no ERP', async () => {
  const folder = shopFolder();
  const { call } = await openStudio(folder, {
    contract: shopContract,
    env: { SHOP_FILE: join(folder, 'profile.yaml') },
  });
  // A file that is no database.
  expect((await call('call', search('anna'))).text).not.toContain('K-1');
  const over = await call('call', { ...search('anna'), fixture: true });
  expect(over.answer).toMatchObject({ kind: 'ran', status: 200, answer: expect.stringContaining('Anna & Sons') });
  const again = await call('call', { ...search('zoe'), fixture: true });
  expect(again.answer).toMatchObject({ kind: 'ran', status: 200, answer: '{"schemaVersion":"1","hits":[]}' });
});

it('an endpoint runs while another one has faults, and with what has been corrected', async () => {
  const folder = shopFolder();
  const file = join(folder, 'profile.yaml');
  const text = readFileSync(file, 'utf8');
  const credit = { endpoint: '/credit/customer', body: '{"customerErpId":"K-1"}' };
  const { call } = await openStudio(folder, { contract: shopContract });
  expect((await call('call', search('anna'))).answer).toMatchObject({ status: 200, elsewhere: 0 });
  for (const faulty of ['FROM customer WHERE no = :customer', 'FROM custmer WHERE no = :customerErpId']) {
    writeFileSync(file, text.replace('FROM customer WHERE no = :customerErpId', faulty));
    expect((await call('call', search('anna'))).answer).toMatchObject({ status: 200, elsewhere: 1 });
    expect((await call('call', credit)).answer).toMatchObject({ kind: 'refused', elsewhere: 0, findings: [{}] });
    expect((await call('call', search('anna'))).answer).toMatchObject({ status: 200, elsewhere: 1 });
  }
  writeFileSync(file, text);
  expect((await call('call', credit)).answer).toMatchObject({ status: 200, elsewhere: 0 });
  expect((await call('call', search('anna'))).answer).toMatchObject({ status: 200, elsewhere: 0 });
});

it('the requests of the cases of an endpoint can be called by name', async () => {
  const { call } = await openStudio(shopFolder(), { contract: shopContract });
  const titles = ['a blocked customer is not found', 'Anna lives in Bonn'];
  expect((await call('caseRequests', { endpoint: '/catalog/customers/search' })).answer).toEqual({
    cases: [
      { title: titles[0], request: '{"query":"zoe"}' },
      { title: titles[1], request: '{"query":"anna"}' },
    ],
  });
  expect((await call('caseRequests', { endpoint: '/credit/customer' })).answer).toEqual({ cases: [] });
});

it('a profile that extends another one is called over the fixture of its base, with the requests of its cases', async () => {
  const base = shopFolder();
  const folder = join(base, 'north');
  mkdirSync(folder);
  writeFileSync(join(folder, 'profile.yaml'), 'profile: north\nextends: ../profile.yaml\n');
  const { call } = await openStudio(folder, { contract: shopContract, env: { SHOP_FILE: join(base, 'profile.yaml') } });
  expect((await call('project', {})).answer).toMatchObject({ hasFixture: true, hasBases: true });
  const over = await call('call', { ...search('anna'), fixture: true });
  expect(over.answer).toMatchObject({ kind: 'ran', status: 200, answer: expect.stringContaining('Anna & Sons') });
  const { answer } = await call('caseRequests', { endpoint: '/catalog/customers/search' });
  expect(answer).toMatchObject({ cases: [{ request: '{"query":"zoe"}' }, { request: '{"query":"anna"}' }] });
});
