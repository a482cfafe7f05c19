/** Requests and answers that a vendor's description does not allow, with the words of each. */
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../engine/description/read.ts';
import {
  answerDisagreements,
  type Disagreement,
  type RealRequest,
  requestDisagreements,
} from '../../../engine/description/validate.ts';

const types = `
  <EntityType Name="customer">
    <Key><PropertyRef Name="id"/></Key>
    <Property Name="id" Type="Edm.Guid" Nullable="false"/>
    <Property Name="number" Type="Edm.String" MaxLength="5" Nullable="false"/>
    <Property Name="balance" Type="Edm.Decimal"><Annotation Term="Org.OData.Core.V1.Computed" Bool="true"/></Property>
    <Property Name="count" Type="Edm.Int32"/>
    <Property Name="open" Type="Edm.Boolean"/>
    <Property Name="since" Type="Edm.Date"/>
    <Property Name="changed" Type="Edm.DateTimeOffset"/>
    <Property Name="at" Type="Edm.TimeOfDay"/>
    <Property Name="status" Type="NS.status"/>
    <NavigationProperty Name="orders" Type="Collection(NS.order)"/>
  </EntityType>
  <EntityType Name="order">
    <Key><PropertyRef Name="no"/></Key>
    <Property Name="no" Type="Edm.Int32" Nullable="false"/>
    <Property Name="text" Type="Edm.String"/>
  </EntityType>
  <EnumType Name="status"><Member Name="Open"/><Member Name="In_x0020_Review"/><Member Name="A_x002C_B"/></EnumType>
  <Action Name="close" IsBound="true"><Parameter Name="it" Type="NS.customer"/><Parameter Name="day" Type="Edm.Date"/></Action>
  <EntityContainer Name="C"><EntitySet Name="customers" EntityType="NS.customer"/><EntitySet Name="orders" EntityType="NS.order"/></EntityContainer>`;
const edmx = `<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices>
  <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="NS">${types}</Schema></edmx:DataServices></edmx:Edmx>`;
const odata = readDescription(edmx, 'm.xml', /^U_/);

const old = readDescription(
  `<edmx:Edmx xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" Version="1.0">
  <edmx:DataServices xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" m:DataServiceVersion="2.0">
  <Schema xmlns="http://schemas.microsoft.com/ado/2008/09/edm" Namespace="NS">
  <EntityType Name="Item"><Key><PropertyRef Name="Id"/></Key><Property Name="Id" Type="Edm.Int32" Nullable="false"/>
  <Property Name="Price" Type="Edm.Decimal"/><Property Name="At" Type="Edm.DateTime"/>
  <NavigationProperty Name="Parts" Relationship="NS.R" FromRole="A" ToRole="B"/></EntityType>
  <Association Name="R"><End Role="A" Type="NS.Item" Multiplicity="1"/><End Role="B" Type="NS.Item" Multiplicity="*"/></Association>
  <EntityContainer Name="C" m:IsDefaultEntityContainer="true"><EntitySet Name="Items" EntityType="NS.Item"/></EntityContainer>
  </Schema></edmx:DataServices></edmx:Edmx>`,
  'old.xml',
);

const openapi = readDescription(
  JSON.stringify({
    openapi: '3.0.0',
    paths: {
      '/items/{id}': {
        get: {
          parameters: [
            { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
            { name: 'filter', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } },
            { name: 'X-Company', in: 'header', schema: { type: 'integer' } },
          ],
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } } },
        },
        put: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
          responses: { 204: {} },
        },
      },
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          required: ['name'],
          properties: {
            id: { type: 'string', format: 'uuid', readOnly: true },
            name: { type: 'string', maxLength: 3, nullable: true },
            day: { type: 'string', format: 'date' },
            open: { type: 'object', additionalProperties: true, properties: { a: { type: 'number' } } },
          },
        },
      },
    },
  }),
  'api.json',
);

const request = (path: string, more: Partial<RealRequest> & { readonly options?: object } = {}): RealRequest => ({
  ...{ method: 'GET', path, base: '/v2', headers: {}, body: undefined },
  query: Object.entries(more.options ?? {}),
  ...more,
});

const clauses = (all: readonly Disagreement[]): readonly string[] => all.map(({ clause }) => clause);
const guid = '5e0f2c1a-0000-4000-8000-000000000001';

