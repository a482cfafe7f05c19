/** Requests, outcomes and answers against an OpenAPI document. Each mistake is planted into a profile without findings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = { type: 'string' };
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tenant = { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } };

const document = {
  openapi: '3.0.1',
  paths: {
    '/invoices': {
      parameters: [tenant],
      get: {
        parameters: [{ name: 'company', in: 'query', required: true, schema: { type: 'integer' } }],
        responses: { 200: json({ type: 'array', items: ref('invoice') }), 400: json(ref('problem')) },
      },
      post: {
        requestBody: json(ref('invoice')),
        responses: { 201: json(ref('invoice')), 400: json(ref('problem')) },
      },
    },
    '/notes': {
      parameters: [tenant],
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['subject'],
                properties: { subject: text, urgent: { type: 'boolean' }, tags: { type: 'array', items: text } },
              },
            },
          },
        },
        responses: { 204: { description: '' }, 500: { description: 'no body is described' } },
      },
    },
  },
  components: {
    schemas: {
      invoice: {
        type: 'object',
        required: ['customer'],
        properties: {
          id: { ...text, readOnly: true },
          customer: text,
          total: { type: 'number' },
          secret: { ...text, writeOnly: true },
          lines: { type: 'array', items: ref('line') },
          parent: ref('invoice'),
          address: { type: 'object', required: ['city'], properties: { city: text, street: text } },
        },
      },
      line: { type: 'object', required: ['sku'], properties: { sku: text, quantity: { type: 'number' } } },
      problem: {
        type: 'object',
        properties: {
          title: text,
          errors: { type: 'array', items: { type: 'object', properties: { code: { type: 'integer' }, field: text } } },
        },
      },
    },
  },
};
writeFileSync(join(folder, 'api.json'), JSON.stringify(document));

const right = `profile: acme
contract: "1"
sources:
  erp:
    http: https://erp.example.com
    describedBy: api.json
    clock: UTC
    page: { whole: true }
    request: { headers: { X-Tenant: a, Prefer: wait=10, OData-Version: "4.0" } }
    outcomes: [{ when: errors.code = 7, refuse: "{{ title }}" }]
endpoints:
  /invoices/push:
    key: { from: invoiceNumber }
    find: { get: /invoices, params: { company: 1 }, rows: $, fields: { erpInvoiceId: id, key: id } }
    prepare:
      - old: { get: /invoices, params: { company: 2 }, one: There is no invoice }
      - all: { get: /invoices, params: { company: 3 } }
    write:
      - invoice:
          post: /invoices
          json: { customer: "{{ $all.customer }}", secret: x, total: "{{ $old.total }}", lines: { $each: lines, $item: { sku: "{{ description }}" } }, parent: { id: "5" } }
          fields: { erpInvoiceId: id }
          outcomes: [{ when: $status = 400 and errors.field = 'x', refuse: "{{ errors[0].field }}" }]
      - note:
          post: /notes
          form: { subject: new, urgent: true, "tags[0]": a }
          done: $exists(erpInvoiceId)
          outcomes: [{ when: reason = 'x', refuse: "{{ reason }}" }]
`.replace(', parent: { id: "5" }', ', address: { city: Bern }, parent: { customer: "{{ $old.customer }}" }');

const findings = async (profile: string): Promise<readonly string[]> =>
  (await checkProfile(profile, 'acme.yaml', contract, {}, { folder })).flatMap(({ code, message, place }) =>
    /^(?:API|EXP)/.test(code) ? [`${place?.line} ${code} ${message}`] : [],
  );

it('the profile without a mistake has no finding', async () => {
  expect(await findings(right)).toEqual([]);
});

const plant = async (from: string, to: string): Promise<readonly string[]> => {
  expect(right).toContain(from);
  return findings(right.replace(from, to));
};

describe('headers and parameters', () => {
  it.each([
    ['X-Tenant: a, ', 'X-Tenent: a, X-Tenant: a, ', '9 API804 GET /invoices has no header "X-Tenent".'],
    ['X-Tenant: a', 'X-Tenant: c', '9 API806 The header "X-Tenant" has no value "c".'],
    ['X-Tenant: a, ', '', '14 API804 GET /invoices requires the header "X-Tenant".'],
    ['params: { company: 1 }, ', '', '14 API804 GET /invoices requires the parameter "company".'],
  ])('%s -> %s', async (from, to, message) => {
    expect(await plant(from, to)).toContain(message);
  });

  it('those of the authentication are sent', async () => {
    const key = 'clock: UTC\n    auth: { apiKey: [{ header: X-Tenant, value: a }, { query: company, value: "1" }] }';
    const written = right.replace('X-Tenant: a, ', '').replace(', params: { company: 1 }', '');
    expect(await findings(written.replace('clock: UTC', key))).toEqual([]);
  });

  it('a document that names no header leaves them open', async () => {
    const { parameters: _, ...item } = document.paths['/invoices'];
    writeFileSync(join(folder, 'open.json'), JSON.stringify({ ...document, paths: { '/invoices': item } }));
    const written = right.slice(0, right.indexOf('      - note:')).replace('api.json', 'open.json');
    expect(await findings(written.replace('X-Tenant: a', 'X-Any: a'))).toEqual([]);
  });
});

describe('outcomes', () => {
  it.each([
    ["errors.field = 'x'", "errors.feld = 'x'", '23 EXP304 The values here have no member "feld".'],
    ['{{ errors[0].field }}', '{{ errors[0] }}', '23 EXP307 This is a map, but a message is a text.'],
    ['{{ errors[0].field }}', '{{ message }}', '23 EXP304 POST /invoices returns no member "message".'],
    ['$status = 400 and', '$status = 409 and message = 1 and', undefined],
    ['$status = 400 and', '$exists(id) and', undefined],
    ['errors.code = 7', 'errors.cod = 7', undefined],
  ])('%s -> %s', async (from, to, message) => {
    expect(await plant(from, to)).toEqual(message === undefined ? [] : [message]);
  });

  it('those of a source are compared with all errors of the document, where all are described', async () => {
    const { '/invoices': invoices } = document.paths;
    writeFileSync(join(folder, 'all.json'), JSON.stringify({ ...document, paths: { '/invoices': invoices } }));
    const written = right.slice(0, right.indexOf('      - note:')).replace('api.json', 'all.json');
    expect(await findings(written)).toEqual([]);
    expect(await findings(written.replace('errors.code = 7', 'errors.cod = 7'))).toEqual([
      '10 EXP304 The values here have no member "cod".',
    ]);
    // A success may have any member.
    expect(await findings(written.replace('errors.code = 7', 'message = 7'))).toEqual([]);
  });
});

describe('bodies and answers', () => {
  it('a single record of a named type may be a reference to another one', async () => {
    expect(await plant('parent: { customer: "{{ $old.customer }}" }', 'parent: { total: 1 }')).toEqual([]);
  });

  it.each([
    ['sku: "{{ description }}"', 'quantity: 1', '21 API808 line requires the member "sku".'],
    [
      'rows: $, fields: { erpInvoiceId: id, ',
      'rows: $, fields: { erpInvoiceId: secret, ',
      '14 EXP304 GET /invoices returns no member "secret".',
    ],
    [
      'fields: { erpInvoiceId: id }\n',
      'fields: { erpInvoiceId: ident }\n',
      '22 EXP304 POST /invoices returns no member "ident".',
    ],
    ['$old.customer', '$old.custmer', '21 EXP304 The values here have no member "custmer".'],
    ['$all.customer', '$all.custmer', '21 EXP304 The values here have no member "custmer".'],
    ['$old.total', '$old.customer', '21 API806 "total" is a number (number), and this is a text.'],
    ['city: Bern', 'street: Gerechtigkeitsgasse', '21 API808 The body requires the member "city".'],
    ['subject: new, ', '', '26 API808 The body requires the member "subject".'],
    ['urgent: true', 'urgnt: true', '26 API807 The body has no member "urgnt".'],
    ['urgent: true', 'urgent: soon', '26 API806 "urgent" is true or false (boolean), not "soon".'],
  ])('%s -> %s', async (from, to, message) => {
    expect(await plant(from, to)).toContain(message);
  });
});
