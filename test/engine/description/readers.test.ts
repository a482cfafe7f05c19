/** What the readers of descriptions find in documents of each form. The expected values are read off the documents by hand. */
import { describe, expect, it } from 'vitest';
import { corrected } from '../../../engine/description/corrected.ts';
import {
  anyValue,
  type DescribedType,
  DescriptionFault,
  type Operation,
  type Resolution,
} from '../../../engine/description/model.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { metadata3, metadata4, openApi3 } from './metadata.ts';

function operationOf(resolution: Resolution): Operation {
  if (resolution.kind !== 'operation') throw new Error(`no operation: ${JSON.stringify(resolution)}`);
  return resolution.operation;
}

const membersOf = (type: DescribedType | undefined): readonly string[] =>
  type?.kind === 'record' ? [...type.members.keys()] : [];

function memberOf(type: DescribedType | undefined, name: string) {
  const member = type?.kind === 'record' ? type.members.get(name) : undefined;
  if (member === undefined) throw new Error(`no member ${name}`);
  return member;
}

/** A form of the metadata of OData 4 in JSON: one set of one type. */
const metadataJson = JSON.stringify({
  $Version: '4.01',
  $EntityContainer: 'Acme.container',
  Acme: {
    status: { $Kind: 'EnumType', Draft: 0, Open: 1 },
    order: {
      $Kind: 'EntityType',
      $Key: ['id'],
      id: { $Type: 'Edm.Guid' },
      number: { $MaxLength: 20, $Nullable: true },
      state: { $Type: 'Acme.status', $Nullable: true },
      changed: { $Type: 'Edm.DateTimeOffset', '@Org.OData.Core.V1.Computed': true },
      customer: {},
      posted: {
        ...{ $Type: 'Edm.Boolean', '@Org.OData.Core.V1.Permissions': 'Read' },
        '@Org.OData.Core.V1.LongDescription': 'Whether it is in the ledger.',
      },
      kind: { '@Org.OData.Validation.V1.AllowedValues': [{ Value: 'Sale' }, { Value: 7, '@Core.Description': 'Old' }] },
      buyerNumber: { $Nullable: true },
      buyer: {
        ...{ $Kind: 'NavigationProperty', $Type: 'Acme.customer', $Nullable: true },
        $ReferentialConstraint: { buyerNumber: 'number', 'buyerNumber@Core.Description': 'Of the payer' },
      },
    },
    customer: { $Kind: 'EntityType', $Key: ['number'], number: {}, tags: { $Collection: true } },
    due: [
      {
        ...{ $Kind: 'Function', $IsBound: true, $ReturnType: { $Type: 'Edm.Date' } },
        $Parameter: [
          { $Name: 'it', $Type: 'Acme.order' },
          { $Name: 'day', $Type: 'Edm.Date', $Nullable: true },
        ],
      },
    ],
    container: { $Kind: 'EntityContainer', orders: { $Collection: true, $Type: 'Acme.order' } },
  },
});

