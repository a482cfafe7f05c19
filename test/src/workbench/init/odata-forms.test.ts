/** `engine init` on the other forms of OData metadata: version 2 in XML, and version 4 in JSON. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emptyFolder, type Folder } from './init-folder.ts';

const version2 = `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx">
  <edmx:DataServices m:DataServiceVersion="2.0" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
    <Schema Namespace="S" xmlns="http://schemas.microsoft.com/ado/2008/09/edm">
      <EntityType Name="Customer">
        <Key><PropertyRef Name="CustomerId"/></Key>
        <Property Name="CustomerId" Type="Edm.Guid" Nullable="false"/>
        <Property Name="Name" Type="Edm.String"/>
        <Property Name="CreditLimit" Type="Edm.Decimal"/>
      </EntityType>
      <EntityType Name="Invoice">
        <Key><PropertyRef Name="InvoiceId"/></Key>
        <Property Name="InvoiceId" Type="Edm.Guid" Nullable="false"/>
        <Property Name="InvoiceNumber" Type="Edm.String"/>
        <Property Name="InvoiceDate" Type="Edm.DateTime"/>
        <Property Name="Amount" Type="Edm.Decimal"/>
        <Property Name="Sold" Type="Edm.Guid"/>
        <NavigationProperty Name="Buyer" Relationship="S.InvoiceBuyer" FromRole="Invoice" ToRole="Customer"/>
      </EntityType>
      <Association Name="InvoiceBuyer">
        <End Role="Invoice" Type="S.Invoice" Multiplicity="*"/>
        <End Role="Customer" Type="S.Customer" Multiplicity="0..1"/>
        <ReferentialConstraint>
          <Principal Role="Customer"><PropertyRef Name="CustomerId"/></Principal>
          <Dependent Role="Invoice"><PropertyRef Name="Sold"/></Dependent>
        </ReferentialConstraint>
      </Association>
      <EntityContainer Name="C">
        <EntitySet Name="Customers" EntityType="S.Customer"/>
        <EntitySet Name="Invoices" EntityType="S.Invoice"/>
      </EntityContainer>
    </Schema>
  </edmx:DataServices>
</edmx:Edmx>`;

const key = { $Type: 'Edm.Guid' };
const json = JSON.stringify({
  $Version: '4.01',
  $EntityContainer: 'S.C',
  S: {
    Customer: { $Kind: 'EntityType', $Key: ['CustomerId'], CustomerId: key, Name: { $Nullable: true } },
    Invoice: {
      $Kind: 'EntityType',
      $Key: ['InvoiceId'],
      InvoiceId: key,
      InvoiceNumber: { $Nullable: true },
      InvoiceDate: { $Type: 'Edm.Date' },
      Sold: { ...key, $Nullable: true },
      Buyer: {
        $Kind: 'NavigationProperty',
        $Type: 'S.Customer',
        $Nullable: true,
        $ReferentialConstraint: { Sold: 'CustomerId' },
      },
    },
    C: {
      $Kind: 'EntityContainer',
      Customers: { $Type: 'S.Customer', $Collection: true },
      Invoices: { $Type: 'S.Invoice', $Collection: true },
    },
  },
});

let folder: Folder;
beforeAll(async () => {
  folder = emptyFolder();
  writeFileSync(join(folder.path, 'old.xml'), version2);
  writeFileSync(join(folder.path, 'new.json'), json);
  const url = 'https://erp.example.com/odata';
  for (const [file, name] of [
    ['old.xml', 'old'],
    ['new.json', 'new'],
  ] as const)
    expect(await folder.run('init', '--file', file, '--url', url, '--name', name, '--yes')).toMatchObject({
      status: 0,
    });
});
afterAll(() => folder.remove());

it('version 2: literals, answers and functions are those of the version, and associations give the customer of an invoice', () => {
  const { sources, endpoints } = parse(folder.text('old', 'profile.yaml'));
  expect(sources.erp).toMatchObject({
    literals: 'odata-v2',
    request: { rows: 'd.results' },
    page: { next: 'd.__next' },
    probe: { get: '/Customers' },
  });
  expect(endpoints['/customer-invoices/list'].params.$filter).toEqual(['Sold eq {{ $guid(customerErpId) }}']);
  expect(endpoints['/catalog/customers/search'].params.$filter).toEqual([
    { $each: '$words', $item: 'substringof({{ $lowercase($) }}, tolower(Name))' },
  ]);
  expect(endpoints['/credit/customer']).toMatchObject({ get: '/Customers({{ $guid(customerErpId) }})', rows: 'd' });
});

it('JSON: a reference declares the customer of an invoice', () => {
  const { sources, endpoints } = parse(folder.text('new', 'profile.yaml'));
  expect(sources.erp).toMatchObject({ literals: 'odata', request: { rows: 'value' } });
  expect(endpoints['/customer-invoices/list'].params.$filter).toEqual(['Sold eq {{ $guid(customerErpId) }}']);
  expect(endpoints['/catalog/customers/search'].params.$filter).toEqual([
    { $each: '$words', $item: 'contains(tolower(Name), {{ $lowercase($) }})' },
  ]);
});
