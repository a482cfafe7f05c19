/** `engine describe`: a check finds the same with the cut of a vendor's file as with the whole file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { openRpc } from '../../engine/description/openrpc.ts';
import { root, runHere } from './here.ts';

const cwd = mkdtempSync(join(tmpdir(), 'engine-describe-'));
mkdirSync(join(cwd, 'vendor'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** The text of a profile whose source has a description. */
type ProfileText = (describedBy: string) => string;

/** A mistake: what is replaced in the profile, and the code of the finding. */
type Mistake = readonly [right: string, wrong: string, code: string];

const now = Date.parse('2026-03-04T05:06:07Z');
const describeWith = (...args: readonly string[]) =>
  runHere(['describe', 'acme.yaml', '--origin', 'https://erp.example.com, version 3, MIT', ...args], {
    env: {},
    cwd,
    now: () => now,
  });

async function findings(profile: string): Promise<readonly string[]> {
  const found = await checkProfile(profile, 'acme.yaml', contract, {}, { folder: cwd });
  // The profiles here have one or two endpoints.
  const about = found.filter(({ code }) => code !== 'MAP261');
  return about.map(({ code, message, hint, place }) => `${place?.line} ${code} ${message} ${hint}`);
}

/** Cuts the file, and compares the findings of the whole file and of the cut, whose names differ. */
async function expectSame(file: string, text: string, profile: ProfileText, mistakes: readonly Mistake[]) {
  writeFileSync(join(cwd, 'vendor', file), text);
  writeFileSync(join(cwd, 'acme.yaml'), profile(`vendor/${file}`));
  const { status, out, err } = await describeWith('--from', `vendor/${file}`);
  expect([status, err]).toEqual([0, '']);
  const cut = /^describedBy: (.*)$/m.exec(out)?.[1] ?? '';
  const name = cut.replace('description/', '');
  expect(await findings(profile(cut))).toEqual([]);
  for (const [right, wrong, code] of mistakes) {
    const mistaken = (described: string): string => {
      const replaced = profile(described).replace(right, wrong);
      expect(replaced).not.toBe(profile(described));
      return replaced;
    };
    const whole = (await findings(mistaken(`vendor/${file}`))).map((one) => one.replaceAll(file, name));
    expect(whole.map((one) => one.split(' ')[1])).toContain(code);
    expect(await findings(mistaken(cut)), wrong).toEqual(whole);
  }
  return readFileSync(join(cwd, cut), 'utf8');
}

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

