/** `engine init` on an OpenAPI document, from a file and from the service: requests that its operations and parameters allow, and questions for the rest. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checked, emptyFolder, type Folder } from './init-folder.ts';

const string = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string, ...params: readonly string[]) => ({
  get: {
    parameters: params.map((one) => ({ name: one, in: 'query', schema: string })),
    responses: {
      200: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { data: { type: 'array', items: ref(name) }, total: { type: 'integer' } },
            },
          },
        },
      },
    },
  },
});

const document = {
  openapi: '3.0.3',
  paths: {
    '/customers': list('Customer', 'page', 'per_page', 'search'),
    '/customers/{id}': { get: { responses: { 200: { description: 'one' } } } },
    '/invoices': list('Invoice', 'page', 'per_page', 'customer_id'),
    '/vendors': list('Customer', 'page'),
  },
  components: {
    schemas: {
      Base: { type: 'object', properties: { id: string } },
      Customer: { allOf: [ref('Base'), { type: 'object', properties: { name: string, email: string, city: string } }] },
      Invoice: {
        type: 'object',
        properties: {
          id: string,
          number: string,
          customer_id: string,
          date: { type: 'string', format: 'date' },
          due_date: { type: 'string', format: 'date' },
          currency: string,
          total: { type: 'number' },
          balance: { type: 'number' },
          status: string,
        },
      },
    },
  },
};

let folder: Folder;
beforeAll(() => {
  folder = emptyFolder({ SERVED_API_TOKEN: 'token-1' });
});
afterAll(() => folder.remove());

it('proposes lists with the parameters that the document has, and leaves only questions', async () => {
  writeFileSync(join(folder.path, 'openapi.json'), JSON.stringify(document));
  const url = 'https://erp.example.com/api';
  const { status, out, err } = await folder.run(
    'init',
    '--file',
    'openapi.json',
    '--url',
    url,
    '--name',
    'acme',
    '--yes',
  );
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain('3 lists read');
  const { endpoints } = parse(folder.text('acme', 'profile.yaml'));
  expect(endpoints['/debtors/list']).toMatchObject({
    get: '/customers',
    rows: 'data',
    params: { page: '{{ $page }}', per_page: '{{ $limit }}' },
    fields: { erpDebtorId: 'id', name: 'name', email: 'email' },
  });
  expect(endpoints['/customer-invoices/list'].params.customer_id).toBe('{{ customerErpId }}');
  expect(Object.keys(endpoints['/customer-invoices/list'].decide)).toContain('status');
  expect((await checked(folder, 'acme/profile.yaml')).codes).toEqual(['MAP284']);
});

it('asks the service for its document, with the token of the profile, and says why there is none', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    if (request.url !== '/openapi.json') response.writeHead(404).end();
    else response.end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const run = (path: string, name: string) =>
    folder.run('init', '--source', 'openapi', '--url', `http://127.0.0.1:${port}${path}`, '--name', name, '--yes');
  const served = await run('/openapi.json', 'served');
  const missing = await run('/none.json', 'missing');
  await new Promise((resolve) => server.close(resolve));
  expect([served.status, served.err, seen[0]]).toEqual([0, '', 'Bearer token-1']);
  expect([missing.status, missing.err]).toEqual([1, expect.stringContaining('it answers 404')]);
});
