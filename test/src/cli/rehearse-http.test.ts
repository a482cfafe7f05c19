/** `engine run` over HTTP: each request as a command without secrets; a rehearsed write ends before the request that changes the ERP. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

const draft = { poNumber: "PO'1", currency: 'EUR', lines: [{ sku: 'A', qty: 2, unitPrice: 1.5 }] };

let server: Server;
let seen: string[];
let orders: object[];
let items: object[];
let url: string;

beforeEach(async () => {
  [seen, orders, items] = [[], [], [{ id: 7, title: 'Chair s3cret-key' }]];
  server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    const collection = request.url?.startsWith('/orders') === true ? orders : items;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value: collection }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}`;
});
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

/** A vendor's description that has neither `no` of an order nor `lines` of a new one. */
const order = {
  content: { 'application/json': { schema: { type: 'object', properties: { ref: { type: 'string' } } } } },
};
const files = {
  'api.json': JSON.stringify({
    openapi: '3.0.0',
    paths: {
      '/orders': {
        get: {
          parameters: [{ name: 'ref', in: 'query', schema: { type: 'string' } }],
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: {
                      value: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
                    },
                  },
                },
              },
            },
          },
        },
        post: { requestBody: order, responses: { 201: order } },
      },
    },
  }),
};

const find = {
  get: '/orders',
  params: { ref: '{{ $key }}' },
  rows: 'value',
  fields: { saleId: 'id', saleNumber: 'no', receivedAt: 'at', key: 'ref' },
};
const post = {
  order: {
    post: '/orders',
    json: { ref: '{{ $key }}', lines: { $each: 'lines', $item: { sku: '{{ sku }}' } } },
    fields: { saleId: 'id' },
  },
};

/** A profile of the draft and of one search, over the server and, for the checks before a write, a database. */
function profile(
  prepare: readonly object[],
  more: { readonly steps?: readonly object[]; readonly read?: object; readonly api?: object } = {},
): object {
  return {
    profile: 'sketch',
    contract: '1',
    settings: { key: { env: 'ERP_KEY', secret: true } },
    sources: {
      api: { http: url, auth: { apiKey: { header: 'X-Key', value: '$' + '{key}' } }, ...more.api },
      erp: { sql: 'sqlite', connection: { file: 'erp.sqlite' } },
    },
    endpoints: {
      '/catalog/products/by-sku': {
        use: 'api',
        get: '/items',
        rows: 'value',
        fields: { erpSku: 'id', erpDesc: 'title', erpProductId: 'id' },
        ...more.read,
      },
      '/sale-draft': {
        use: 'api',
        find: { use: 'api', ...find },
        prepare,
        write: [{ order: { use: 'api', ...post.order } }, ...(more.steps ?? [])],
      },
    },
  };
}

async function run(profileText: object, ...args: readonly string[]): Promise<Ended> {
  const folder = folderWith({
    'profile.yaml': JSON.stringify(profileText),
    'body.json': JSON.stringify(draft),
    ...files,
  });
  const database = new Database(join(folder, 'erp.sqlite'));
  database.exec("CREATE TABLE currency (code TEXT); INSERT INTO currency VALUES ('EUR')");
  database.close();
  const endpoints = contract.endpoints.filter(({ path }) => ['/sale-draft', '/catalog/products/by-sku'].includes(path));
  return runHere(['run', ...args, '--profile', './profile.yaml'], {
    env: { ERP_KEY: 's3cret-key' },
    cwd: folder,
    contract: { ...contract, endpoints },
  });
}

const existenceRead = {
  known: {
    use: 'erp',
    query: 'SELECT c.code AS _code FROM currency c WHERE c.code = :currency',
    one: 'no',
    field: 'currency',
  },
};

