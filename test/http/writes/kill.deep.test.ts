/**
 * The real service in two processes with one store: one is killed while the ERP executes its write, and the other
 * completes it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPlace, type Place, servers } from '../../src/service/state/stores.ts';
import { type KontorApi, startKontorApi } from '../../support/kontor-api/server.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { draftOf, profileText } from './bench.ts';

const key = 'a-key-for-tests-alone-0123456789';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const folder = mkdtempSync(join(tmpdir(), 'engine-http-kill-'));
let api: KontorApi;
let place: Place;
let services: Program[] = [];

async function send(service: Program | undefined, poNumber: string): Promise<{ status: number; text: string }> {
  const body = JSON.stringify({ schemaVersion: '1', ...draftOf(poNumber) });
  const response = await fetch(`${service?.baseUrl}/sale-draft`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

beforeAll(async () => {
  const [dialect] = servers;
  if (dialect === undefined) throw new Error('There is no database that replicas can share.');
  place = await freshPlace(dialect);
  api = await startKontorApi();
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, profileText(api.url, api.token));
  const environment = { ENGINE_KEY: key, ENGINE_STORE: place.text, ENGINE_REPLICAS: '2' };
  services = await Promise.all([startProgram(file, environment), startProgram(file, environment)]);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await api?.close();
  await place?.drop();
  rmSync(folder, { recursive: true });
});

it('a document of a process that was killed before the answer is answered by the other replica as soon as it is known', async () => {
  const [first, second] = services;
  const committed = Promise.withResolvers<void>();
  api.intercept.push(({ method, url }, response, answer) => {
    if (method !== 'POST' || url !== '/api/SalesOrders') return false;
    // The order is made, and whoever asked for it is killed before it hears of it.
    Object.assign(response, {
      end: () => {
        committed.resolve();
        return response;
      },
    });
    void answer();
    return true;
  });
  const lost = send(first, 'PO-KILL').catch(() => undefined);
  await committed.promise;
  await first?.kill();
  expect(await lost).toBeUndefined();
  let reply = await send(second, 'PO-KILL');
  for (let tries = 0; reply.status === 503 && tries < 20; tries += 1) reply = await send(second, 'PO-KILL');
  expect(reply.status).toBe(200);
  const ids = api.database.prepare("SELECT order_id AS id FROM sales_order WHERE po_ref = 'PO-KILL'").all();
  expect(ids).toEqual([{ id: Number(JSON.parse(reply.text).saleId) }]);
});
