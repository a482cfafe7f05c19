/** `engine describe`, OpenAPI and OpenRPC: a check finds the same with the cut of a vendor's file as with the whole file. */
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { openRpc } from '../../engine/description/openrpc.ts';
import { cutFolder, type Mistake, type ProfileText } from './cut-description.ts';

const { expectSame } = cutFolder();

describe('OpenAPI', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const text = { type: 'string', example: 'an example' };
  const json = (schema: object) => ({ content: { 'application/json': { schema, examples: { a: {} } } } });
  const document = {
    openapi: '3.0.1',
    info: { title: 'Acme', version: '7', license: { name: 'MIT' }, contact: { name: 'C' } },
    paths: {
      '/customers': {
        get: {
          parameters: [{ $ref: '#/components/parameters/page' }, { name: 'kind', in: 'query', schema: ref('Kind') }],
          responses: {
            200: { description: 'ok', ...json({ type: 'array', items: ref('Customer') }) },
            400: json(ref('Fault')),
          },
        },
        post: { requestBody: json(ref('Customer')), responses: { 201: json(ref('Customer')) } },
      },
      '/machines': { get: { responses: { 200: json(ref('Machine')) } } },
    },
    components: {
      parameters: { page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
      schemas: {
        Base: { type: 'object', properties: { id: text } },
        Customer: {
          allOf: [
            ref('Base'),
            { type: 'object', properties: { name: text, example: text, kind: ref('Kind'), group: ref('Group') } },
          ],
        },
        Kind: { type: 'string', enum: ['shop', 'private'] },
        Group: { type: 'object', properties: { name: text, kind: ref('Kind'), owner: ref('Owner') } },
        Owner: { type: 'object', properties: { iban: text } },
        Machine: { type: 'object', properties: { serial: text } },
        Fault: { type: 'object', properties: { code: text } },
      },
    },
  };
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: ${describedBy}, clock: UTC, request: { rows: $ }, page: { whole: true } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    get: /customers
    params: { kind: shop, page: 1 }
    fields: { erpId: id, erpName: name, city: example }
`;
  const mistakes: readonly Mistake[] = [
    ['get: /customers', 'get: /costumers', 'API802'],
    ['kind: shop', 'kind: shoq', 'API806'],
    ['page: 1', 'pgae: 1', 'API804'],
    ['city: example', 'city: nmae', 'EXP304'],
    ['city: example', 'city: group.nmae', 'EXP304'],
  ];

  it('finds the same: paths, parameters, values and members of answers', async () => {
    const cut = await expectSame('openapi.json', JSON.stringify(document), profile, mistakes);
    for (const word of ['Machine', 'Owner', 'Fault', 'an example', 'contact']) expect(cut).not.toContain(word);
    expect(cut).toContain('license');
  });

  it('finds the same: headers, credentials, and what outcomes read of errors', async () => {
    const whole = {
      ...document,
      paths: {
        ...document.paths,
        '/tenants': { get: { parameters: [{ name: 'X-Tenant', in: 'header', schema: text }], responses: {} } },
      },
      components: { ...document.components, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    };
    const extra =
      "headers: { X-Key: '1' }\n    outcomes: [{ when: $status = 400 and code = 'x', is: empty }]\n    fields:";
    const withErrors: ProfileText = (describedBy) => profile(describedBy).replace('fields:', extra);
    const cut = await expectSame('errors.json', JSON.stringify(whole), withErrors, [
      ["code = 'x'", "coed = 'x'", 'EXP304'],
      ['X-Key', 'X-Kye', 'API804'],
    ]);
    expect(cut).not.toContain('/tenants');
  });

  it('finds the same of a document in YAML without any parameter of its own', async () => {
    const { '/customers': customers, '/machines': machines } = document.paths;
    const { parameters: _, ...get } = customers.get;
    const whole = {
      ...document,
      paths: { '/customers': { get }, '/machines': { get: { ...machines.get, parameters: customers.get.parameters } } },
    };
    const without: ProfileText = (describedBy) => profile(describedBy).replace('kind: shop, page: 1', '');
    await expectSame('own.yaml', stringify(whole), without, [['params: {  }', 'params: { kind: shop }', 'API804']]);
  });
});

describe('OpenRPC', () => {
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: ${describedBy}, clock: UTC, request: { rows: result }, page: { whole: true } }
endpoints:
  /sales-orders/list:
    order: [-erpSoId]
    post: /
    json: { id: 1, method: orders.find, params: { number: "5" } }
    fields: { erpSoId: number, soNumber: number, status: state, customerErpId: customer, orderDate: "'2026-01-01'" }
    codes: { status: { open: open, closed: closed } }
  /sale-draft:
    find: none
    ignored: { currency: it has one }
    absent: { saleNumber: none }
    write:
      - order:
          post: /
          json: { id: 1, method: orders.create, params: [[{ number: "{{ poNumber }}", lines: [[create, [{ $each: lines, $item: { sku: "{{ sku }}", quantity: "{{ qty }}" } }]]] }], {}] }
          fields: { saleId: "result[0]", receivedAt: $now }
`;

  it('finds the same: methods, parameters by position and by name, and members of results', async () => {
    const cut = await expectSame('rpc.json', JSON.stringify(openRpc), profile, [
      ['method: orders.find', 'method: orders.fnid', 'API802'],
      ['params: { number: "5" }', 'params: {}', 'API808'],
      ['[{ number: "', '[{ numbr: "', 'API807'],
      ['[[create,', '[[craete,', 'API806'],
      ['sku: "{{ sku }}"', 'sku: 1', 'API806'],
      ['}], {}] }', '}]] }', 'API808'],
      ['soNumber: number', 'soNumber: nubmer', 'EXP304'],
      ['open: open, ', '', 'API811'],
    ]);
    for (const word of ['orders.close', 'machine']) expect(cut).not.toContain(word);
    expect(cut).toContain('contentDescriptors');
  });
});
