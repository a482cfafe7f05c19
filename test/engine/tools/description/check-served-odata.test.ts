/** `engine check --connect` compares the vendor's metadata of OData with the one that the ERP serves, in what the profile uses. */
import { afterEach, describe, expect, it } from 'vitest';
import { checkDatabases, ServedDescriptions } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { metadata4 } from '../../description/metadata.ts';
import { closeAll, httpDouble, json } from '../../sources/http/double.ts';
import { commandsFor, type Description, describedErp, findingsIn, odataProfile } from './served.ts';

afterEach(closeAll);

/** The description after a change. */
function changed(from: string, to: string): string {
  expect(metadata4).toContain(from);
  return metadata4.replace(from, to);
}

async function findingsOf(
  description: Description,
  describedBy?: string,
  file = metadata4,
): Promise<readonly string[]> {
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
      ['15 error API813 The ERP has no "displayName" of customer (http://erp/api/$metadata); metadata.xml:10 has it.'],
    ],
    [
      'a shorter text that is read',
      order,
      order.replace('MaxLength="20"', 'MaxLength="10"'),
      [
        '18 warning API813 "number" of order is Edm.String, at most 10 characters in the ERP (http://erp/api/$metadata), and Edm.String, at most 20 characters in metadata.xml:23. The profile uses it here and at acme.yaml:19.',
      ],
    ],
    [
      'a shorter text that is written',
      '<Property Name="externalNumber" Type="Edm.String" MaxLength="35"/>',
      '<Property Name="externalNumber" Type="Edm.String" MaxLength="20"/>',
      [
        '27 error API813 "externalNumber" of order is Edm.String, at most 20 characters in the ERP (http://erp/api/$metadata), and Edm.String, at most 35 characters in metadata.xml:24.',
      ],
    ],
    [
      'another type',
      '<Property Name="orderDate" Type="Edm.Date"/>',
      '<Property Name="orderDate" Type="Edm.DateTimeOffset"/>',
      [
        '18 warning API813 "orderDate" of order is Edm.DateTimeOffset in the ERP (http://erp/api/$metadata), and Edm.Date in metadata.xml:26. The profile uses it here and at acme.yaml:19.',
      ],
    ],
    [
      'a new value of a member with codes',
      '<Member Name="Open" Value="2"/>',
      '<Member Name="Open" Value="2"/><Member Name="Held" Value="3"/>',
      [
        '20 error API813 The ERP describes itself otherwise than metadata.xml (http://erp/api/$metadata): `codes` has no entry for "Held", which it lists.',
      ],
    ],
    [
      'a new required member of a body',
      '<Property Name="orderDate" Type="Edm.Date"/>',
      '<Property Name="orderDate" Type="Edm.Date"/><Property Name="branch" Type="Edm.String" Nullable="false"/>',
      [
        '27 error API813 The ERP describes itself otherwise than metadata.xml (http://erp/api/$metadata): order requires the member "branch".',
      ],
    ],
    [
      'a set that the ERP lacks',
      '<EntitySet Name="customers" EntityType="Acme.customer"/>',
      '',
      [
        '14 error API813 The ERP describes itself otherwise than metadata.xml (http://erp/api/$metadata): it has no path "customers".',
      ],
    ],
  ])('reports %s', async (_what, from, to, expected) => {
    expect(await findingsOf(changed(from, to))).toEqual(expected);
  });

  it('says that the file is wrong where only the ERP has what the profile uses', async () => {
    const old = changed('<Property Name="displayName" Type="Edm.String" MaxLength="100"/>', '');
    expect(await findingsOf(metadata4, undefined, old)).toEqual([
      '15 warning API813 metadata.xml has no "displayName" of customer; the ERP has it (http://erp/api/$metadata).',
    ]);
  });

  it('reports what only the file does not allow once, with all places that use it', async () => {
    const old = changed('<Property Name="orderDate" Type="Edm.Date"/>', '').replace(
      '<EntitySet Name="customers" EntityType="Acme.customer"/>',
      '',
    );
    const all = await findingsOf(metadata4, undefined, old);
    expect(all.filter((text) => text.includes('API813'))).toEqual([
      '14 warning API813 API802 is reported here because of metadata.xml, and the description that the ERP serves (http://erp/api/$metadata) allows it: metadata.xml has no path "customers".',
      '18 warning API813 metadata.xml has no "orderDate" of order; the ERP has it (http://erp/api/$metadata). The profile uses it here and at acme.yaml:19.',
    ]);
  });

  it('is requested without the options of OData of the source', async () => {
    const erp = await describedErp(metadata4);
    const profile = odataProfile(erp.url).replace('{ tenant: "7" }', '{ $top: 5, tenant: "7", $format: json }');
    await commandsFor(profile).check();
    expect(erp.seen.map(({ path }) => path)).toEqual(['/api/$metadata?tenant=7']);
  });

  it('is requested once in five minutes by an editor', async () => {
    const erp = await describedErp(metadata4);
    const served = new ServedDescriptions(300_000);
    const start = Date.now();
    const requested = async (minutes: number): Promise<number> => {
      const profile = { text: odataProfile(erp.url), file: 'acme.yaml', folder: commandsFor('').folder };
      const findings = await checkDatabases({
        ...profile,
        contract,
        environment: {},
        now: () => start + minutes * 60_000,
        served,
      });
      expect(findings.filter(({ code }) => code.startsWith('API'))).toEqual([]);
      return erp.seen.length;
    };
    expect([await requested(0), await requested(4), await requested(6)]).toEqual([1, 1, 2]);
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
      '15 error API813 The ERP describes itself otherwise than metadata.xml (http://erp/api/$metadata): GET /customers returns no member "U_Name".',
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
      '16 error API813 The ERP describes itself otherwise than metadata.xml (http://erp/api/$metadata): it has no path "ledger".',
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
