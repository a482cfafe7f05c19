/** `engine record` of a database whose tables the session's own writes change over HTTP: reads have the rows from before, writes those that they have found. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../../src/contract/index.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

const [list, push] = ['/payments/list', '/payments/push'];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => [list, push].includes(path)) };

const profile = `
profile: ledger
title: A ledger with an API
contract: "1"
settings:
  database: { env: LEDGER_DB }
  url: { env: LEDGER_URL }
sources:
  erp: { sql: sqlite, connection: { file: "\${database}" }, clock: Europe/Berlin }
  api: { http: "\${url}", auth: { apiKey: { header: X-Key, value: test } } }
endpoints:
  ${list}:
    use: erp
    query: SELECT p.id AS erpPaymentId, p.invoice AS erpInvoiceId, p.amount AS amount, p.day AS paymentDate FROM payment p
  ${push}:
    use: api
    key: { from: "erpInvoiceId & ':' & amount", max: 60, chars: "A-Z0-9:._-" }
    find: { use: api, get: /payments, params: { ref: "{{ $key }}" }, rows: value, fields: { erpPaymentId: id, key: ref } }
    prepare:
      - invoice:
          use: erp
          query: SELECT i.id AS _id FROM invoice i WHERE i.id = :erpInvoiceId
          one: "There is no invoice {{ erpInvoiceId }}"
          field: erpInvoiceId
      - earlier: { use: erp, query: "SELECT p.id AS _id FROM payment p WHERE p.invoice = :erpInvoiceId" }
    write:
      - payment:
          use: api
          post: /payments
          json: { ref: "{{ $key }}", invoice: "{{ erpInvoiceId }}", amount: "{{ amount }}" }
          fields: { erpPaymentId: id }
`;

let server: Server;
let folder: string;
let url: string;

beforeEach(async () => {
  folder = folderWith({ 'ledger.yaml': profile });
  const database = new Database(join(folder, 'erp.sqlite'));
  database.exec(`CREATE TABLE invoice (id INTEGER PRIMARY KEY, number VARCHAR(20) NOT NULL);
    CREATE TABLE payment (id INTEGER PRIMARY KEY, invoice INTEGER NOT NULL REFERENCES invoice (id), amount DECIMAL(12,3) NOT NULL, day DATE NOT NULL);
    INSERT INTO invoice VALUES (17, 'INV-1'), (18, '2026/0042');
    INSERT INTO payment VALUES (1, 17, 33.37, '2026-03-07'), (2, 18, 5.105, '2026-03-08')`);
  database.close();
  server = createServer(async (request, response) => {
    const end = (value: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const body = await text(request);
    if (request.method !== 'POST') return end({ value: [] });
    const { invoice, amount } = JSON.parse(body);
    const erp = new Database(join(folder, 'erp.sqlite'));
    const added = erp.prepare("INSERT INTO payment (invoice, amount, day) VALUES (?, ?, '2026-03-09')");
    const { lastInsertRowid } = added.run(Number(invoice), Number(amount));
    erp.close();
    return end({ id: Number(lastInsertRowid) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(args, { cwd: folder, env: { LEDGER_DB: join(folder, 'erp.sqlite'), LEDGER_URL: url }, contract: small });

const paid = (erpInvoiceId: string, amount: number): object => ({
  call: push,
  request: { erpInvoiceId, amount, paymentDate: '2026-03-09' },
});

async function record(calls: readonly object[]): Promise<Ended> {
  const file = join(folderWith({ 'calls.json': JSON.stringify(calls) }), 'calls.json');
  return run('record', '--profile', './ledger.yaml', '--calls', file, '--writes', '--out', 'recorded');
}

const written = (path: string): string => readFileSync(join(folder, 'recorded', path), 'utf8');
/** The keys of the rows of `payment`. */
const payments = (path: string): readonly number[] =>
  [...written(path).matchAll(/^\s*\((\d+), 1[78], /gm)].map(([, id]) => Number(id));

it('has a fixture for reads and one for writes, and all cases pass', async () => {
  // The second payment of invoice 17 finds the first one.
  const ended = await record([{ call: list, request: {} }, paid('17', 10.1), paid('17', 20.333), paid('18', 0.005)]);
  expect([ended.status, ended.err]).toEqual([0, '']);
  expect(ended.out).toContain('4 calls recorded, 0 left out.');
  expect(payments('fixture/data.sql')).toEqual([1, 2]);
  expect(payments('cases/recorded-writes/data.sql')).toEqual([1, 2, 3]);
  expect(existsSync(join(folder, 'recorded/cases/recorded-writes/schema.sql'))).toBe(false);
  const [reads, writes] = ['cases/recorded.yaml', 'cases/recorded-writes.yaml'].map((path) => parse(written(path)));
  expect(reads).not.toHaveProperty('fixture');
  expect(reads.cases.map(({ call }: { readonly call: string }) => call)).toEqual([list]);
  expect(writes.fixture).toBe('recorded-writes');
  expect(writes.cases.map(({ call }: { readonly call: string }) => call)).toEqual([push, push, push]);
  const tested = await run('test', 'recorded/profile.yaml');
  expect([tested.status, tested.out.trim().split('\n').at(-1)]).toEqual([0, '4 passed, 0 failed.']);
});

it('has one fixture where no read sees a row of a write', async () => {
  const ended = await record([{ call: list, request: {} }, paid('17', 10.1)]);
  expect([ended.status, ended.err]).toEqual([0, '']);
  expect(ended.out).toContain('2 calls recorded, 0 left out.');
  expect(payments('fixture/data.sql')).toEqual([1, 2]);
  expect(existsSync(join(folder, 'recorded/cases/recorded-writes.yaml'))).toBe(false);
});