describe('metadata of OData 4', () => {
  const service = readDescription(metadata4, 'acme.xml');

  it('has the members of a type, and what each may be', () => {
    const { body } = operationOf(service.resolve('POST', '/customers', ''));
    expect(membersOf(body)).toEqual([
      'id',
      'number',
      'displayName',
      'blocked',
      'creditLimit',
      'address',
      'balance',
      'financial',
      'orders',
    ]);
    expect(memberOf(body, 'number')).toMatchObject({
      type: { kind: 'scalar', scalar: 'text', maxLength: 20 },
      isRequired: false,
    });
    expect(memberOf(body, 'balance').isReadOnly).toBe(true);
    expect(memberOf(body, 'orders')).toMatchObject({ isRelated: true, type: { kind: 'list' } });
  });

  it('requires what has no null and no default, and is not the key', () => {
    const { body } = operationOf(service.resolve('POST', '/orders', ''));
    expect(memberOf(body, 'customerNumber').isRequired).toBe(true);
    expect(memberOf(body, 'id').isRequired).toBe(false);
    expect(
      memberOf(operationOf(service.resolve('PATCH', `/orders(${anyValue})`, '')).body, 'customerNumber').isRequired,
    ).toBe(false);
  });

  it('keeps blanks and entities of the values that are allowed', () => {
    const lines = memberOf(operationOf(service.resolve('POST', '/orders', '')).body, 'lines').type;
    const kind = lines.kind === 'list' ? memberOf(lines.items, 'kind').type : undefined;
    expect(kind).toMatchObject({ values: [' ', 'Price & Discount'] });
  });

  it('follows keys, relations and actions, from the address of the source too', () => {
    const orders = operationOf(service.resolve('GET', `/customers(${anyValue})/orders`, ''));
    expect(orders).toMatchObject({ protocol: 'odata', isCollection: true, target: { name: 'Acme.order' } });
    expect(operationOf(service.resolve('GET', '/orders', '/v2.0/x/customers(5)'))).toMatchObject({
      isCollection: true,
    });
    const { body } = operationOf(service.resolve('POST', `/orders(${anyValue})/Acme.post`, ''));
    expect(membersOf(body)).toEqual(['day']);
    expect(memberOf(body, 'day').isRequired).toBe(true);
  });

  it('knows neither other paths nor methods that a set does not allow', () => {
    expect(service.resolve('GET', '/custmers', '')).toMatchObject({ kind: 'unknownPath', segment: 0 });
    expect(service.resolve('POST', `/orders(${anyValue})/Acme.pots`, '')).toMatchObject({
      kind: 'unknownPath',
      segment: 1,
    });
    expect(service.resolve('POST', '/ledger', '')).toMatchObject({ kind: 'unknownMethod', allowed: ['GET'] });
    expect(service.resolve('PATCH', '/orders', '')).toMatchObject({ kind: 'unknownMethod', allowed: ['GET', 'POST'] });
  });
});

describe('metadata in JSON', () => {
  it('has types, enumerations, lengths and computed members', () => {
    const { body } = operationOf(readDescription(metadataJson, 'acme.json').resolve('POST', '/orders', ''));
    expect(membersOf(body)).toEqual([
      ...['id', 'number', 'state', 'changed', 'customer', 'posted', 'kind', 'buyerNumber', 'buyer'],
    ]);
    expect(memberOf(body, 'number').type).toMatchObject({ scalar: 'text', maxLength: 20 });
    expect(memberOf(body, 'state').type).toMatchObject({ values: ['Draft', 'Open'] });
    expect(memberOf(body, 'changed')).toMatchObject({ isReadOnly: true, type: { scalar: 'instant' } });
    expect(memberOf(body, 'customer').isRequired).toBe(true);
  });

  it('has what only reads, the allowed values, related records, lists and functions', () => {
    const service = readDescription(metadataJson, 'acme.json');
    const { body } = operationOf(service.resolve('POST', '/orders', ''));
    expect(memberOf(body, 'posted')).toMatchObject({ isReadOnly: true, documentation: 'Whether it is in the ledger.' });
    expect(memberOf(body, 'kind').type).toMatchObject({ values: ['Sale', '7'] });
    expect(memberOf(body, 'buyerNumber').isRequired).toBe(false);
    const buyer = memberOf(body, 'buyer');
    expect(buyer.isRelated).toBe(true);
    expect(memberOf(buyer.type, 'tags').type.kind).toBe('list');
    const due = operationOf(service.resolve('GET', `/orders(${anyValue})/Acme.due(day=2026-01-02)`, ''));
    expect(due).toMatchObject({ isCollection: false });
  });
});

describe('metadata of OData 3', () => {
  const service = readDescription(metadata3, 's.xml');

  it('follows associations, lists of complex types, and function imports', () => {
    const documents = operationOf(service.resolve('GET', `/Partners(${anyValue})/Documents`, ''));
    expect(documents).toMatchObject({ version: 3, isCollection: true, target: { name: 'S.Document' } });
    expect(memberOf(documents.protocol === 'odata' ? documents.target : undefined, 'Lines').type.kind).toBe('list');
    expect(membersOf(operationOf(service.resolve('POST', '/Service_GetPrice', '')).body)).toEqual(['Params']);
    expect(service.resolve('POST', `/Documents(${anyValue})/Close`, '').kind).toBe('operation');
    expect(service.resolve('POST', `/Partners(${anyValue})/Close`, '').kind).toBe('unknownPath');
  });

  it('has decimals that may be texts, because services write them as texts or numbers', () => {
    const { body } = operationOf(service.resolve('POST', '/Partners', ''));
    expect(memberOf(body, 'Total').type).toMatchObject({ scalar: 'number', mayBeText: true });
  });
});

