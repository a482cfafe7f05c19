/**
 * Real services with one store, and an ERP over HTTP that creates a document for every request: connections break at
 * any byte in either direction, and services are killed at any time. Every acknowledged document exists once,
 * complete, and with one id.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPlace, type Place, servers } from '../../src/service/state/stores.ts';
import { type Random, randomFrom } from '../../src/workbench/checks/conformance/random.ts';
import { type KontorApi, startKontorApi } from '../../support/kontor-api/server.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { seed } from '../../support/seed.ts';
import { draftOf, invoiceOf, profileText } from './bench.ts';

/** Documents of each kind; each is sent by two callers at once. */
const documents = 24;
const kills = 6;
const key = 'a-key-for-tests-alone-0123456789';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

interface Sent {
  readonly path: string;
  readonly body: object;
  readonly idName: string;
  /** Ids in Kontor's database of whole documents, and how many there are in all. */
  readonly stored: () => { readonly whole: readonly unknown[]; readonly all: number };
  readonly ids: Set<string>;
}

/** A way to the API on which connections break while `stormy` says so. */
async function openWay(port: number, random: Random, stormy: () => boolean, cut: () => void): Promise<Server> {
  const server = createServer((client) => {
    const erp = connect(port, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      erp.destroy();
    };
    const broken = stormy() && random.below(2) === 0;
    const [up, left] = [random.below(2) === 0, { bytes: 1 + random.below(700) }];
    const pipe = (from: typeof client, to: typeof client, counted: boolean): void => {
      from.on('data', (bytes: Buffer) => {
        to.write(counted ? bytes.subarray(0, left.bytes) : bytes);
        if (!counted) return;
        left.bytes -= bytes.length;
        if (left.bytes > 0) return;
        cut();
        setImmediate(end);
      });
      from.on('error', end).on('close', end);
    };
    pipe(client, erp, broken && up);
    pipe(erp, client, broken && !up);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const folder = mkdtempSync(join(tmpdir(), 'engine-http-storm-'));
const profile = join(folder, 'profile.yaml');
const random = randomFrom(seed);
const told = { cuts: 0, unanswered: 0 };
let stormy = false;
let api: KontorApi;
let place: Place;
let way: Server;
let services: Program[] = [];

const start = (): Promise<Program> =>
  startProgram(profile, { ENGINE_KEY: key, ENGINE_STORE: place.text, ENGINE_REPLICAS: '2' }, ['--log-level', 'error']);

beforeAll(async () => {
  const [dialect] = servers;
  if (dialect === undefined) throw new Error('There is no database that replicas can share.');
  place = await freshPlace(dialect);
  api = await startKontorApi();
  way = await openWay(
    Number(new URL(api.url).port),
    random,
    () => stormy,
    () => {
      told.cuts += 1;
    },
  );
  const { port }: AddressInfo = Object.assign({ port: 0, family: '', address: '' }, way.address());
  writeFileSync(profile, profileText(`http://127.0.0.1:${port}/api`, api.token));
  services = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  way?.close();
  await api?.close();
  await place?.drop();
  rmSync(folder, { recursive: true });
});

/** Sends to either service; true when it was acknowledged. Only silence and "come again" may take the place of an answer. */
async function send({ path, body, idName, ids }: Sent): Promise<boolean> {
  const service = services[random.below(services.length)];
  const text = JSON.stringify({ schemaVersion: '1', ...body });
  const reply = await fetch(`${service?.baseUrl}${path}`, { method: 'POST', headers, body: text })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch(() => undefined);
  if (reply === undefined || [429, 503, 504].includes(reply.status)) {
    told.unanswered += 1;
    return false;
  }
  if (reply.status !== 200) throw new Error(`seed ${seed}: ${text} was answered ${reply.status} ${reply.text}`);
  const answer: Readonly<Record<string, string>> = JSON.parse(reply.text);
  ids.add(String(answer[idName]));
  return true;
}

async function insist(sent: Sent): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await send(sent)) return;
    await sleep(50 + random.below(100));
  }
  throw new Error(`seed ${seed}: ${JSON.stringify(sent.body)} was never answered`);
}

