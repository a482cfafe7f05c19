/** A start compiles a profile once, and again only where facts of the ERP or descriptions of statements became known. */
import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import type { Fields } from '../../../engine/index.ts';
import { type Erp, freshErp, openErp } from '../../support/erp.ts';
import { listContract } from '../../support/list-contract.ts';

const row: Fields = { id: { type: 'text', required: true, description: '' } };
const contract = listContract(['/first', '/second'], { row });

const ends: AsyncDisposableStack[] = [];
afterEach(async () => {
  for (const one of ends.splice(0)) await one.disposeAsync();
});

async function database(): Promise<Erp> {
  const erp = await freshErp('sqlite');
  const stack = new AsyncDisposableStack();
  stack.defer(() => erp.drop());
  ends.push(stack);
  await erp.run('CREATE TABLE item (code TEXT)');
  return erp;
}

/** An ERP by HTTP whose lists are empty. */
async function service(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"value":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stack = new AsyncDisposableStack();
  stack.defer(() => void server.close());
  ends.push(stack);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

const sqlite = ({ connection }: Erp): string => `{ sql: sqlite, connection: ${JSON.stringify(connection)} }`;
const query = (use: string): string => `{ use: ${use}, order: [id], query: SELECT code AS id FROM item }`;
const get = '{ use: api, get: /items, rows: value, fields: { id: code } }';

/** What was known of the ERP at each compilation: how many facts, and how many descriptions. */
async function compilations(sources: Readonly<Record<string, string>>, endpoints: readonly string[], facts = '{}') {
  const profile = [
    'profile: compiled',
    'contract: "1"',
    ...(facts === '{}' ? [] : [`facts: ${facts}`]),
    'sources:',
    ...Object.entries(sources).map(([name, source]) => `  ${name}: ${source}`),
    'endpoints:',
    ...endpoints.map((endpoint, index) => `  ${contract.endpoints[index]?.path}: ${endpoint}`),
  ].join('\n');
  const engine = await openErp(profile, contract);
  const stack = new AsyncDisposableStack();
  stack.defer(() => engine.close());
  ends.unshift(stack);
  expect(engine.engine.health().ready).toBe(true);
  return engine.events.flatMap((event) =>
    event.event === 'profile_compiled' ? [[event.facts, event.descriptions] as const] : [],
  );
}

const absent = '{ unavailable: not part of this test }';

it('once, where a database has nothing to describe', async () => {
  expect(await compilations({ erp: sqlite(await database()) }, [absent, absent])).toEqual([[0, 0]]);
});

it('once, where an ERP is reached by HTTP', async () => {
  expect(await compilations({ api: `{ http: "${await service()}" }` }, [get, absent])).toEqual([[0, 0]]);
});

it('twice, where a database describes statements', async () => {
  expect(await compilations({ erp: sqlite(await database()) }, [query('erp'), absent])).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

it('twice, where two databases do', async () => {
  const sources = { one: sqlite(await database()), other: sqlite(await database()) };
  expect(await compilations(sources, [query('one'), query('other')])).toEqual([
    [0, 0],
    [0, 2],
  ]);
});

it('twice, where an ERP by HTTP decides a fact', async () => {
  const endpoint = `{ first: [{ when: has_items, use: api, get: /items, rows: value, fields: { id: code } }, ${get}] }`;
  const facts = '{ has_items: { use: api, get: /items } }';
  expect(await compilations({ api: `{ http: "${await service()}" }` }, [endpoint, absent], facts)).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

it('once more for the statements, where a database decides a fact before', async () => {
  const endpoint =
    '{ order: [id], query: SELECT code AS id FROM item, unavailable: { when: not has_items, reason: none } }';
  const facts = '{ has_items: { table: item } }';
  expect(await compilations({ erp: sqlite(await database()) }, [endpoint, absent], facts)).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
});
