/** `engine record` with a vendor's description: replaced values keep what it demands, so that no call is left out for it. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Ended, runHere } from '../../cli/here.ts';
import { bySku, items, profile, small } from '../../cli/shop-http.ts';
import { folderWith } from '../../service/server/fixture.ts';

const secret = '6f2d1c9a-3b5e-4d7f-8a90-b1c2d3e4f506';
const item = {
  id: '0b8f4c1e-7d3a-4c55-9e21-5a6b7c8d9e0f',
  number: 'ZWETSCHGE-1',
  // The value of the enumeration is also a word of a name.
  name: 'Reserviert Quarzbrunn',
  state: 'Reserviert',
  kinds: 'Ersatzteil,Handelsware',
  apiKey: secret,
  mail: 'jo@ab.de',
  page: 'http://ab.de',
  tokenExpires: '2026-03-04T05:06:07Z',
};

const text = (more: object = {}): object => ({ type: 'string', ...more });
const properties = {
  id: text({ format: 'uuid' }),
  number: text({ maxLength: 11 }),
  name: text({ maxLength: 21 }),
  state: text({ enum: ['Frei', 'Reserviert'] }),
  kinds: text({ enum: ['Ersatzteil', 'Handelsware', 'Rohstoff'] }),
  apiKey: text({ format: 'uuid' }),
  mail: text({ maxLength: 12 }),
  page: text({ maxLength: 12 }),
  tokenExpires: text({ format: 'date-time' }),
};
const schema = {
  type: 'object',
  properties: { value: { type: 'array', items: { type: 'object', properties } } },
};
const parameters = ['$filter', '$top'].map((name) => ({ name, in: 'query', type: 'string' }));
const description = { swagger: '2.0', paths: { '/items': { get: { parameters, responses: { 200: { schema } } } } } };

let server: Server;
let folder: string;
let ended: Ended;
const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(args, { cwd: folder, env: { SHOP_COMPANY: 'QUARZBRUNN', SHOP_PASSWORD: 'not-used' }, contract: small });

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value: [item] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const shop = profile({ [bySku]: items }, '    describedBy: api.json\n');
  folder = folderWith({
    'shop.yaml': shop
      .replace('https://api.example.com', `http://127.0.0.1:${address.port}`)
      .replace('    probe: { get: /ping }\n', ''),
    'api.json': JSON.stringify(description),
    'calls.json': JSON.stringify([{ call: bySku, request: { sku: item.number } }]),
  });
  ended = await run('record', '--profile', './shop.yaml', '--calls', 'calls.json', '--out', 'recorded');
});
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

it('leaves no call out, and its case passes against the description', async () => {
  expect([ended.status, ended.err]).toEqual([0, '']);
  expect(ended.out).toContain('1 calls recorded, 0 left out.');
  const tested = await run('test', 'recorded/profile.yaml');
  expect([tested.status, tested.out.trim().split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed.']);
});

it('keeps values of enumerations, GUIDs as GUIDs, times, and texts within their lengths', () => {
  const recorded = readFileSync(join(folder, 'recorded', 'cases', 'recorded.yaml'), 'utf8');
  const [{ http }] = parse(recorded).cases;
  const [fake] = http[0].answer.json.value;
  expect(fake).toMatchObject({
    ...{ id: item.id, state: 'Reserviert', kinds: item.kinds, tokenExpires: item.tokenExpires },
    apiKey: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  });
  for (const name of ['mail', 'page'] as const) {
    expect(fake[name].length).toBeLessThanOrEqual(12);
    expect(fake[name]).not.toBe(item[name]);
  }
  // A secret is replaced, whatever its form, and names too.
  expect(recorded).not.toContain(secret);
  expect(fake.name).toMatch(/^[A-Z][a-z]{9} [A-Z][a-z]{9}$/);
  expect(recorded).not.toMatch(/quarzbrunn|zwetschge/i);
});

it('shows the members of answers in a review', async () => {
  const { status, out } = await run('record', '--profile', './shop.yaml', '--calls', 'calls.json', '--review');
  expect(status).toBe(0);
  expect(out).toContain('value.name (named name): Reserviert Quarzbrunn -> ');
  expect(out).toContain(`value.apiKey (named apiKey): ${secret} -> `);
  expect(out).toContain("value.tokenExpires (a time by the vendor's description): 2026-03-04T05:06:07Z (kept)");
});
