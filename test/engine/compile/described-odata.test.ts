/** Requests and answers against metadata of OData: keys, literals, `$apply`, codes of several reads, and numbers. Each mistake is planted into a profile without findings. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { metadata4 } from '../description/metadata.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-odata-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'v4.xml'), metadata4);
writeFileSync(
  join(folder, 'v3.xml'),
  `<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx">
    <edmx:DataServices m:DataServiceVersion="3.0" m:MaxDataServiceVersion="3.0" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
      <Schema Namespace="S" xmlns="http://schemas.microsoft.com/ado/2009/11/edm">
        <EntityType Name="Document"><Key><PropertyRef Name="Entry"/></Key><Property Name="Entry" Type="Edm.Int64" Nullable="false"/><Property Name="Name" Type="Edm.String"/><Property Name="Day" Type="Edm.DateTime"/><Property Name="Total" Type="Edm.Decimal"/><Property Name="Stamp" Type="Edm.Int64"/></EntityType>
        <EntityContainer Name="C"><EntitySet Name="Documents" EntityType="S.Document"/></EntityContainer>
      </Schema>
    </edmx:DataServices>
  </edmx:Edmx>`,
);

const findings = async (profile: string): Promise<readonly string[]> =>
  (await checkProfile(profile, 'acme.yaml', contract, {}, { folder })).flatMap(({ code, message, place, severity }) =>
    /^(?:API|EXP)/.test(code) ? [`${place?.line} ${severity} ${code} ${message}`] : [],
  );

const profile = (file: string, outcomes: string, endpoint: string): string => `profile: acme
contract: "1"
sources:
  erp:
    http: https://erp.example/api
    literals: odata
    describedBy: ${file}
    request: { rows: value }
    page: { next: "\`odata.nextLink\`" }
    outcomes: [{ when: "${outcomes}", is: retry }]
endpoints:
${endpoint}`;

const right = profile(
  'v4.xml',
  "error.details.code = 'x'",
  `  /sales-orders/list:
    union:
      - get: /customers({{ $guid(customerErpId) }})/orders
        params: { $filter: ["id ne {{ $guid(customerErpId) }}", "customerNumber eq {{ customerErpId }}"] }
        fields: { erpSoId: id, soNumber: number, customerErpId: customerNumber, status: status, orderDate: orderDate }
      - get: /customers({{ $guid(customerErpId) }})/orders
        params: { $apply: "groupby((id,number,customerNumber,status),aggregate(orderDate with max as last))" }
        fields: { erpSoId: id, soNumber: number, customerErpId: customerNumber, status: status, orderDate: last }
    codes: { status: { Draft: draft, In Review: in review, Open: authorised } }
`,
);

const old = profile(
  'v3.xml',
  "error.message.value = 'x' or `odata.error`.code = 5",
  `  /invoices/list:
    get: /Documents
    params: { $filter: ["Total gt 0", "Day ge '2026-01-31'", "Entry gt 5"] }
    fields:
      erpInvoiceId: Entry
      invoiceNumber: Name
      erpDebtorId: Name
      debtorName: Name
      issueDate: Day
      dueDate: Day
      amountTotal: Total
      amountOutstanding: Total
      currency: "'EUR'"
      status: "'open'"
      lines: "[]"
`,
);

const plant = async (written: string, from: string, to: string): Promise<readonly string[]> => {
  expect(written).toContain(from);
  return findings(written.replace(from, to));
};

it('the profiles without a mistake have no finding', async () => {
  expect(await findings(right)).toEqual([]);
  expect(await findings(old)).toEqual([]);
});

describe('OData 4', () => {
  const guid = '"id" is a GUID (Edm.Guid), and is compared with a text.';
  it.each([
    ['{{ $guid(customerErpId) }})/orders', '{{ customerErpId }})/orders', `14 error API806 ${guid}`],
    ['ne {{ $guid(customerErpId) }}', 'ne {{ customerErpId }}', `15 error API806 ${guid}`],
    ['number,customerNumber,status)', 'number,customerNumber,state)', '18 error API805 order has no property "state".'],
    [
      'orderDate: last',
      'orderDate: orderDate',
      '19 error EXP304 GET /customers(…)/orders returns no member "orderDate".',
    ],
    [
      ', In Review: in review',
      '',
      '20 error API811 `codes` has no entry for "In Review", which the vendor\'s description lists.',
    ],
    ['details.code', 'detail.code', '10 error EXP304 The values here have no member "detail".'],
  ])('%s -> %s', async (from, to, message) => {
    expect(await plant(right, from, to)).toContain(message);
  });
});

describe('OData 3', () => {
  it.each([
    [
      'amountTotal: Total',
      'amountTotal: Name',
      '22 warning EXP307 The field "amountTotal" must be a number, but this expression never is: it is a text.',
    ],
    [
      'issueDate: Day',
      'issueDate: Total',
      '20 error EXP307 The field "issueDate" must be a date, but this expression never is: it is a number.',
    ],
    [
      'amountTotal: Total',
      'amountTotal: Day',
      '22 error EXP307 The field "amountTotal" must be a number, but this expression never is: it is a date and time.',
    ],
    ['Total gt 0', "Total gt '0'", '14 error API806 "Total" is a number (Edm.Decimal), and is compared with a text.'],
    ['error.message.value', 'error.message.text', '10 error EXP304 The values here have no member "text".'],
  ])('%s -> %s', async (from, to, message) => {
    expect(await plant(old, from, to)).toContain(message);
  });
});