describe('engine run over HTTP', () => {
  it('shows requests and answers, without secrets', async () => {
    const { status, out, err } = await run(
      profile([existenceRead]),
      '/catalog/products/by-sku',
      '--set',
      'sku=7',
      '--format',
      'text',
    );
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ hits: [{ erpSku: '7' }] });
    expect(err).toContain(`curl '${url}/items'`);
    expect(err).toContain('api: 200, ');
    expect(err).toMatch(/transform: 1 row, .*: fields erpSku, erpDesc, erpProductId\n/);
    expect(err).not.toContain('s3cret-key');
  });

  it('looks up, prepares in a database, and stops before the request that writes', async () => {
    const { status, out, err } = await run(
      profile([existenceRead]),
      '/sale-draft',
      '--body',
      'body.json',
      '--rehearse',
    );
    expect({ status, out }).toEqual({ status: 0, out: '' });
    expect(seen).toEqual(['GET /orders?ref=PO%271']);
    expect(err).toContain(`curl '${url}/orders?ref=PO%271'`);
    expect(err).toContain('SELECT c.code AS _code');
    expect(err).toContain(
      `api: not sent, because it would change the ERP:\n  curl -X POST '${url}/orders' -H 'content-type: application/json' --data-raw '{"ref":"PO'\\''1","lines":[{"sku":"A"}]}'\n`,
    );
    expect(err).toMatch(/Stopped after [\d.]+ ms: the answer of the ERP is not known\.\n$/);
    expect(err).not.toContain('s3cret-key');
  });

  it('rehearses requests and answers against the description of the source', async () => {
    const text = profile([existenceRead], { api: { describedBy: 'api.json' } });
    const warnings = async (): Promise<readonly string[]> => {
      const { err } = await run(text, '/sale-draft', '--body', 'body.json', '--rehearse');
      return err.split('\n').filter((line) => line.startsWith('warn: '));
    };
    expect(await warnings()).toEqual(['warn: The profile sends `lines`, which api.json does not have (POST /orders).']);
    orders = [{ id: '9', no: 'O9' }];
    expect(await warnings()).toEqual([
      'warn: The ERP answers `value.id` as "9", which is no integer (api.json) (GET /orders).',
      'warn: The ERP answers `value.no`, which api.json does not have (GET /orders).',
    ]);
  });

  it('warns also for a read, and answers', async () => {
    const args = ['/catalog/products/by-sku', '--set', 'sku=A'];
    const { status, out, err } = await run(profile([], { api: { describedBy: 'api.json' } }), ...args);
    expect({ status, hits: JSON.parse(out).hits.length }).toEqual({ status: 0, hits: 1 });
    expect(err.split('\n').filter((line) => line.startsWith('warn: '))).toEqual([
      'warn: The profile sends GET /items, which api.json does not have.',
    ]);
  });

  it('shows the requests of later steps, with expressions for what only earlier answers say', async () => {
    const steps = [
      {
        line: {
          use: 'api',
          each: { line: 'lines' },
          repeatable: true,
          put: '/orders/{{ $order.saleId }}/lines/{{ $line.number }}',
          json: { sku: '{{ $line.sku }}', code: '{{ $known._code }}' },
          done: 'false',
        },
      },
      { posting: { use: 'api', post: '/orders/{{ $found.saleId }}/post', done: 'false' } },
    ];
    const { status, err } = await run(
      profile([existenceRead], { steps }),
      '/sale-draft',
      '--body',
      'body.json',
      '--rehearse',
    );
    expect(status).toBe(0);
    expect(seen).toEqual(['GET /orders?ref=PO%271']);
    expect(err).toContain(`api: not sent, because it would change the ERP:\n  curl -X POST '${url}/orders'`);
    expect(err).toContain(
      `api: not sent, with {{ }} for values of earlier answers:\n  curl -X PUT '${url}/orders/{{ $order.saleId }}/lines/1' -H 'content-type: application/json' --data-raw '{"sku":"A","code":"EUR"}'\n`,
    );
    expect(err).toContain(`curl -X POST '${url}/orders/{{ $found.saleId }}/post'`);
    const json = await run(
      profile([existenceRead], { steps }),
      '/sale-draft',
      '--body',
      'body.json',
      '--rehearse',
      '--format',
      'json',
    );
    expect(JSON.parse(json.out)).toMatchObject({
      unsent: [{ request: { method: 'POST' } }, { request: { method: 'PUT' } }, { request: { method: 'POST' } }],
    });
  });

  it('names a request that was not sent, and the missing value', async () => {
    const read = {
      each: { _price: { get: '/lists/{{ $row._list }}/prices', rows: 'value', one: 'No product' } },
      fields: { erpSku: 'id', erpDesc: 'title', erpProductId: 'id' },
    };
    const { status, err } = await run(profile([], { read }), '/catalog/products/by-sku', '--set', 'sku=7');
    expect(status).toBe(1);
    expect(err).toContain('api: GET /lists/{{ $row._list }}/prices was not sent: $row._list has no value\n');
    expect(err).toMatch(/422 in [\d.]+ ms: No product\.\n/);
  });

  it('names a request of a write that was not sent', async () => {
    const order = { ...post.order, use: 'api', json: { ref: '{{ $known._rule }}' } };
    const text = JSON.stringify(profile([existenceRead])).replace(
      JSON.stringify({ use: 'api', ...post.order }),
      JSON.stringify(order),
    );
    const withRule = text.replace('c.code AS _code', 'c.code AS _code, NULL AS _rule');
    const { status, err } = await run(JSON.parse(withRule), '/sale-draft', '--body', 'body.json', '--rehearse');
    expect(status).toBe(1);
    expect(err).toContain('api: POST /orders was not sent: $known._rule has no value\n');
  });

  it('says which typed values of an answer were unwrapped', async () => {
    // As trytond writes them; /Date(...)/ as OData 2 does.
    items = [
      {
        id: 7,
        title: 'Chair',
        price: { __class__: 'Decimal', decimal: '12.50' },
        on: { __class__: 'date', year: 2026, month: 3, day: 1 },
      },
      {
        id: 8,
        title: 'Desk',
        price: { __class__: 'Decimal', decimal: '99.00' },
        at: '/Date(1767225600000)/',
        seen: { __class__: 'bytes', base64: '' },
      },
    ];
    const { err } = await run(profile([]), '/catalog/products/by-sku', '--set', 'sku=7');
    expect(err).toContain('api: unwrapped 2 Decimal, 1 date, 1 /Date(...)/\n');
    items = [{ id: 7, title: 'Chair' }];
    expect((await run(profile([]), '/catalog/products/by-sku', '--set', 'sku=7')).err).not.toContain('unwrapped');
  });

  it('answers with the document that is there', async () => {
    orders = [{ id: 9, no: 'SO-9', at: '2026-01-02T03:04:05Z', ref: "PO'1" }];
    const { status, out } = await run(profile([]), '/sale-draft', '--body', 'body.json', '--rehearse');
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ saleId: '9', saleNumber: 'SO-9', receivedAt: '2026-01-02T03:04:05.000Z' });
    expect(seen).toEqual(['GET /orders?ref=PO%271']);
  });
});
