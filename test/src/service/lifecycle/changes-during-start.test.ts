/** Files that change after the start has read them, and before the service listens. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openEngine } from '../../../../engine/index.ts';
import { completed } from '../../../support/check-profile.ts';
import { serveHere } from '../observability/admin/serve-here.ts';
import { folderWith, until } from '../server/fixture.ts';
import { keyFor } from './shops.ts';

const profile = completed(`
profile: shop
contract: "1"
sources:
  erp:
    sql: sqlite
    connection: { file: shop.sqlite, create: [shop.sql] }
    clock: Europe/Berlin
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT id AS erpId, name AS erpName FROM customer
`);
const company = (name: string): string => `{ path: /${name}, envFile: ../${name}.env }\n`;

/** Serves `nord` and `ost` of a folder. Changes files when both have been compiled, and asks a service with its key then. */
async function serveChanged(
  top: string,
  change: (write: (name: string, text: string) => void, folder: string) => void,
) {
  const folder = folderWith({
    'engine.yaml': `profile: ./shop.yaml\nservicesFolder: companies\n${top}`,
    'shop.sql':
      "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL); INSERT INTO customer VALUES (7, 'Ada');",
    'shop.yaml': profile,
    'companies/nord.yaml': company('nord'),
    'companies/ost.yaml': company('ost'),
    ...Object.fromEntries(['nord', 'ost', 'west'].map((name) => [`${name}.env`, `ENGINE_KEY=${keyFor(name)}\n`])),
  });
  let compiled = 0;
  const served = await serveHere(folder, [], {
    env: { ENGINE_KEY: '' },
    async openEngine(input) {
      const opened = await openEngine(input);
      compiled += 1;
      if (compiled === 2) change((name, text) => writeFileSync(join(folder, name), text), folder);
      return opened;
    },
  });
  return async (name: string, key = keyFor(name)): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await fetch(`${served.url}/${name}/catalog/customers/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"schemaVersion":"1","query":"ada"}',
    });
    return { status: response.status, text: await response.text() };
  };
}

it('a key that is replaced during the start is refused, and the new one is valid', async () => {
  const ask = await serveChanged('', (write) => write('nord.env', `ENGINE_KEY=${keyFor('second')}\n`));
  await until(async () => (await ask('nord')).status === 401);
  expect((await ask('nord', keyFor('second'))).status).toBe(200);
  expect((await ask('ost')).status).toBe(200);
});

it('with watch, a profile that is changed during the start is reloaded, and companies that are added and removed then apply', async () => {
  const ask = await serveChanged('watch: true\n', (write, folder) => {
    write('shop.yaml', profile.replace('name AS erpName', 'UPPER(name) AS erpName'));
    write('companies/west.yaml', company('west'));
    rmSync(join(folder, 'companies/ost.yaml'));
  });
  await until(async () => (await ask('nord')).text.includes('"ADA"'));
  await until(async () => (await ask('west')).text.includes('"ADA"'));
  await until(async () => (await ask('ost')).status === 404);
});
