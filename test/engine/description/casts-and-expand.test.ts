/** Casts in paths and options, and all forms of `$expand` (OASIS OData 4.01, part 2, 4.11 and 5.1.3). */
import { describe, expect, it } from 'vitest';
import { anyValue, type Resolution } from '../../../engine/description/model.ts';
import { readDescription } from '../../../engine/description/read.ts';
import type { RealRequest } from '../../../engine/description/real-request.ts';
import { answerDisagreements, requestDisagreements } from '../../../engine/description/validate.ts';

const service = readDescription(
  `<edmx:Edmx Version="4.0"><edmx:DataServices><Schema Namespace="Acme.Sales" Alias="A">
  <EntityType Name="partner"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Int32" Nullable="false"/><Property Name="name" Type="Edm.String"/></EntityType>
  <EntityType Name="customer" BaseType="A.partner"><Property Name="limit" Type="Edm.Decimal"/><NavigationProperty Name="orders" Type="Collection(A.order)"/><NavigationProperty Name="agent" Type="A.agent"/></EntityType>
  <EntityType Name="agent"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Int32" Nullable="false"/><NavigationProperty Name="head" Type="A.agent"/></EntityType>
  <EntityType Name="order"><Key><PropertyRef Name="no"/></Key><Property Name="no" Type="Edm.Int32" Nullable="false"/><Property Name="text" Type="Edm.String"/></EntityType>
  <Action Name="close" IsBound="true"><Parameter Name="it" Type="A.partner"/></Action>
  <EntityContainer Name="C"><EntitySet Name="partners" EntityType="A.partner"/><EntitySet Name="customers" EntityType="A.customer"/><EntitySet Name="agents" EntityType="A.agent"/></EntityContainer>
  </Schema></edmx:DataServices></edmx:Edmx>`,
  'm.xml',
);

const request = (path: string, options: Readonly<Record<string, string>> = {}): RealRequest => ({
  ...{ method: 'GET', path, base: '', headers: {}, body: undefined },
  query: Object.entries(options),
});
const sent = (path: string, options?: Readonly<Record<string, string>>): readonly string[] =>
  requestDisagreements(service, request(path, options)).map(({ clause }) => clause);
const answered = (path: string, body: unknown, options?: Readonly<Record<string, string>>): readonly string[] =>
  answerDisagreements(service, request(path, options), { status: 200, headers: {}, body }).map(({ clause }) => clause);

describe('a cast in a path', () => {
  const resolve = (path: string): Resolution => service.resolve('GET', path, '');

  it.each(['Acme.Sales.customer', 'A.customer'])('leads to the members of the type: %s', (cast) => {
    expect(resolve(`/partners/${cast}`)).toMatchObject({
      operation: { isCollection: true, target: { name: 'Acme.Sales.customer' } },
    });
    expect(resolve(`/partners(${anyValue})/${cast}/orders`)).toMatchObject({
      operation: { isCollection: true, target: { name: 'Acme.Sales.order' } },
    });
    expect(resolve(`/partners/${cast}(${anyValue})`)).toMatchObject({
      operation: { isCollection: false, keyed: [{ segment: 1 }] },
    });
  });

  it('may lead to a base, and to nothing that is not related', () => {
    expect(resolve('/customers/Acme.Sales.partner').kind).toBe('operation');
    expect(resolve('/partners/Acme.Sales.order')).toMatchObject({ kind: 'unknownPath', segment: 1 });
    expect(resolve('/partners/Acme.Sales.custmer')).toMatchObject({
      kind: 'unknownPath',
      known: expect.arrayContaining(['Acme.Sales.customer']),
    });
  });

  it('is not needed for a call that is bound to a base', () => {
    for (const path of ['/customers(1)/A.close', '/partners(1)/Acme.Sales.customer/Acme.Sales.close'])
      expect(service.resolve('POST', path, '').kind).toBe('operation');
  });
});

describe('a cast in an option', () => {
  it('leads to members that are not compared', () => {
    const options = {
      $select: 'Acme.Sales.customer/limit,Acme.Sales.customer/name',
      $expand: 'Acme.Sales.customer/orders($top=1)',
      $filter: 'Acme.Sales.customer/limit gt 5',
    };
    expect(sent('/partners', options)).toEqual([]);
    const row = { id: 1, limit: 2, name: 'x', orders: [] };
    expect(answered('/partners', { value: [row] }, options)).toEqual([]);
  });
});

describe('$expand', () => {
  it('expands all related records by *', () => {
    const row = { id: 1, orders: [{ no: 1 }], agent: { id: 'x' } };
    expect(answered('/customers', { value: [row] }, { $expand: '*' })).toEqual([
      '`agent.id` as "x", which is no Edm.Int32 (m.xml)',
    ]);
    expect(sent('/customers', { $expand: '*($levels=2)' })).toEqual([]);
  });

  it('asks for links by $ref and for numbers by $count', () => {
    expect(sent('/customers', { $expand: 'orders/$ref,agent/$count,*/$ref' })).toEqual([]);
    const row = { id: 1, orders: [{ '@odata.id': 'orders(1)' }], agent: { '@odata.id': 'agents(1)' } };
    expect(answered('/customers', { value: [row] }, { $expand: '*/$ref' })).toEqual([]);
    expect(
      answered('/customers', { value: [{ id: 1, 'orders@odata.count': 2 }] }, { $expand: 'orders/$count' }),
    ).toEqual([]);
  });

  it.each([
    ['2', ['`head.head.head`, which `$expand` does not ask for']],
    ['max', []],
  ])('expands with $levels=%s as many levels', (levels, expected) => {
    const body = { value: [{ id: 1, head: { id: 2, head: { id: 3, head: { id: 4 } } } }] };
    expect(answered('/agents', body, { $expand: `head($levels=${levels})` })).toEqual(expected);
  });

  it('gives the options after a path to its last property', () => {
    const body = { value: [{ id: 1, agent: { id: 2, head: { id: 3 } } }] };
    expect(answered('/customers', body, { $expand: 'agent/head($expand=head)' })).toEqual([]);
    expect(sent('/customers', { $expand: 'agent/head($select=name)' })).toEqual([
      expect.stringMatching(/but agent has no property "name"$/),
    ]);
  });

  it.each([
    ['orders($fliter=no eq 1)', 'OData has no option "$fliter" inside of $expand'],
    ['orders($top=ten)', '"ten" is no value of $top'],
    ['orders($count=yes)', '"yes" is no value of $count'],
    ['agent($levels=all)', '"all" is no value of $levels'],
    ['orders($filter=nu eq 1;$top=1)', 'order has no property "nu"'],
    ['orders($orderby=nu)', 'order has no property "nu"'],
    ['orders($select=no', '"orders" is not followed by options in brackets'],
  ])('%s has a fault', (expand, message) => {
    expect(sent('/customers', { $expand: expand })).toEqual([expect.stringContaining(`but ${message}`)]);
  });

  it('has no fault where a value is only known when the request is sent, and others are found', () => {
    const value = anyValue.repeat(9);
    expect(sent('/customers', { $expand: `orders($filter=no eq ${value};$top=${value}),${value}(${value})` })).toEqual(
      [],
    );
    expect(sent('/customers', { $expand: `orders($filter=nu eq ${value})` })).toHaveLength(1);
  });

  it('leaves open what `$apply` and `$compute` inside of it make', () => {
    expect(sent('/customers', { $expand: 'orders($apply=groupby((text));$filter=any eq 1;$orderby=one)' })).toEqual([]);
  });
});
