/** Codes that a filter makes needless, by the vendor's description: only conditions that every request has count. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { metadata4 } from '../description/metadata.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-codes-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'metadata.xml'), metadata4);

const profile = (terms: string): string => `profile: acme
contract: "1"
sources:
  erp: { http: "https://erp.example/api", literals: odata, describedBy: metadata.xml, request: { rows: value } }
endpoints:
  /sales-orders/list:
    get: /orders
    params:
      $filter: ["customerNumber eq {{ customerErpId }}", ${terms}]
    fields: { erpSoId: id, soNumber: number, customerErpId: customerNumber, status: status, orderDate: orderDate }
    codes: { status: { Draft: draft, Open: authorised } }
`;

it.each([
  ["\"status eq 'Draft' or status eq 'Open'\"", []],
  ['"number ne \'x\'"', ['API811']],
  // It is left out without a limit.
  ['"status eq \'Open\' and number ne {{ $string(limit) }}"', ['API811']],
  // It is left out where the list is empty.
  ["{ $each: '[]', $item: \"status eq 'Open'\" }", ['API811']],
])('after the filter %s the findings are %j', async (terms, codes) => {
  const findings = await checkProfile(profile(terms), 'acme.yaml', contract, {}, { folder });
  expect(findings.map(({ code }) => code).filter((code) => code.startsWith('API'))).toEqual(codes);
});
