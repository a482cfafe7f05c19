/** `engine check --connect` compares the vendor's file with the description that the ERP serves, in what the profile uses. */
import { afterEach, describe, expect, it } from 'vitest';
import { completed } from '../../../support/check-profile.ts';
import { metadata4, openApi3 } from '../../description/metadata.ts';
import { openRpc } from '../../description/openrpc.ts';
import { closeAll, httpDouble, json } from '../../sources/http/double.ts';
import { commandsFor, type Description, describedErp, findingsIn, odataProfile } from './served.ts';

afterEach(closeAll);

/** The description after a change. */
function changed(from: string, to: string): string {
  expect(metadata4).toContain(from);
  return metadata4.replace(from, to);
}

async function found(description: Description, describedBy?: string, file = metadata4): Promise<readonly string[]> {
  const erp = await describedErp(description);
  const { check } = commandsFor(odataProfile(erp.url, describedBy), { 'metadata.xml': file });
  return findingsIn(await check('--format', 'json'));
}

const order =
  '<EntityType Name="order">\n        <Key><PropertyRef Name="id"/></Key>\n        <Property Name="id" Type="Edm.Guid" Nullable="false"/>\n        <Property Name="number" Type="Edm.String" MaxLength="20"/>';

describe('OData', () => {
  it('is requested below the address of the source, with the headers and parameters of the source', async () => {
    const erp = await describedErp(metadata4);
    const { check } = commandsFor(odataProfile(erp.url));
    const { status, err } = await check();
    expect({ status, err: err.replace(/^.*warning.*$/gm, '') }).toMatchObject({ status: 0 });
    expect(erp.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/$metadata?tenant=7']);
    expect(erp.seen[0]?.headers).toMatchObject({
      'x-company': 'Acme',
      accept: expect.stringContaining('application/xml'),
    });
  });

  it.each([
    ['nothing', '', '', []],
    [
      'members and sets that the profile does not use',
      '<Property Name="blocked" Type="Edm.Boolean"/>',
      '<Property Name="fax" Type="Edm.String"/>',
      [],
    ],
    [
      'a member that the ERP lacks',
      '<Property Name="displayName" Type="Edm.String" MaxLength="100"/>',
      '',
      ['15 error API813 The ERP has no "displayName" of customer (/$metadata); metadata.xml:10 has it.'],
    ],
    [
      'a shorter text that is read',
      order,
      order.replace('MaxLength="20"', 'MaxLength="10"'),
      [
        '18 warning API813 "number" of order is Edm.String, at most 10 characters in the ERP (/$metadata), and Edm.String, at most 20 characters in metadata.xml:23. The profile uses it here and at acme.yaml:19.',
      ],
    ],
    [
      'a shorter text that is written',
      '<Property Name="externalNumber" Type="Edm.String" MaxLength="35"/>',
      '<Property Name="externalNumber" Type="Edm.String" MaxLength="20"/>',
      [
        '27 error API813 "externalNumber" of order is Edm.String, at most 20 characters in the ERP (/$metadata), and Edm.String, at most 35 characters in metadata.xml:24.',
      ],
    ],
    [
      'another type',
      '<Property Name="orderDate" Type="Edm.Date"/>',
      '<Property Name="orderDate" Type="Edm.DateTimeOffset"/>',
      [
        '18 warning API813 "orderDate" of order is Edm.DateTimeOffset in the ERP (/$metadata), and Edm.Date in metadata.xml:26. The profile uses it here and at acme.yaml:19.',
      ],
    ],
    [
      'a new value of a member with codes',
      '<Member Name="Open" Value="2"/>',
      '<Member Name="Open" Value="2"/><Member Name="Held" Value="3"/>',
      [
        '20 error API813 The ERP describes itself otherwise than metadata.xml (/$metadata): `codes` has no entry for "Held", which it lists.',
      ],
    ],
    [
      'a new required member of a body',
      '<Property Name="orderDate" Type="Edm.Date"/>',
      '<Property Name="orderDate" Type="Edm.Date"/><Property Name="branch" Type="Edm.String" Nullable="false"/>',
      [
        '27 error API813 The ERP describes itself otherwise than metadata.xml (/$metadata): order requires the member "branch".',
      ],
    ],
    [
      'a set that the ERP lacks',
      '<EntitySet Name="customers" EntityType="Acme.customer"/>',
      '',
      [
        '14 error API813 The ERP describes itself otherwise than metadata.xml (/$metadata): it has no path "customers".',
      ],
    ],
  ])('reports %s', async (_what, from, to, expected) => {
    expect(await found(changed(from, to))).toEqual(expected);
  });

  it('says that the file is wrong where only the ERP has what the profile uses', async () => {
    const old = changed('<Property Name="displayName" Type="Edm.String" MaxLength="100"/>', '');
    expect(await found(metadata4, undefined, old)).toEqual([
      '15 warning API813 EXP304 is reported here because of metadata.xml, and the description that the ERP serves (/$metadata) allows it.',
    ]);
  });

  it('reports an own member that the profile uses and this ERP does not have', async () => {
    const profile = (url: string): string =>
      odataProfile(url, "{ files: [metadata.xml], own: 'U_\\w+' }").replace('name: displayName', 'name: U_Name');
    const withOwn = changed(
      '<Property Name="blocked"',
      '<Property Name="U_Name" Type="Edm.String"/><Property Name="blocked"',
    );
    const has = async (description: string): Promise<readonly string[]> => {
      const { url } = await describedErp(description);
      return findingsIn(await commandsFor(profile(url)).check('--format', 'json'));
    };
    expect(await has(withOwn)).toEqual([]);
    expect(await has(metadata4)).toEqual([
      '15 error API813 The ERP describes itself otherwise than metadata.xml (/$metadata): GET /customers returns no member "U_Name".',
    ]);
  });

  it('is compared in what the variants for the facts of this ERP use', async () => {
    const withoutLedger = metadata4.replace(/<EntitySet Name="ledger".*<\/EntitySet>/, '');
    expect(withoutLedger).not.toContain('ledger');
    const foundWith = async (hasLedger: boolean): Promise<readonly string[]> => {
      const erp = await httpDouble(({ path }, response) => {
        if (path.startsWith('/api/$metadata')) return response.writeHead(200).end(withoutLedger);
        return json(response, { value: [] }, path.startsWith('/api/ledger') && !hasLedger ? 404 : 200);
      });
      const profile = odataProfile(erp.url)
        .replace('endpoints:\n', 'facts: { ledger: { get: /ledger } }\nendpoints:\n')
        .replace(
          '    get: /customers\n    fields: { erpDebtorId: number, name: displayName }\n',
          '    first:\n      - { when: ledger, get: /ledger, fields: { erpDebtorId: id, name: id } }\n      - { get: /customers, fields: { erpDebtorId: number, name: displayName } }\n',
        );
      return findingsIn(await commandsFor(profile).check('--format', 'json'));
    };
    expect(await foundWith(false)).toEqual([]);
    expect(await foundWith(true)).toEqual([
      '16 error API813 The ERP describes itself otherwise than metadata.xml (/$metadata): it has no path "ledger".',
    ]);
  });

  it('is not requested with `live: false`, and for several files only where `live` says so', async () => {
    const half = metadata4.replace(/<EntitySet Name="orders".*\/>/, '');
    const erp = await describedErp(metadata4);
    const requested = async (describedBy: string): Promise<readonly string[]> => {
      erp.seen.length = 0;
      const files = { 'metadata.xml': metadata4, 'half.xml': half };
      await commandsFor(odataProfile(erp.url, describedBy), files).check();
      return erp.seen.map(({ path }) => path);
    };
    expect(await requested('{ files: [metadata.xml], live: false }')).toEqual([]);
    expect(await requested('[metadata.xml, half.xml]')).toEqual([]);
    expect(await requested('{ files: [metadata.xml, half.xml], live: [/a, /b] }')).toEqual([
      '/api/a?tenant=7',
      '/api/b?tenant=7',
    ]);
    expect(await requested(`{ files: [metadata.xml], live: "${erp.url}/root/$metadata" }`)).toEqual([
      '/root/$metadata?tenant=7',
    ]);
    expect(await requested('{ files: [metadata.xml], live: "https://erp.example/$metadata" }')).toEqual([]);
  });
});

it('an address with a secret is refused before anything is sent', async () => {
  const erp = await describedErp(metadata4);
  const profile = odataProfile(erp.url, '{ files: [metadata.xml], live: "/${token}/$metadata" }').replace(
    'sources:',
    'settings: { token: { env: TOKEN, secret: true, default: abcdefgh } }\nsources:',
  );
  const { err } = await commandsFor(profile).check();
  expect(err).toContain('error[MAP206]: The setting "token" is a secret, but addresses are written to the log.');
  expect(erp.seen).toEqual([]);
});

describe('an ERP that does not serve it', () => {
  const html = '<!DOCTYPE html><html><head><title>Log in</title></head><body><form></form></body></html>';
  const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const bomb = `<!DOCTYPE e [<!ENTITY e0 "${'e'.repeat(30)}">${entities.join('')}]><edmx:Edmx>&e9;</edmx:Edmx>`;
  it.each<readonly [string, Description, string]>([
    ['answers 404', (response) => json(response, { error: 'no' }, 404), 'the ERP answered 404'],
    ['denies it', (response) => json(response, { error: 'no' }, 403), 'the ERP answered 403'],
    [
      'answers with a login page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
      'it is neither an XML schema nor $metadata of OData',
    ],
    [
      'redirects to another origin',
      (response) => response.writeHead(302, { location: 'https://login.example/' }).end(),
      'The ERP redirects to https://login.example',
    ],
    ['answers with a part of it', metadata4.slice(0, 900), 'it is no XML'],
    ['answers with JSON of something else', (response) => json(response, { value: [] }), 'it has no paths'],
    ['answers with nothing', '', 'it is neither XML nor'],
    ['answers with too much', `${metadata4}${' '.repeat(600_000)}`, 'is larger than 524288 bytes'],
    ['closes the connection', (response) => response.destroy(), 'was lost'],
    ['answers with entities that expand without end', bomb, 'it is neither an XML schema nor'],
    ['nests elements without end', '<a>'.repeat(150_000), 'it is no XML'],
  ])('%s: a finding that says so, with the next step', async (_what, description, reason) => {
    const erp = await describedErp(description);
    const { check } = commandsFor(odataProfile(erp.url));
    const ended = await check('--format', 'json');
    expect(ended).toMatchObject({ status: 0, err: '' });
    const [finding, ...more] = findingsIn(ended);
    expect(more).toEqual([]);
    expect(finding).toMatch(/^7 warning API814 The description that the ERP serves at \/\$metadata is not compared/);
    expect(finding).toContain(reason);
    expect(ended.out).toMatch(/"hint": ".{20,}"/);
  });

  it('has tokens that only the service may use: nothing is sent', async () => {
    const erp = await describedErp(metadata4);
    const rotating = odataProfile(erp.url).replace(
      '    clock: UTC',
      `    auth: { refreshToken: { url: "${erp.url}/token", client: a, secret: "\${token}" } }\n    clock: UTC`,
    );
    const profile = rotating.replace(
      'sources:',
      'settings: { token: { env: TOKEN, secret: true, default: abcdefgh } }\nsources:',
    );
    const ended = await commandsFor(profile).check('--format', 'json');
    expect(findingsIn(ended)).toEqual([expect.stringContaining('API814')]);
    expect(ended.out).toContain('belong to the running service');
    expect(erp.seen).toEqual([]);
  });

  it('is too slow: the time limit of the source ends it', async () => {
    const erp = await describedErp(() => undefined);
    const slow = odataProfile(erp.url).replace('limits: { ', 'limits: { timeout: 1s, ');
    const ended = await commandsFor(slow).check('--format', 'json');
    expect(findingsIn(ended)).toEqual([
      expect.stringMatching(/^7 warning API814 .* did not answer by the deadline\.$/),
    ]);
  });
});

describe('OpenAPI', () => {
  const profile = (url: string, live = ', live: /openapi.json'): string =>
    completed(`profile: acme
contract: "1"
sources:
  erp:
    http: ${url}/api
    describedBy: { files: [api.json]${live} }
    clock: UTC
    request: { rows: items }
endpoints:
  /invoices/list:
    get: /invoices
    params: { status: OPEN, page: "{{ $page }}" }
    page: { by: page, size: 100 }
    fields:
      erpInvoiceId: id
      invoiceNumber: number
      amountTotal: total
`);
  const file = JSON.stringify(openApi3);
  const foundFor = async (served: string, live?: string): Promise<readonly string[]> => {
    const erp = await describedErp(
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(served),
      '/api/openapi.json',
    );
    const { check } = commandsFor(profile(erp.url, live), { 'api.json': file });
    return findingsIn(await check('--format', 'json'));
  };

  it.each([
    ['nothing', (text: string) => text, []],
    ['nothing without `live`', (text: string) => text.replaceAll('number', 'no'), [], ''],
    [
      'a member that the ERP lacks',
      (text: string) => text.replace('"number":{"type":"string","maxLength":12}', '"invoiceNo":{"type":"string"}'),
      ['16 error API813 The ERP has no "number" of Invoice (/openapi.json); api.json has it.'],
    ],
    [
      'another type',
      (text: string) => text.replace('"total":{"type":"number"}', '"total":{"type":"string"}'),
      ['17 warning API813 "total" of Invoice is string in the ERP (/openapi.json), and number in api.json.'],
    ],
    [
      'a parameter that the ERP lacks',
      (text: string) => text.replace('"name":"page"', '"name":"offset"'),
      [
        '12 error API813 The ERP describes itself otherwise than api.json (/openapi.json): GET /invoices has no parameter "page".',
      ],
    ],
    [
      'a value that the ERP lacks',
      (text: string) => text.replace('"enum":["OPEN","PAID"]', '"enum":["Open","Paid"]'),
      [
        '12 error API813 The ERP describes itself otherwise than api.json (/openapi.json): The parameter "status" has no value "OPEN".',
      ],
    ],
  ])('reports %s', async (_what, change, expected, live?: string) => {
    expect(await foundFor(change(file), live)).toEqual(expected);
  });
});

describe('OpenRPC', () => {
  const profile = (url: string): string =>
    completed(`profile: acme
contract: "1"
sources:
  erp: { http: "${url}", describedBy: { files: [rpc.json], live: /openrpc.json }, clock: UTC }
endpoints:
  /sale-draft:
    find: none
    write:
      - order:
          post: /
          json:
            id: 1
            method: orders.create
            params:
              - - number: A1
                  lines: [[create, [{ $each: lines, $item: { sku: "{{ sku }}" } }]]]
              - {}
          fields: { saleId: "result[0]", receivedAt: $now }
`);
  const file = JSON.stringify(openRpc);

  it.each([
    ['nothing', 'Acme', 'Acme Ltd', []],
    [
      'a member of a record by its position that the ERP lacks',
      '"sku":{"type":"string"},',
      '',
      ['16 error API813 The ERP has no "sku" of line (/openrpc.json); rpc.json has it.'],
    ],
    [
      'a method that the ERP lacks',
      '"name":"orders.create"',
      '"name":"orders.add"',
      [
        '13 error API813 The ERP describes itself otherwise than rpc.json (/openrpc.json): it has no method "orders.create".',
      ],
    ],
    [
      'a parameter that the ERP requires',
      '"name":"note"',
      '"name":"note","required":true',
      [
        '15 error API813 The ERP describes itself otherwise than rpc.json (/openrpc.json): The list in "params" requires item 3 (note).',
      ],
    ],
  ])('reports %s', async (_what, from, to, expected) => {
    const erp = await describedErp(
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(file.replace(from, to)),
      '/openrpc.json',
    );
    const { check } = commandsFor(profile(erp.url), { 'rpc.json': file });
    expect(findingsIn(await check('--format', 'json'))).toEqual(expected);
  });
});
