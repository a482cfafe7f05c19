/** Aliases of namespaces, and annotations outside of the elements that they are about, in both forms of `$metadata`. */
import { describe, expect, it } from 'vitest';
import type { DescribedMember } from '../../../engine/description/model.ts';
import { readDescription } from '../../../engine/description/read.ts';

const xml = (schema: string): string =>
  `<edmx:Edmx xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx" Version="4.0"><edmx:DataServices>
  <Schema xmlns="http://docs.oasis-open.org/odata/ns/edm" Namespace="Acme.Sales" Alias="A">${schema}</Schema></edmx:DataServices></edmx:Edmx>`;

const inXml = xml(`
  <EntityType Name="document" Abstract="true"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Int32" Nullable="false"/></EntityType>
  <EntityType Name="order" BaseType="A.document">
    <Property Name="total" Type="Edm.Decimal" Nullable="false"/>
    <Property Name="note" Type="Edm.String" Nullable="false"/>
    <NavigationProperty Name="customer" Type="A.customer"/>
  </EntityType>
  <EntityType Name="customer"><Key><PropertyRef Name="id"/></Key><Property Name="id" Type="Edm.Int32" Nullable="false"/></EntityType>
  <Action Name="post" IsBound="true"><Parameter Name="it" Type="A.order"/></Action>
  <EntityContainer Name="C"><EntitySet Name="orders" EntityType="A.order"/><EntitySet Name="customers" EntityType="A.customer"/></EntityContainer>
  <Annotations Target="A.order/total"><Annotation Term="Core.Computed" Bool="true"/></Annotations>
  <Annotations Target="A.order/total"><Annotation Term="Core.Description" String="Net amount"/></Annotations>
  <Annotations Target="A.C/customers"><Annotation Term="Capabilities.InsertRestrictions"><Record><PropertyValue Property="Insertable" Bool="false"/></Record></Annotation></Annotations>
  <Annotations Target="A.C/customers"><Annotation Term="Capabilities.DeleteRestrictions"><Record><PropertyValue Property="Deletable" Bool="false"/></Record></Annotation></Annotations>`);

const id = { $Type: 'Edm.Int32' };
const inJson = JSON.stringify({
  $Version: '4.01',
  $EntityContainer: 'A.C',
  'Acme.Sales': {
    $Alias: 'A',
    document: { $Kind: 'EntityType', $Key: ['id'], id },
    order: {
      $Kind: 'EntityType',
      $BaseType: 'A.document',
      total: { $Type: 'Edm.Decimal' },
      note: {},
      customer: { $Kind: 'NavigationProperty', $Type: 'A.customer' },
    },
    customer: { $Kind: 'EntityType', $Key: ['id'], id },
    post: [{ $Kind: 'Action', $IsBound: true, $Parameter: [{ $Name: 'it', $Type: 'A.order' }] }],
    C: {
      $Kind: 'EntityContainer',
      orders: { $Collection: true, $Type: 'A.order' },
      customers: { $Collection: true, $Type: 'A.customer' },
    },
    $Annotations: {
      'A.order/total': { '@Core.Computed': true },
      'Acme.Sales.order/total': { '@Own.Description': 'Net amount' },
      'A.C/customers': {
        '@Capabilities.InsertRestrictions': { Insertable: false },
        '@Capabilities.DeleteRestrictions': { Deletable: false },
      },
    },
  },
});

describe.each([
  ['XML', inXml],
  ['JSON', inJson],
])('metadata in %s', (_form, text) => {
  const service = readDescription(text, 'm');
  const member = (name: string): DescribedMember | undefined => {
    const resolution = service.resolve('POST', '/orders', '');
    const body = resolution.kind === 'operation' ? resolution.operation.body : undefined;
    return body?.kind === 'record' ? body.members.get(name) : undefined;
  };

  it('has all annotations of a member that are outside of it', () => {
    expect(member('total')).toMatchObject({ isReadOnly: true, isRequired: false, documentation: 'Net amount' });
    expect(member('note')).toMatchObject({ isReadOnly: false, isRequired: true });
  });

  it('has all annotations of a set that are outside of it', () => {
    expect(service.resolve('POST', '/customers', '')).toMatchObject({ kind: 'unknownMethod', allowed: ['GET'] });
    expect(service.resolve('DELETE', '/customers(1)', '')).toMatchObject({
      kind: 'unknownMethod',
      allowed: ['GET', 'PATCH', 'PUT'],
    });
  });

  it('resolves bases, related records and bound actions that are named with the alias', () => {
    expect(member('id')).toBeDefined();
    expect(service.resolve('GET', '/orders(1)/customer/id', '').kind).toBe('operation');
    for (const path of ['/orders(1)/Acme.Sales.post', '/orders(1)/A.post'])
      expect(service.resolve('POST', path, '').kind).toBe('operation');
    // What a set does not allow holds for relations to its type.
    expect(service.resolve('DELETE', '/orders(1)/customer', '').kind).toBe('unknownMethod');
  });
});
