/** Requests that a vendor's description does not allow, with the words of each. */
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../engine/description/read.ts';
import type { RealRequest } from '../../../engine/description/real-request.ts';
import { requestDisagreements } from '../../../engine/description/validate.ts';
import { clauses, guid, odata, openapi, request } from './validated-services.ts';

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

describe('a key in the path', () => {
  const sent = (path: string): readonly string[] => clauses(requestDisagreements(odata, request(path)));

  it.for([
    ["/customers('K1')", `\`customers(…)\` as "'K1'", but "id" is a GUID (Edm.Guid), and is compared with a text`],
    ["/orders('7')", `\`orders(…)\` as "'7'", but "no" is a number (Edm.Int32), and is compared with a text`],
    ['/orders(nr=7)', '`orders(…)` as "nr=7", but order has no property "nr"'],
    [
      '/orders(no=7,text=1)',
      `\`orders(…)\` as "no=7,text=1", but "text" is a text (Edm.String), and is compared with a number`,
    ],
    [
      `/customers(${guid})/orders('7')`,
      `\`orders(…)\` as "'7'", but "no" is a number (Edm.Int32), and is compared with a text`,
    ],
  ])('%s', ([path = '', clause]) => {
    expect(sent(path)).toEqual([clause]);
  });

  it('is not shown in a log', () => {
    const [fault] = requestDisagreements(odata, request("/orders('Mustermann')"));
    expect(fault?.withoutValues).toBe('`orders(…)`, but "no" is a number (Edm.Int32), and is compared with a text');
  });

  it('may be another one, and a name or a number', () => {
    for (const path of ['/orders(7)', '/orders(no=7)', "/orders(text='x')", `/customers(${guid})`])
      expect(sent(path)).toEqual([]);
  });
});

describe('a required header', () => {
  const parameters = [
    { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'Accept', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'token', in: 'query', required: true, schema: { type: 'string' } },
  ];
  const service = readDescription(
    JSON.stringify({ openapi: '3.0.0', paths: { '/items': { get: { parameters, responses: { 200: {} } } } } }),
    'api.json',
  );
  const sent = (more: Partial<RealRequest>): readonly string[] =>
    clauses(requestDisagreements(service, request('/items', more)));

  it('is missed, unless HTTP or the authentication adds it', () => {
    const credentials = ['x-key', 'token'];
    expect(sent({ headers: { 'x-tenant': 'a' }, credentials })).toEqual([]);
    expect(sent({ credentials })).toEqual(['no `X-Tenant`, which api.json requires']);
    expect(sent({ headers: { 'x-tenant': 'a' } })).toEqual([
      'no `token`, which api.json requires',
      'no `X-Key`, which api.json requires',
    ]);
  });
});
