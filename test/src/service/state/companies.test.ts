/** Companies in the store, on each database: changes one after the other, encrypted variables, and the log of changes. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../../../engine/index.ts';
import type { CompanyStore, StoredCompany } from '../../../../src/service/state/companies.ts';
import { openOperatorStore } from '../../../../src/service/state/operator-store.ts';
import { openStore, type Store } from '../../../../src/service/state/store.ts';
import { dialects, freshPlace, type Place } from './stores.ts';

const key = (byte: number): Secret => new Secret(Buffer.alloc(32, byte).toString('base64'));
const who = { actor: 'anna', via: 'api', requestId: 'request-1' } as const;

let place: Place;
let opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
  await place.drop();
});

async function open(storeKey = key(1)): Promise<CompanyStore> {
  const store = await openStore({ address: place.address, key: storeKey, emit: () => undefined, now: Date.now });
  if (!store.ok) throw new Error(store.diagnostic.message);
  opened.push(store.store);
  return companiesOf(store.store);
}

function companiesOf({ companies }: Pick<Store, 'companies'>): CompanyStore {
  if (companies === undefined) throw new Error('The store has no companies.');
  return companies;
}

const company = (name: string, password: string, revision: number): StoredCompany => ({
  name,
  entry: JSON.stringify({ path: `/${name}`, demoSku: 'Größe 40 \u0000 🚲' }),
  keys: '[]',
  variables: { PASSWORD: new Secret(password) },
  state: 'active',
  revision,
  changedAt: 1_790_000_000_000,
});

const add = (companies: CompanyStore, name: string, password = 'a secret'): Promise<number> =>
  companies.change(async ({ insert, record, number }) => {
    await insert(company(name, password, number));
    await record({ ...who, name, action: 'added', revision: number, changedAt: number, details: '{}' });
    return number;
  });

describe.each(dialects)('companies on %s', (dialect) => {
  beforeEach(async () => {
    place = await freshPlace(dialect);
  });

  it('are read as they were written, with names of both cases, and changed and removed by their names', async () => {
    const companies = await open();
    expect([await companies.mark(), await companies.list()]).toEqual([0, []]);
    await add(companies, 'nord');
    await add(companies, 'Nord');
    const all = await companies.list();
    expect(all.map(({ name, revision }) => [name, revision])).toEqual([
      ['Nord', 2],
      ['nord', 1],
    ]);
    expect({ ...all[1], variables: all[1]?.variables?.PASSWORD?.reveal() }).toEqual({
      ...company('nord', '', 1),
      variables: 'a secret',
    });
    await companies.change(async ({ update, remove, number }) => {
      await update({ ...company('nord', 'another', number), state: 'suspended' });
      await remove('Nord');
    });
    const [left, ...others] = await companies.list();
    expect([left?.name, left?.state, left?.variables?.PASSWORD?.reveal(), others]).toEqual([
      'nord',
      'suspended',
      'another',
      [],
    ]);
    expect(await companies.mark()).toBe(3);
  });

  it('change one after the other, whoever changes them', async () => {
    const stores = dialect === 'sqlite' ? [await open()] : [await open(), await open(), await open()];
    const names = Array.from({ length: 24 }, (_, index) => `company-${index}`);
    // Each change sees all before it: the number of companies is the number of the change.
    const seen = await Promise.all(
      names.map((name, index) => {
        const companies = stores[index % stores.length];
        if (companies === undefined) throw new Error('There is no store.');
        return companies.change(async ({ list, insert, number }) => {
          const before = await list();
          await insert(company(name, 'secret', number));
          return [number, before.length + 1];
        });
      }),
    );
    expect(seen.map(([number]) => number).sort((a = 0, b = 0) => a - b)).toEqual(names.map((_, index) => index + 1));
    expect(seen.every(([number, count]) => number === count)).toBe(true);
  });

  it('leave nothing of a change that fails', async () => {
    const companies = await open();
    await add(companies, 'nord');
    const failed = companies.change(async ({ insert, remove }) => {
      await remove('nord');
      await insert(company('ost', 'secret', 2));
      throw new Error('a fault of the test');
    });
    await expect(failed).rejects.toThrow('a fault of the test');
    expect([(await companies.list()).map(({ name }) => name), await companies.mark()]).toEqual([['nord'], 1]);
  });

  it('have a log of changes, newest first, of which the old ones are deleted', async () => {
    const companies = await open();
    for (const name of ['nord', 'ost', 'west', 'nord-2']) await add(companies, name);
    await companies.change(({ record }) =>
      record({ ...who, via: 'cli', name: 'nord', action: 'removed', revision: 5, changedAt: 5, details: '{"a":1}' }),
    );
    const names = async (query: object) =>
      (await companies.audit({ limit: 10, ...query })).map(({ name, action }) => `${name} ${action}`);
    expect(await names({})).toEqual(['nord removed', 'nord-2 added', 'west added', 'ost added', 'nord added']);
    expect(await names({ company: 'nord' })).toEqual(['nord removed', 'nord added']);
    expect(await names({ since: 2, before: 4 })).toEqual(['west added', 'ost added']);
    expect(await names({ limit: 1 })).toEqual(['nord removed']);
    const [last] = await companies.audit({ limit: 1 });
    expect(last).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ name: 'nord', action: 'removed', revision: 5, changedAt: 5, details: '{"a":1}' },
      ...{ ...who, via: 'cli' },
    });
    await companies.forget(4);
    expect(await names({})).toEqual(['nord removed', 'nord-2 added']);
  });

  it('have variables that another key does not read, while commands read them with theirs', async () => {
    const companies = await open();
    await add(companies, 'nord', 'a password of the ERP');
    for (const each of opened) await each.close();
    opened = [];
    const other = await openOperatorStore(place.address, key(2));
    const same = await openOperatorStore(place.address, key(1));
    if (!other.ok || !same.ok) throw new Error('The store cannot be opened.');
    opened.push(other, same);
    const [unread] = await companiesOf(other).list();
    expect([unread?.name, unread?.variables]).toEqual(['nord', undefined]);
    const [read] = await companiesOf(same).list();
    expect(read?.variables?.PASSWORD?.reveal()).toBe('a password of the ERP');
  });
});

it('have no readable secret in the file', async () => {
  place = await freshPlace('sqlite');
  const companies = await open();
  await add(companies, 'nord', 'a password of the ERP');
  for (const each of opened) await each.close();
  opened = [];
  const bytes = readFileSync(place.text).toString('latin1');
  expect([bytes.includes('a password of the ERP'), bytes.includes('nord')]).toEqual([false, true]);
});

it('have fingerprints that depend on key, name, variable and value', async () => {
  place = await freshPlace('sqlite');
  const companies = await open();
  const value = new Secret('secret');
  const prints = [
    companies.fingerprint('nord', 'A', value),
    companies.fingerprint('nord', 'B', value),
    companies.fingerprint('ost', 'A', value),
    companies.fingerprint('nord', 'A', new Secret('Secret')),
  ];
  expect(new Set(prints).size).toBe(4);
  expect(companies.fingerprint('nord', 'A', new Secret('secret'))).toBe(prints[0]);
});
