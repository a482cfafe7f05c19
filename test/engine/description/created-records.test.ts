/** Which records of a request must have their required members: those that it creates, and not those that it refers to. */
import { describe, expect, it } from 'vitest';
import type { DescribedMethod } from '../../../engine/description/model.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { requestDisagreements } from '../../../engine/description/validate.ts';

const schema = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const requestBody = { content: { 'application/json': { schema: ref('order') } } };
const openapi = readDescription(
  JSON.stringify({
    openapi: '3.0.0',
    paths: { '/orders': { post: { requestBody }, put: { requestBody }, patch: { requestBody } } },
    components: {
      schemas: {
        order: schema(['customer'], {
          customer: ref('customer'),
          address: schema(['city'], { city: { type: 'string' } }),
          lines: { type: 'array', items: ref('line') },
        }),
        customer: schema(['name'], {
          id: { type: 'integer' },
          name: { type: 'string' },
          address: schema(['city'], { city: {} }),
        }),
        line: schema(['sku'], { sku: { type: 'string' }, item: ref('customer') }),
      },
    },
  }),
  'api.json',
);
const odata = readDescription(
  `<edmx:Edmx Version="4.0"><edmx:DataServices><Schema Namespace="N">
  <EntityType Name="order"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Int32"/><Property Name="text" Type="Edm.String" Nullable="false"/><Property Name="lines" Type="Collection(N.line)"/></EntityType>
  <ComplexType Name="line"><Property Name="sku" Type="Edm.String" Nullable="false"/></ComplexType>
  <EntityContainer Name="C"><EntitySet Name="orders" EntityType="N.order"/></EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`,
  'm.xml',
);

const missing = (service: typeof odata, method: DescribedMethod, path: string, body: object): readonly string[] =>
  requestDisagreements(service, { method, path, base: '', query: [], headers: {}, body }).map(({ clause }) => clause);

describe('a request that creates a record', () => {
  it('may refer to an existing record by its key alone', () => {
    expect(missing(openapi, 'POST', '/orders', { customer: { id: 5 } })).toEqual([]);
    // What is inside of a reference is a part of the existing record.
    expect(missing(openapi, 'POST', '/orders', { customer: { id: 5, address: {} } })).toEqual([]);
  });

  it.each(['POST', 'PUT'] as const)('has the required members of what it creates: %s', (method) => {
    const body = { customer: { id: 5 }, address: {}, lines: [{ item: { id: 1 } }] };
    expect(missing(openapi, method, '/orders', body)).toEqual([
      'no `address.city`, which api.json requires',
      'no `lines.sku`, which api.json requires',
    ]);
    expect(missing(openapi, method, '/orders', {})).toEqual(['no `customer`, which api.json requires']);
  });
});

it('a change has the members that it changes alone, also in lists', () => {
  expect(missing(openapi, 'PATCH', '/orders', { lines: [{}] })).toEqual([]);
  expect(missing(odata, 'PATCH', '/orders(1)', { lines: [{}] })).toEqual([]);
  expect(missing(odata, 'PUT', '/orders(1)', { lines: [{}] })).toEqual([]);
  expect(missing(odata, 'POST', '/orders', { text: 'x', lines: [{}] })).toEqual([
    'no `lines.sku`, which m.xml requires',
  ]);
});

it('a member that is named like one of every object is missing where the request does not have it', () => {
  const service = readDescription(
    JSON.stringify({
      openapi: '3.0.0',
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: { 'application/json': { schema: schema(['constructor'], { constructor: { type: 'string' } }) } },
            },
          },
        },
      },
    }),
    'api.json',
  );
  expect(missing(service, 'POST', '/a', {})).toEqual(['no `constructor`, which api.json requires']);
});
