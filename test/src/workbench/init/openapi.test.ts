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

/** Lists below a common path, with records inside of records, enumerations and a parameter for changes. */
const nested = {
  openapi: '3.1.0',
  paths: {
    '/v2/partners': list('Partner', 'page', 'per_page', 'search', 'is_customer'),
    '/v2/partners/{number}': { get: { responses: { 200: { description: 'one' } } } },
    '/v2/partners/{partner_id}': {
      get: {
        responses: { 200: { content: { 'application/json': { schema: { properties: { data: ref('Partner') } } } } } },
      },
    },
    '/v2/invoices': list('Invoice', 'page', 'per_page', 'partner_id', 'is_deleted', 'updated_since'),
    '/v2/payments': list('Payment', 'page', 'per_page'),
  },
  components: {
    schemas: {
      Partner: {
        type: 'object',
        properties: {
          partner_id: { type: 'string', format: 'uuid' },
          number: string,
          name: string,
          is_customer: { type: 'boolean' },
          credit_limit: { type: 'number' },
          contacts: { type: 'array', items: { type: 'object', properties: { email: string, phone: string } } },
        },
      },
      Invoice: {
        type: 'object',
        properties: {
          id: string,
          number: string,
          partner: { anyOf: [ref('Partner'), { type: 'null' }] },
          kind: { type: 'string', enum: ['sale', 'purchase'] },
          date: { type: 'string', format: 'date' },
          currency_code: string,
          total_incl_tax: { type: 'number' },
          total_excl_tax: { type: 'number' },
          balance: { type: ['number', 'null'] },
          status: { type: 'string', enum: ['draft', 'open', 'paid', 'parked'] },
          is_deleted: { type: 'boolean' },
          lines: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                description: string,
                quantity: { type: 'number' },
                unit_price: { type: 'number' },
                line_total: { type: 'number' },
              },
            },
          },
        },
      },
      Payment: {
        type: 'object',
        properties: {
          id: string,
          date: { type: 'string', format: 'date' },
          amount: { type: 'number' },
          allocations: {
            type: 'array',
            items: { type: 'object', properties: { invoice_id: string, amount: { type: 'number' }, note: string } },
          },
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

it('takes records inside of records, totals with tax, states, flags and the parameter for changes', async () => {
  writeFileSync(join(folder.path, 'nested.json'), JSON.stringify(nested));
  const { status, err } = await folder.run(
    'init',
    '--file',
    'nested.json',
    '--url',
    'https://erp.example.com',
    '--name',
    'nested',
    '--yes',
  );
  expect([status, err]).toEqual([0, '']);
  const { endpoints } = parse(folder.text('nested', 'profile.yaml'));
  const invoices = endpoints['/invoices/list'];
  expect(invoices).toMatchObject({
    get: '/v2/invoices',
    params: { is_deleted: 'false', updated_since: '{{ modifiedSince }}' },
    since: { overlap: '2m' },
    fields: {
      erpDebtorId: 'partner.partner_id',
      debtorName: 'partner.name',
      amountTotal: 'total_incl_tax',
      lines:
        "lines.{ 'description': description, 'quantity': quantity, 'unitPrice': unit_price, 'amount': line_total }",
    },
    codes: { status: { open: 'AUTHORISED', paid: 'PAID' } },
  });
  expect(invoices.decide.modifiedSince).toContain('whose only change is a payment');
  expect(invoices.decide.erpInvoiceId).toContain('is one of sale, purchase');
  expect(invoices.decide.status).toContain('whose status is draft drafts');
  expect(invoices.decide.status).toContain('parked');
  expect(endpoints['/debtors/list']).toMatchObject({
    params: { is_customer: 'true' },
    fields: { erpDebtorId: 'partner_id' },
    decide: { email: expect.stringContaining('contacts[].email') },
  });
  expect(endpoints['/credit/customer']).toMatchObject({ get: '/v2/partners/{{ customerErpId }}', rows: 'data' });
  const { amount, erpPaymentId } = endpoints['/payments/list'].decide;
  for (const text of [amount, erpPaymentId]) expect(text).toContain('allocations: does it settle several invoices');
  expect((await checked(folder, 'nested/profile.yaml')).codes).toEqual(['MAP284']);
});

it('never takes a record for a value, and says what lists without pages may lose', async () => {
  const customerRef = { type: 'object', properties: { id: string, name: string } };
  const { Invoice } = document.components.schemas;
  const { customer_id: _left, ...properties } = Invoice.properties;
  const schemas = {
    ...document.components.schemas,
    Invoice: { ...Invoice, properties: { ...properties, customerRef } },
  };
  const paths = { '/customers': list('Customer'), '/invoices': list('Invoice') };
  writeFileSync(join(folder.path, 'records.json'), JSON.stringify({ ...document, paths, components: { schemas } }));
  const service = ['--url', 'https://erp.example.com', '--name', 'records', '--yes'];
  const { status, err } = await folder.run('init', '--file', 'records.json', ...service);
  expect([status, err]).toEqual([0, '']);
  const text = folder.text('records', 'profile.yaml');
  expect(text).toContain('page: { whole: true } # the document names no parameter for pages');
  const invoices = parse(text).endpoints['/invoices/list'];
  expect(invoices.fields?.erpDebtorId).not.toBe('customerRef');
  expect(Object.keys(invoices.decide)).toContain('erpDebtorId');
});

it('takes a parameter that most paths begin with as a part of the address', async () => {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [`/companies/{companyId}${path}`, item]),
  );
  writeFileSync(
    join(folder.path, 'companies.json'),
    JSON.stringify({ ...document, paths: { ...paths, '/companies': {} } }),
  );
  const service = ['--url', 'https://erp.example.com', '--name', 'companies', '--yes'];
  const { status, err } = await folder.run('init', '--file', 'companies.json', ...service);
  expect([status, err]).toEqual([0, '']);
  const { settings, sources, endpoints } = parse(folder.text('companies', 'profile.yaml'));
  expect(sources.erp.http).toBe('${api_url}/companies/${company_id}');
  expect(settings.company_id).toMatchObject({ env: 'COMPANIES_API_COMPANY_ID' });
  expect(endpoints['/debtors/list']).toMatchObject({ get: '/customers', fields: { erpDebtorId: 'id' } });
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

it('says that it generates nothing from an OpenRPC document', async () => {
  writeFileSync(
    join(folder.path, 'rpc.json'),
    JSON.stringify({ openrpc: '1.3.2', methods: [{ name: 'orders.list' }] }),
  );
  const { status, err } = await folder.run('init', '--file', 'rpc.json', '--name', 'rpc', '--yes');
  expect([status, err]).toEqual([1, expect.stringContaining('it is an OpenRPC document')]);
});