describe('OpenAPI', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const text = { type: 'string', example: 'an example' };
  const json = (schema: object) => ({ content: { 'application/json': { schema, examples: { a: {} } } } });
  const document = {
    openapi: '3.0.1',
    info: { title: 'Acme', version: '7', license: { name: 'MIT' }, contact: { name: 'C' } },
    paths: {
      '/customers': {
        get: {
          parameters: [{ $ref: '#/components/parameters/page' }, { name: 'kind', in: 'query', schema: ref('Kind') }],
          responses: {
            200: { description: 'ok', ...json({ type: 'array', items: ref('Customer') }) },
            400: json(ref('Fault')),
          },
        },
        post: { requestBody: json(ref('Customer')), responses: { 201: json(ref('Customer')) } },
      },
      '/machines': { get: { responses: { 200: json(ref('Machine')) } } },
    },
    components: {
      parameters: { page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
      schemas: {
        Base: { type: 'object', properties: { id: text } },
        Customer: {
          allOf: [
            ref('Base'),
            { type: 'object', properties: { name: text, example: text, kind: ref('Kind'), group: ref('Group') } },
          ],
        },
        Kind: { type: 'string', enum: ['shop', 'private'] },
        Group: { type: 'object', properties: { name: text, kind: ref('Kind'), owner: ref('Owner') } },
        Owner: { type: 'object', properties: { iban: text } },
        Machine: { type: 'object', properties: { serial: text } },
        Fault: { type: 'object', properties: { code: text } },
      },
    },
  };
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: ${describedBy}, clock: UTC, request: { rows: $ }, page: { whole: true } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    get: /customers
    params: { kind: shop, page: 1 }
    fields: { erpId: id, erpName: name, city: example }
`;
  const mistakes: readonly Mistake[] = [
    ['get: /customers', 'get: /costumers', 'API802'],
    ['kind: shop', 'kind: shoq', 'API806'],
    ['page: 1', 'pgae: 1', 'API804'],
    ['city: example', 'city: nmae', 'EXP304'],
    ['city: example', 'city: group.nmae', 'EXP304'],
  ];

  it('finds the same: paths, parameters, values and members of answers', async () => {
    const cut = await expectSame('openapi.json', JSON.stringify(document), profile, mistakes);
    for (const word of ['Machine', 'Owner', 'Fault', 'an example', 'contact']) expect(cut).not.toContain(word);
    expect(cut).toContain('license');
  });

  it('finds the same: headers, credentials, and what outcomes read of errors', async () => {
    const whole = {
      ...document,
      paths: {
        ...document.paths,
        '/tenants': { get: { parameters: [{ name: 'X-Tenant', in: 'header', schema: text }], responses: {} } },
      },
      components: { ...document.components, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    };
    const extra =
      "headers: { X-Key: '1' }\n    outcomes: [{ when: $status = 400 and code = 'x', is: empty }]\n    fields:";
    const withErrors: ProfileText = (describedBy) => profile(describedBy).replace('fields:', extra);
    const cut = await expectSame('errors.json', JSON.stringify(whole), withErrors, [
      ["code = 'x'", "coed = 'x'", 'EXP304'],
      ['X-Key', 'X-Kye', 'API804'],
    ]);
    expect(cut).not.toContain('/tenants');
  });

  it('finds the same of a document in YAML without any parameter of its own', async () => {
    const { '/customers': customers, '/machines': machines } = document.paths;
    const { parameters: _, ...get } = customers.get;
    const whole = {
      ...document,
      paths: { '/customers': { get }, '/machines': { get: { ...machines.get, parameters: customers.get.parameters } } },
    };
    const without: ProfileText = (describedBy) => profile(describedBy).replace('kind: shop, page: 1', '');
    await expectSame('own.yaml', stringify(whole), without, [['params: {  }', 'params: { kind: shop }', 'API804']]);
  });
});

describe('OpenRPC', () => {
  const profile: ProfileText = (describedBy) => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example.com", describedBy: ${describedBy}, clock: UTC, request: { rows: result }, page: { whole: true } }
endpoints:
  /sales-orders/list:
    order: [-erpSoId]
    post: /
    json: { id: 1, method: orders.find, params: { number: "5" } }
    fields: { erpSoId: number, soNumber: number, status: state, customerErpId: customer, orderDate: "'2026-01-01'" }
    codes: { status: { open: open, closed: closed } }
  /sale-draft:
    find: none
    ignored: { currency: it has one }
    absent: { saleNumber: none }
    write:
      - order:
          post: /
          json: { id: 1, method: orders.create, params: [[{ number: "{{ poNumber }}", lines: [[create, [{ $each: lines, $item: { sku: "{{ sku }}", quantity: "{{ qty }}" } }]]] }], {}] }
          fields: { saleId: "result[0]", receivedAt: $now }
`;

  it('finds the same: methods, parameters by position and by name, and members of results', async () => {
    const cut = await expectSame('rpc.json', JSON.stringify(openRpc), profile, [
      ['method: orders.find', 'method: orders.fnid', 'API802'],
      ['params: { number: "5" }', 'params: {}', 'API808'],
      ['[{ number: "', '[{ numbr: "', 'API807'],
      ['[[create,', '[[craete,', 'API806'],
      ['sku: "{{ sku }}"', 'sku: 1', 'API806'],
      ['}], {}] }', '}]] }', 'API808'],
      ['soNumber: number', 'soNumber: nubmer', 'EXP304'],
      ['open: open, ', '', 'API811'],
    ]);
    for (const word of ['orders.close', 'machine']) expect(cut).not.toContain(word);
    expect(cut).toContain('contentDescriptors');
  });
});
