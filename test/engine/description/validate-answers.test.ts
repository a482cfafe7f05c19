/** Answers that a vendor's description does not allow, with the words of each. */
import { describe, expect, it } from 'vitest';
import { answerDisagreements, type Disagreement } from '../../../engine/description/validate.ts';
import { clauses, guid, odata, old, openapi, request } from './validated-services.ts';

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
    const disagreementsOf = (id: string): readonly Disagreement[] =>
      answerDisagreements(odata, request(`/customers(${id})`), { status: 200, headers: {}, body: { id } });
    expect(disagreementsOf('i1')).toMatchObject([{ operation: 'GET /customers(…)' }]);
    expect(disagreementsOf('i1')[0]?.key).toBe(disagreementsOf('i2')[0]?.key);
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
    // OData 3 has no type of days either: a service may write the day alone.
    expect(all({ ...row, At: '2026-02-28' })).toEqual([]);
    expect(all({ ...row, At: '2026-02-30' })).toEqual(['`At` as "2026-02-30", which is no Edm.DateTime (old.xml)']);
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
