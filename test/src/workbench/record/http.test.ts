/** `engine record` on an ERP over HTTP with canaries in answers, links, headers and nested JSON: requests are built anew from invented values. */

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Ended, runHere } from '../../cli/here.ts';
import { bySku, credit, items, limits, profile, small } from '../../cli/shop-http.ts';
import { folderWith } from '../../service/server/fixture.ts';
import { canaries, survivors } from './canaries.ts';

const { name, company, mail, iban, token, note, phone, vat } = canaries;
const nested = JSON.stringify({ contact: { name, mail, accounts: [iban] } });

function answer(request: IncomingMessage, response: ServerResponse): void {
  const isSearch = request.url?.includes('/items') === true;
  const item = {
    id: '7',
    number: 'ZWETSCHGENRÖSTER-1',
    name: `Stuhl für ${company}`,
    payload: nested,
    note,
    // Its words are replaced; the media type of the answer has one of them.
    remark: 'Application of paint',
    [mail]: phone,
  };
  const body = isSearch
    ? { '@odata.context': `https://${mail.split('@')[1]}/v2/$metadata#items`, value: [item] }
    : { limit: 1500.5, used: 33.333, currency: 'EUR', customer: { name, vat, token, bank: { iban } } };
  response
    .writeHead(200, { 'content-type': 'application/json', etag: `W/"${token}"`, 'x-customer': company })
    .end(JSON.stringify(body));
}

let server: Server;
let folder: string;
let ended: Ended;
const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(args, { cwd: folder, env: { SHOP_COMPANY: 'QUARZBRUNN', SHOP_PASSWORD: token }, contract: small });

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const text = profile(
    { [bySku]: items, [credit]: limits },
    '    auth: { apiKey: { header: X-Key, value: "${password}" } }\n',
  );
  const calls = [
    { call: bySku, request: { sku: 'ZWETSCHGENRÖSTER-1' } },
    { call: credit, request: { customerErpId: 'Kunigunde 17' } },
    { call: credit, request: { customerErpId: 'K10003' } },
  ];
  folder = folderWith({
    'shop.yaml': text.replace('https://api.example.com', `http://127.0.0.1:${address.port}`),
    'calls.json': JSON.stringify(calls),
  });
  ended = await run('record', '--profile', './shop.yaml', '--calls', 'calls.json', '--out', 'recorded');
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const recorded = (): string => readFileSync(join(folder, 'recorded', 'cases', 'recorded.yaml'), 'utf8');

it('has all calls, and its cases pass without the ERP', async () => {
  expect([ended.status, ended.err]).toEqual([0, '']);
  expect(ended.out).toContain('3 calls recorded, 0 left out.');
  const tested = await run('test', 'recorded/profile.yaml');
  expect([tested.status, tested.out.trim().split('\n').at(-1)]).toEqual([0, '3 passed, 0 failed.']);
});

it('contains nothing real', () => {
  expect(survivors(recorded())).toEqual([]);
});

it('has the same invented id in the request of the platform, the request to the ERP and both answers', () => {
  const [first, second, third] = parse(recorded()).cases;
  const { sku } = first.request;
  expect(sku).toMatch(/^[A-ZÀ-Ü]{16}-1$/);
  expect(first.http[0]).toMatchObject({ get: '/items', params: { $filter: `number eq '${sku}'` } });
  expect(first.http[0].answer.json.value[0].number).toBe(sku);
  expect(first.response.hits[0].erpSku).toBe(sku);
  expect(second.http[0].json.customer).toBe(second.request.customerErpId);
  expect(second.http[0].json.customer).toMatch(/^[A-Z][a-z]{8} 17$/);
  expect(third.http[0].json.customer).toBe('K10003');
  expect(third.response).toMatchObject({ creditLimit: 1500.5, creditUsed: 33.333, currency: 'EUR' });
});

it('warns of what the description does not have, and takes the description along', async () => {
  const list = { type: 'object', properties: { value: { type: 'array', items: { $ref: '#/definitions/item' } } } };
  const text = ['id', 'number', 'name', 'payload', 'note', 'remark'].map((member) => [member, { type: 'string' }]);
  const description = {
    swagger: '2.0',
    paths: {
      '/items': {
        get: {
          parameters: ['$filter', '$top'].map((param) => ({ name: param, in: 'query', type: 'string' })),
          responses: { 200: { schema: list } },
        },
      },
    },
    definitions: { item: { type: 'object', properties: Object.fromEntries(text) } },
  };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(description));
  const shop = readFileSync(join(folder, 'shop.yaml'), 'utf8');
  writeFileSync(join(folder, 'described.yaml'), shop.replace('    auth:', '    describedBy: api.json\n    auth:'));
  writeFileSync(join(folder, 'one.json'), JSON.stringify([{ call: bySku, request: { sku: 'ZWETSCHGENRÖSTER-1' } }]));
  const { out, err } = await run(
    'record',
    '--profile',
    './described.yaml',
    '--calls',
    'one.json',
    '--out',
    'described',
  );
  expect(err).toContain(`warning: The ERP answers \`value.${mail}\`, which api.json does not have (GET /items).\n`);
  expect(err).toContain('warning: The ERP answers `@odata.context`, which api.json does not have (GET /items).\n');
  // A case with such an answer would fail.
  expect(out).toContain('0 calls recorded, 1 left out.');
});
