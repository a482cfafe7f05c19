/** `engine describe`, OData and XML schemas: a check finds the same with the cut of a vendor's file as with the whole file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutFolder, type ProfileText } from './cut-description.ts';
import { root } from './here.ts';

const { cwd, describeWith, expectSame, findings } = cutFolder();

describe('OData', () => {
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp:
    http: https://erp.example.com/companies(1)
    describedBy: ${describedBy}
    literals: odata
    clock: UTC
    request: { rows: value }
    page: { next: "\`@odata.nextLink\`" }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    get: /customers
    params:
      $filter: ["blocked ne 'All'", { $each: $words, $item: "contains(tolower(displayName), {{ $lowercase($) }})" }]
    fields: { erpId: number, erpName: displayName, city: city }
  /sales-orders/list:
    order: [-orderDate, -erpSoId]
    get: /salesOrders
    params:
      $filter: ["customerNumber eq {{ customerErpId }}"]
      $expand: salesOrderLines
    fields: { customerErpId: customerNumber, erpSoId: number, soNumber: number, orderDate: orderDate, status: status }
    codes: { status: { Draft: draft, In Review: in review, Open: open } }
`;
  const api = readFileSync(join(root, 'profiles/business-central/description/api-v2.xml'), 'utf8');

  it('finds the same in XML: paths, properties, related records, values, members of answers and codes', async () => {
    const cut = await expectSame('api.xml', api, profile, [
      ['get: /salesOrders', 'get: /salesOrdrs', 'API802'],
      ['blocked ne', 'blokced ne', 'API805'],
      ["'All'", "'Al'", 'API806'],
      ['$expand: salesOrderLines', '$expand: salesOrderLine', 'API805'],
      ['$expand: salesOrderLines', '$expand: salesOrderLines($select=sequense)', 'API805'],
      ['city: city', 'city: town', 'EXP304'],
      ['Draft: draft, ', '', 'API811'],
    ]);
    expect(cut.split('\n').slice(1, 5)).toEqual([
      '<!--',
      "Cut by engine describe on 2026-03-04 to what the profile uses. Types that are named and not described here are in the vendor's file.",
      'From: https://erp.example.com, version 3, MIT',
      '-->',
    ]);
    expect(cut.length).toBeLessThan(api.length / 2);
  });

  it('leaves out sets and types that the profile does not use, and leaves related types open', async () => {
    const cut = readFileSync(join(cwd, 'description/api.xml'), 'utf8');
    expect(cut).toContain('<EntityType Name="salesOrderLine">');
    expect(cut).toContain('<EnumType Name="customerBlocked">');
    expect(cut).toContain('<NavigationProperty Name="customerFinancialDetail" ');
    expect(cut).not.toContain('<EntityType Name="customerFinancialDetail">');
    expect(cut).not.toContain('<EntityType Name="generalLedgerEntry">');
    expect(cut).not.toContain('EntitySet Name="generalLedgerEntries"');
    const expanded = profile('description/api.xml').replace('salesOrderLines', 'salesOrderLines,dimensionSetLines');
    expect(await findings(expanded)).toEqual([]);
  });

  it('replaces no file of the vendor', async () => {
    expect(await describeWith('--from', 'vendor/api.xml', '--out', 'vendor')).toMatchObject({ status: 2 });
    expect(readFileSync(join(cwd, 'vendor/api.xml'), 'utf8')).toBe(api);
  });
});

describe('OData in JSON', () => {
  const model = {
    $Version: '4.01',
    $EntityContainer: 'S.C',
    S: {
      Person: { $Kind: 'EntityType', $Key: ['Id'], Id: {}, Name: {}, Kind: { $Type: 'S.Kinds' } },
      Kinds: { $Kind: 'EnumType', Shop: 0, Private: 1 },
      Machine: { $Kind: 'EntityType', $Key: ['Id'], Id: {} },
      C: {
        $Kind: 'EntityContainer',
        People: { $Type: 'S.Person', $Collection: true },
        Machines: { $Type: 'S.Machine', $Collection: true },
      },
    },
  };
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: ${describedBy}, literals: odata, clock: UTC, request: { rows: value }, page: { whole: true } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    get: /People
    params: { $filter: ["Kind eq 'Shop'"] }
    fields: { erpId: Id, erpName: Name }
    absent: { city: unknown }
`;

  it('finds the same, and is YAML', async () => {
    const cut = await expectSame('model.json', JSON.stringify(model), profile, [
      ["'Shop'", "'Shap'", 'API806'],
      ['erpName: Name', 'erpName: Nam', 'EXP304'],
    ]);
    expect(cut).toMatch(/^# Cut by engine describe on 2026-03-04 /);
    expect(cut).not.toContain('Machine');
  });
});

describe('XML schemas', () => {
  const schema = `<?xml version="1.0" encoding="utf-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="Customer" type="Customer"/>
  <xs:element name="Machine" type="Machine"/>
  <xs:complexType name="Entity"><xs:sequence><xs:element name="Id" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="Customer">
    <xs:complexContent><xs:extension base="Entity"><xs:sequence><xs:element name="Name" type="xs:string"/><xs:element name="Address" type="Address"/></xs:sequence></xs:extension></xs:complexContent>
  </xs:complexType>
  <xs:complexType name="Address"><xs:sequence><xs:element name="City" type="xs:string"/><xs:element name="Region" type="Region"/></xs:sequence></xs:complexType>
  <xs:complexType name="Region"><xs:sequence><xs:element name="Code" type="RegionCode"/></xs:sequence></xs:complexType>
  <xs:simpleType name="RegionCode"><xs:restriction base="xs:string"/></xs:simpleType>
  <xs:complexType name="Serial"><xs:sequence><xs:element name="No" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:element name="Machines" type="Serial" substitutionGroup="Machine"/>
</xs:schema>
`;
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: { files: [${describedBy}], json: true }, clock: UTC, request: { rows: $ }, page: { whole: true } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    get: /customers
    rows: Customer
    fields: { erpId: Id, erpName: Name, city: Address.City }
`;

  it('finds the same: members of records, of what they extend, and of records inside of them', async () => {
    const cut = await expectSame('model.xsd', schema, profile, [
      ['erpId: Id', 'erpId: Ident', 'EXP304'],
      ['erpName: Name', 'erpName: Nmae', 'EXP304'],
      ['Address.City', 'Address.Town', 'EXP304'],
    ]);
    expect(cut).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<!--\nCut by engine describe on 2026-03-04 /);
    // The type of a member of a record that is read, and not the types of its members.
    expect(cut).toContain('name="Region"');
    expect(cut).not.toContain('name="RegionCode"');
    expect(cut).not.toContain('Serial');
  });
});