const rows = (sql: string, ...values: readonly string[]): readonly unknown[] =>
  api.database
    .prepare(sql)
    .pluck()
    .all(...values);

function draft(number: number): Sent {
  const reference = `STORM-${number}`;
  const whole = `SELECT order_id FROM sales_order o WHERE po_ref = ?
    AND (SELECT COUNT(*) FROM sales_order_line l WHERE l.order_id = o.order_id) = 2`;
  const stored = () => ({
    whole: rows(whole, reference),
    all: rows('SELECT order_id FROM sales_order WHERE po_ref = ?', reference).length,
  });
  return { path: '/sale-draft', body: draftOf(reference), idName: 'saleId', stored, ids: new Set() };
}

function invoice(number: number): Sent {
  const reference = `STORM/${number}`;
  const whole = `SELECT i.invoice_id FROM invoice i JOIN account_entry e ON e.invoice_id = i.invoice_id WHERE i.doc_no = ?
    AND i.state = 'POSTED' AND (SELECT COUNT(*) FROM invoice_line l WHERE l.invoice_id = i.invoice_id) = 1`;
  const stored = () => ({
    whole: rows(whole, reference),
    // Also those that were made and never posted.
    all: rows('SELECT invoice_id FROM api_draft WHERE ref = ?', reference).length,
  });
  return { path: '/invoices/push', body: invoiceOf(reference), idName: 'erpInvoiceId', stored, ids: new Set() };
}

function payment(number: number, erpInvoiceId: string): Sent {
  // No two are of one amount.
  const amount = `0.${String(number + 10)}`;
  const whole = 'SELECT allocation_id FROM allocation WHERE invoice_id = ? AND amount = CAST(? AS REAL)';
  const stored = () => {
    const wholeRows = rows(whole, erpInvoiceId, amount);
    return { whole: wholeRows, all: wholeRows.length };
  };
  const body = { erpInvoiceId, amount: Number(amount), paymentDate: '2026-03-05' };
  return { path: '/payments/push', body, idName: 'erpPaymentId', stored, ids: new Set() };
}

it(`seed ${seed}: every document exists once, complete, and with one id`, async () => {
  const payable = invoice(999);
  await insist(payable);
  const [invoiceId = ''] = payable.ids;
  const all = Array.from({ length: documents }, (_, number) => [
    draft(number),
    invoice(number),
    payment(number, invoiceId),
  ]).flat();

  stormy = true;
  const queue = [...all, ...all].map((sent) => ({ sent, rank: random.below(1_000_000) }));
  queue.sort((one, other) => one.rank - other.rank);
  const waiting = queue.values();
  const caller = async (): Promise<void> => {
    for (const { sent } of waiting) await send(sent);
  };
  const callers = Promise.all(Array.from({ length: 8 }, caller));
  let done = false;
  const end = (): void => {
    done = true;
  };
  callers.then(end, end);
  let killed = 0;
  while (!done && killed < kills) {
    await sleep(200 + random.below(600));
    const at = random.below(services.length);
    await services[at]?.kill();
    killed += 1;
    services[at] = await start();
  }
  await callers;
  stormy = false;
  await Promise.all(all.map(insist));

  process.stdout.write(
    `writes by HTTP in a storm: seed ${seed}, ${all.length} documents, ${told.cuts} connections cut, ${killed} kills, ${told.unanswered} unanswered\n`,
  );
  for (const sent of [payable, ...all]) {
    const { whole, all: count } = sent.stored();
    expect({ body: sent.body, count, ids: [...sent.ids] }).toEqual({
      body: sent.body,
      count: 1,
      ids: whole.map(String),
    });
  }
  expect(told.cuts).toBeGreaterThan(0);
  expect(killed).toBeGreaterThan(0);
});