it('a description with corrections keeps its paths and its size', () => {
  const service = readDescription(JSON.stringify(openApi3), 'acme.json');
  const described = corrected(service, { paths: ['/more'], optional: new Set() });
  expect(described.paths).toEqual([...service.paths, '/more']);
  expect(described.size).toEqual({ operations: 4, types: 1 });
});

describe('an OpenAPI document', () => {
  const service = readDescription(JSON.stringify(openApi3), 'acme.json');

  it('has the parameters, bodies and answers of its operations', () => {
    const list = operationOf(service.resolve('GET', '/invoices', ''));
    expect(list.protocol === 'openapi' ? [...(list.query?.keys() ?? [])] : []).toEqual(['page', 'status']);
    expect(list.protocol === 'openapi' ? [...list.headers.keys()] : []).toEqual(['if-modified-since']);
    const { body } = operationOf(service.resolve('POST', '/invoices', ''));
    expect(memberOf(body, 'number')).toMatchObject({ isRequired: true, type: { maxLength: 12 } });
    expect(memberOf(body, 'id')).toMatchObject({ isReadOnly: true, isRequired: false });
    expect(memberOf(body, 'custom').type.kind).toBe('unknown');
    // A schema may contain itself.
    expect(memberOf(memberOf(body, 'parent').type, 'parent').type).toBe(memberOf(body, 'parent').type);
  });

  it('prefers a path without parameters, and takes a part of the address as the begin of a path', () => {
    expect(operationOf(service.resolve('GET', '/invoices/summary', '')).name).toBe('GET /invoices/summary');
    expect(operationOf(service.resolve('GET', `/invoices/${anyValue}`, '')).name).toBe('GET /invoices/{id}');
    expect(operationOf(service.resolve('GET', '/summary', '/api/v1/invoices')).name).toBe('GET /invoices/summary');
    expect(service.resolve('GET', '/invoice', '/api/v1')).toMatchObject({
      kind: 'unknownPath',
      segment: 0,
      known: ['invoices'],
    });
    expect(service.resolve('PUT', '/invoices', '')).toMatchObject({ kind: 'unknownMethod', allowed: ['GET', 'POST'] });
  });

  it('takes the path that has the method, where a document has it twice with other names', () => {
    const one = { responses: { 200: { description: '' } } };
    const paths = { '/orders/{action}': { post: one }, '/orders/{id}': { get: one, delete: one } };
    const twice = readDescription(JSON.stringify({ openapi: '3.0.1', paths }), 'acme.json');
    expect(operationOf(twice.resolve('GET', '/orders/7', '')).name).toBe('GET /orders/{id}');
    expect(operationOf(twice.resolve('POST', '/orders/release', '')).name).toBe('POST /orders/{action}');
    expect(twice.resolve('PUT', '/orders/7', '')).toMatchObject({ kind: 'unknownMethod' });
  });

  it('reads Swagger 2.0 and YAML', () => {
    const swagger = `swagger: "2.0"\npaths:\n  /orders:\n    post:\n      parameters:\n        - { name: order, in: body, schema: { $ref: "#/definitions/Order" } }\n      responses: { 200: { schema: { $ref: "#/definitions/Order" } } }\ndefinitions:\n  Order: { type: object, properties: { id: { type: integer } } }\n`;
    const order = operationOf(readDescription(swagger, 'acme.yaml').resolve('POST', '/orders', ''));
    expect(membersOf(order.body)).toEqual(['id']);
    expect(membersOf(order.protocol === 'openapi' ? order.answer : undefined)).toEqual(['id']);
  });
});

describe('a text that is no description', () => {
  it.each([
    ['an HTML page', '<html><body>Not found</body></html>'],
    ['broken XML', '<a><b></a>'],
    ['a JSON list', '[]'],
    ['JSON without paths', '{"openapi":"3.0.1"}'],
  ])('%s is a fault with a message', (_, text) => {
    expect(() => readDescription(text, 'x')).toThrow(DescriptionFault);
  });
});
