/** The real service over an ERP with an HTTP API, with a store of its own that is replaced by an older copy. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type KontorApi, startKontorApi } from '../../support/kontor-api/server.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { draftOf, profileText } from './bench.ts';

const key = 'a-key-for-tests-alone-0123456789';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const folder = mkdtempSync(join(tmpdir(), 'engine-http-restored-'));
const profile = join(folder, 'profile.yaml');
const store = join(folder, 'store.sqlite');
const backup = join(folder, 'backup.sqlite');
let api: KontorApi | undefined;
let service: Program | undefined;

afterAll(async () => {
  await service?.kill();
  await api?.close();
  rmSync(folder, { recursive: true });
});

async function draft(poNumber: string): Promise<unknown> {
  const body = JSON.stringify({ schemaVersion: '1', ...draftOf(poNumber) });
  const response = await fetch(`${service?.baseUrl}/sale-draft`, { method: 'POST', headers, body });
  const answer: unknown = await response.json();
  return response.status === 200 ? answer : { status: response.status, answer };
}

const start = () => startProgram(profile, { ENGINE_KEY: key, ENGINE_STORE: store });

it('repeats of writes that an older copy of the store lacks are answered with the documents of the ERP', async () => {
  api = await startKontorApi();
  writeFileSync(profile, profileText(api.url, api.token));
  service = await start();
  const numbers = ['PO-2026/0041', 'PO-2026/0042', 'PO-2026/0043'];
  const first: unknown[] = [await draft('PO-2026/0041')];
  await service.stop();
  copyFileSync(store, backup);
  service = await start();
  first.push(await draft('PO-2026/0042'), await draft('PO-2026/0043'));
  await service.stop();
  for (const end of ['', '-wal', '-shm']) rmSync(`${store}${end}`, { force: true });
  copyFileSync(backup, store);
  service = await start();
  expect(await Promise.all(numbers.map(draft))).toEqual(first);
  const orders = api.database.prepare("SELECT po_ref AS ref FROM sales_order WHERE po_ref LIKE 'PO-2026/%' ORDER BY 1");
  expect(orders.all()).toEqual(numbers.map((ref) => ({ ref })));
});
