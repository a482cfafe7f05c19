/** `engine writes` of a profile whose claims are in the store, called without a store, or with an unused one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/service/state/store.ts';
import { folderWith } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

const profile = join(import.meta.dirname, '../../support/kontor-api/profile.yaml');
const env = { KONTOR_API: 'http://127.0.0.1:9', KONTOR_TOKEN: 'token' };
const writes = (cwd: string, ...args: readonly string[]) =>
  runHere(['writes', ...args, '--profile', profile], { env, cwd });

it('says which store it has looked for, and that there is none; none is made', async () => {
  const cwd = folderWith({});
  const store = join(cwd, 'engine-store.sqlite');
  const listed = await writes(cwd, 'list');
  expect(listed).toMatchObject({ status: 0, out: '' });
  expect(listed.err).toContain(`There is no store at ${store}, or no service has stored writes in it.`);
  expect(JSON.parse((await writes(cwd, 'list', '--format', 'json')).out)).toMatchObject({
    store: { address: store, kept: false },
  });
  const shown = await writes(cwd, 'show', '/sale-draft', 'PO-1');
  expect(shown.status).toBe(1);
  expect(shown.err).toContain(`There is no store at ${store}`);
  expect(existsSync(store)).toBe(false);
});

it('says which store it is that holds nothing', async () => {
  const cwd = folderWith({});
  const file = join(cwd, 'other.sqlite');
  const opened = await openStore({ address: { kind: 'file', file }, emit: () => undefined, now: Date.now });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  await opened.store.close();
  const listed = await writes(cwd, 'list', '--store', file);
  expect(listed).toMatchObject({ status: 0, err: '', out: `Nothing was written. The store is ${file}.\n` });
});