describe('a request', () => {
  const sent = (path: string, more?: Parameters<typeof request>[1]): readonly string[] =>
    clauses(requestDisagreements(odata, request(path, more)));

  it.for<[string, Parameters<typeof request>[1], string]>([
    ['/clients', {}, 'GET /clients, which m.xml does not have'],
    [`/customers(${guid})/address`, {}, 'GET /customers(…)/address, which m.xml does not have'],
    ['/customers', { method: 'DELETE' }, 'DELETE /customers, which m.xml does not have'],
    ['/customers', { options: { $fliter: 'x' } }, '`$fliter`, which OData does not have'],
    ['/customers', { options: { $top: 'ten' } }, '`$top` as "ten", which OData does not allow'],
    [
      '/customers',
      { options: { $filter: "nunber eq '1'" } },
      `\`$filter\` as "nunber eq '1'", but customer has no property "nunber"`,
    ],
    [
      '/customers',
      { options: { $filter: "status eq 'Shut'" } },
      `\`$filter\` as "status eq 'Shut'", but "Shut" is no value of status`,
    ],
    ['/customers', { options: { $orderby: 'name' } }, '`$orderby` as "name", but customer has no property "name"'],
    ['/customers', { options: { $select: 'name' } }, '`$select` as "name", but customer has no property "name"'],
    [
      '/customers',
      { options: { $expand: 'number' } },
      '`$expand` as "number", but customer has no property "number" to expand',
    ],
  ])('%s %j', ([path, more, clause]) => {
    expect(sent(path, more)).toEqual([clause]);
  });

  it('may have what the description and the protocol have', () => {
    const options = {
      $filter: "status eq 'In Review' and since ge 2026-01-01",
      $select: 'id',
      $expand: 'orders',
      $top: '5',
    };
    expect(sent('/customers', { options: { ...options, company: 'x' } })).toEqual([]);
    expect(sent(`/customers(${guid})/orders(7)`)).toEqual([]);
    expect(sent('/orders/7')).toEqual([]);
    expect(sent('/$metadata')).toEqual([]);
    expect(sent(`/customers%28${guid}%29`)).toEqual([]);
  });

  const posted = (body: unknown, more: Partial<RealRequest> = {}): readonly string[] =>
    sent('/customers', { method: 'POST', body, ...more });

  it.for<[object, string]>([
    [{ number: 'K1', county: 'x' }, '`county`, which m.xml does not have'],
    [{ open: true }, 'no `number`, which m.xml requires'],
    [{ number: null }, '`number` as null, which is never null in m.xml'],
    [{ number: 'K1', balance: 1 }, '`balance`, which the service computes (m.xml)'],
    [{ number: 'K00001' }, '`number` as "K00001", which is longer than 5 characters (m.xml)'],
    [{ number: 7 }, '`number` as 7, which is no Edm.String (m.xml)'],
    [{ number: 'K1', count: '7' }, '`count` as "7", which is no Edm.Int32 (m.xml)'],
    [{ number: 'K1', count: 1.5 }, '`count` as 1.5, which is no Edm.Int32 (m.xml)'],
    [{ number: 'K1', open: 'true' }, '`open` as "true", which is no Edm.Boolean (m.xml)'],
    [{ number: 'K1', since: '2026-02-30' }, '`since` as "2026-02-30", which is no Edm.Date (m.xml)'],
    [
      { number: 'K1', changed: '2026-02-03T10:00:00' },
      '`changed` as "2026-02-03T10:00:00", which is no Edm.DateTimeOffset (m.xml)',
    ],
    [{ number: 'K1', at: '25:00' }, '`at` as "25:00", which is no Edm.TimeOfDay (m.xml)'],
    [{ number: 'K1', id: 'i1' }, '`id` as "i1", which is no Edm.Guid (m.xml)'],
    [{ number: 'K1', status: 'Review' }, '`status` as "Review", which is no value of status (m.xml)'],
    [{ number: 'K1', orders: {} }, '`orders` as a record, which is a list in m.xml'],
    [{ number: 'K1', orders: [{ no: 1, name: 'x' }] }, '`orders.name`, which m.xml does not have'],
    [{ number: 'K1', orders: ['x'] }, '`orders` as "x", which is a record in m.xml'],
  ])('with the body %j', ([body, clause]) => {
    expect(posted(body)).toEqual([clause]);
  });

  it('may have the members of a protocol, own ones, both spellings of a value, and less for a change', () => {
    const body = {
      number: 'K1',
      U_Text: 1,
      '@odata.type': '#NS.customer',
      'orders@odata.bind': [],
      status: 'In Review',
      count: null,
    };
    expect(posted(body)).toEqual([]);
    expect(
      posted({ number: 'K1', status: 'In_x0020_Review', since: '0001-01-01', changed: '2026-02-03T10:00:00.5Z' }),
    ).toEqual([]);
    for (const status of ['A,B', 'Open,In Review']) expect(posted({ number: 'K1', status })).toEqual([]);
    expect(sent(`/customers(${guid})`, { method: 'PATCH', body: { open: true } })).toEqual([]);
    expect(sent(`/customers(${guid})/NS.close`, { method: 'POST', body: { day: 'now' } })).toEqual([
      '`day` as "now", which is no Edm.Date (m.xml)',
    ]);
    expect(
      posted({ number: 'K1', count: '7' }, { headers: { 'content-type': 'application/json;IEEE754Compatible=true' } }),
    ).toEqual(['`count` as "7", which is no Edm.Int32 (m.xml)']);
  });

  it('of an OpenAPI document has its parameters, headers and members', () => {
    const all = (more: Parameters<typeof request>[1]): readonly string[] =>
      clauses(requestDisagreements(openapi, request('/items/7', more)));
    expect(all({ options: { page: '1', filter: 'a' }, headers: { 'x-company': '7' } })).toEqual([]);
    expect(all({})).toEqual(['no `page`, which api.json requires']);
    expect(all({ options: { page: 'one' } })).toEqual(['`page` as "one", which is no integer (api.json)']);
    expect(all({ options: { page: '1', filter: 'c' } })).toEqual([
      '`filter` as "c", which is no value of string (api.json)',
    ]);
    expect(all({ options: { page: '1', size: '1' } })).toEqual(['`size`, which api.json does not have']);
    expect(all({ options: { page: '1' }, headers: { 'x-company': 'x' } })).toEqual([
      '`x-company` as "x", which is no integer (api.json)',
    ]);
    const put = (body: unknown): readonly string[] => all({ method: 'PUT', body });
    expect(put({ name: 'abc', open: { b: 1 } })).toEqual([]);
    expect(put({ id: guid, name: 'abcd', day: '1.2.2026', size: 1 })).toEqual([
      '`id`, which the service computes (api.json)',
      '`name` as "abcd", which is longer than 3 characters (api.json)',
      '`day` as "1.2.2026", which is no string (date) (api.json)',
      '`size`, which api.json does not have',
    ]);
    expect(put({ open: { a: 'x' } })).toEqual([
      '`open.a` as "x", which is no number (api.json)',
      'no `name`, which api.json requires',
    ]);
    expect(all({ options: { page: '1' }, body: { a: 1 } })).toEqual(['a body, which api.json does not have']);
  });
});

