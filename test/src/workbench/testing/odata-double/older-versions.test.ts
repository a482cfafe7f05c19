/** Versions 2 and 3 of OData: associations, the forms of answers, and functions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ServiceLayer, serviceLayer } from './service-layer.ts';

const metadata = (
  version: string,
): string => `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx">
<edmx:DataServices xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" m:DataServiceVersion="${version}" m:MaxDataServiceVersion="${version}">
<Schema Namespace="S" xmlns="http://schemas.microsoft.com/ado/2009/11/edm">
  <EntityType Name="Customer"><Key><PropertyRef Name="Id"/></Key>
    <Property Name="Id" Type="Edm.Int32" Nullable="false"/><Property Name="Name" Type="Edm.String"/>
    <Property Name="Limit" Type="Edm.Decimal"/><Property Name="Since" Type="Edm.DateTime"/>
    <Property Name="Rebate" Type="Edm.Double"/>
    <NavigationProperty Name="Orders" Relationship="S.CustomerOrders" FromRole="Customer" ToRole="Order"/></EntityType>
  <EntityType Name="Order"><Key><PropertyRef Name="No"/></Key>
    <Property Name="No" Type="Edm.String" Nullable="false"/><Property Name="CustomerId" Type="Edm.Int32"/>
    <NavigationProperty Name="Customer" Relationship="S.CustomerOrders" FromRole="Order" ToRole="Customer"/></EntityType>
  <Association Name="CustomerOrders"><End Role="Customer" Type="S.Customer" Multiplicity="0..1"/><End Role="Order" Type="S.Order" Multiplicity="*"/>
    <ReferentialConstraint><Principal Role="Customer"><PropertyRef Name="Id"/></Principal><Dependent Role="Order"><PropertyRef Name="CustomerId"/></Dependent></ReferentialConstraint></Association>
  <EntityContainer Name="C" m:IsDefaultEntityContainer="true"><EntitySet Name="Customers" EntityType="S.Customer"/><EntitySet Name="Orders" EntityType="S.Order"/></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>`;

const rows = {
  Customers: [
    { Id: 1, Name: 'Adatum', Limit: 12.5, Since: '2026-01-02T03:04:05', Rebate: 0.5 },
    { Id: 2, Name: 'Trey', Since: '2026-01-03T00:00:00' },
  ],
  Orders: [{ No: 'A1', CustomerId: 1 }],
};

async function service(version: string): Promise<ServiceLayer> {
  const folder = mkdtempSync(join(tmpdir(), 'odata-double-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'metadata.xml');
  writeFileSync(file, metadata(version));
  return serviceLayer(rows, () => ({ pages: { size: 1, by: 'row' } }), file);
}

it('answers as version 2', async () => {
  const { send } = await service('2.0');
  const since = encodeURIComponent("Since lt datetime'2026-01-03T00:00:00' and substringof('dat',Name)");
  expect((await send(`/Customers?$filter=${since}&$inlinecount=allpages&$expand=Orders`)).body).toEqual({
    d: {
      results: [
        {
          Id: 1,
          Name: 'Adatum',
          Limit: '12.5',
          Since: '/Date(1767323045000)/',
          Rebate: '0.5',
          Orders: { results: [{ No: 'A1', CustomerId: 1 }] },
        },
      ],
      __count: '1',
    },
  });
  const { body } = await send('/Customers');
  expect(body).toMatchObject({ d: { __next: expect.stringContaining('/Customers?%24skiptoken=') } });
  expect((await send("/Orders('A1')/Customer")).body).toMatchObject({ d: { Name: 'Adatum' } });
  expect((await send('/Customers(3)')).body.error).toMatchObject({ message: { value: expect.any(String) } });
  expect((await send("/Customers?$filter=contains(Name,'a')")).status).toBe(400);
});

it('answers as version 3', async () => {
  const { send } = await service('3.0');
  expect((await send("/Customers?$filter=Orders/any(o: o/No eq 'A1')&$inlinecount=allpages")).body).toEqual({
    'odata.metadata': expect.stringContaining('/$metadata#Customers'),
    'odata.count': '1',
    value: [{ Id: 1, Name: 'Adatum', Limit: '12.5', Since: '2026-01-02T03:04:05', Rebate: 0.5 }],
  });
  expect((await send('/Customers')).body).toMatchObject({ 'odata.nextLink': expect.stringContaining('skiptoken') });
  expect((await send('/Customers(3)')).body).toHaveProperty(['odata.error', 'message', 'value']);
});