describe('an answer', () => {
  const answered = (body: unknown, options: object = {}, status = 200): readonly Disagreement[] =>
    answerDisagreements(odata, request('/customers', { options }), { status, headers: {}, body });

  it.for<[object, object, string]>([
    [{ id: guid, county: 'x' }, {}, '`county`, which m.xml does not have'],
    [{ id: 'i1' }, {}, '`id` as "i1", which is no Edm.Guid (m.xml)'],
    [{ id: null }, {}, '`id` as null, which is never null in m.xml'],
    [{ id: guid, balance: '1.5' }, {}, '`balance` as "1.5", which is no Edm.Decimal (m.xml)'],
    [{ id: guid, number: 'K1' }, { $select: 'id' }, '`number`, which `$select` does not ask for'],
    [{ id: guid, orders: [] }, {}, '`orders`, which `$expand` does not ask for'],
    [{ id: guid }, { $select: 'number' }, 'no `number`, which m.xml requires'],
    [{ number: 'K1' }, { $select: 'id,number' }, 'no `id`, which m.xml requires'],
    [
      { id: guid, orders: [{ no: 1, text: 'x' }] },
      { $expand: 'orders($select=no)' },
      '`orders.text`, which `$select` does not ask for',
    ],
    [{ id: guid, orders: [{ no: 'x' }] }, { $expand: 'orders' }, '`orders.no` as "x", which is no Edm.Int32 (m.xml)'],
  ])('%j to %j', ([row, options, clause]) => {
    expect(clauses(answered({ value: [row] }, options))).toEqual([clause]);
  });

  it('may have the members of the protocol, and lack what may be null', () => {
    const row = {
      '@odata.etag': 'W/1',
      id: guid,
      'count@odata.type': '#Int32',
      U_X: 1,
      balance: null,
      status: 'In Review',
    };
    const body = { '@odata.context': 'x', '@odata.nextLink': 'y', '@odata.count': 1, value: [row] };
    expect(answered(body, { $select: 'balance,status,count' })).toEqual([]);
    expect(answered({ value: [{ id: guid, orders: [{ no: 1 }] }] }, { $expand: 'orders' })).toEqual([]);
    const texts = {
      status: 200,
      headers: { 'content-type': 'application/json;IEEE754Compatible=true' },
      body: { value: [{ id: guid, balance: '1.5' }] },
    };
    expect(answerDisagreements(odata, request('/customers'), texts)).toEqual([]);
    expect(answered({ value: [{ total: 1 }] }, { $apply: 'aggregate($count as total)' })).toEqual([]);
  });

  it('is an excerpt where a key is missing that no $select names', () => {
    const [only, ...more] = answered({ value: [{ number: 'K1' }] });
    expect(only).toMatchObject({ side: 'answer', clause: 'no `id`, which m.xml requires', isExcerpt: true });
    expect(more).toEqual([]);
    expect(answered({ value: [{ number: 'K1' }] }, { $select: 'id,number' })).toMatchObject([{ isExcerpt: false }]);
  });

  it('with an error or without a body is not held against the description', () => {
    expect(answered({ error: { code: 'x' } }, {}, 404)).toEqual([]);
    expect(answered(undefined, {}, 204)).toEqual([]);
    expect(clauses(answered({ error: { code: 'x' } }))).toEqual(['no `value`, which OData requires']);
  });

  it('names the request without values, and has one key for all values', () => {
    const of = (id: string): readonly Disagreement[] =>
      answerDisagreements(odata, request(`/customers(${id})`), { status: 200, headers: {}, body: { id } });
    expect(of('i1')).toMatchObject([{ operation: 'GET /customers(…)' }]);
    expect(of('i1')[0]?.key).toBe(of('i2')[0]?.key);
  });

  it('of OData 2 has a wrapper, old times, texts for decimals, and links in place of related records', () => {
    const all = (row: object, query: Readonly<Record<string, string>> = {}): readonly string[] =>
      clauses(
        answerDisagreements(old, request('/Items', { options: query }), {
          status: 200,
          headers: {},
          body: { d: { results: [row] } },
        }),
      );
    const row = {
      __metadata: {},
      Id: 1,
      Price: '1.50',
      At: '/Date(1767225600000)/',
      Parts: { __deferred: { uri: 'x' } },
    };
    expect(all(row)).toEqual([]);
    expect(all({ ...row, At: 'today' })).toEqual(['`At` as "today", which is no Edm.DateTime (old.xml)']);
    expect(all({ ...row, Parts: { results: [] } })).toEqual(['`Parts`, which `$expand` does not ask for']);
    expect(all({ ...row, Parts: { results: [row] } }, { $expand: 'Parts' })).toEqual([]);
    expect(all({ ...row, Parts: [row] }, { $expand: 'Parts' })).toEqual([
      '`Parts` as a list, which is a record in old.xml',
    ]);
  });

  it('of an OpenAPI document has its required members', () => {
    const all = (body: unknown): readonly string[] =>
      clauses(
        answerDisagreements(openapi, request('/items/7', { options: { page: '1' } }), {
          status: 200,
          headers: {},
          body,
        }),
      );
    expect(all({ id: guid, name: null, open: { b: 1 } })).toEqual([]);
    expect(all({ id: 'x', '@odata.etag': 1 })).toEqual([
      '`id` as "x", which is no string (uuid) (api.json)',
      '`@odata.etag`, which api.json does not have',
      'no `name`, which api.json requires',
    ]);
  });
});
