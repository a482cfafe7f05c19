/** `engine check --connect` compares the vendor's OpenAPI or OpenRPC document with the one that the ERP serves. */
import { afterEach, describe, expect, it } from 'vitest';
import { completed } from '../../../support/check-profile.ts';
import { openApi3 } from '../../description/metadata.ts';
import { openRpc } from '../../description/openrpc.ts';
import { closeAll } from '../../sources/http/double.ts';
import { commandsFor, describedErp, findingsIn } from './served.ts';

afterEach(closeAll);

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
      ['16 error API813 The ERP has no "number" of Invoice (http://erp/api/openapi.json); api.json has it.'],
    ],
    [
      'another type',
      (text: string) => text.replace('"total":{"type":"number"}', '"total":{"type":"string"}'),
      [
        '17 warning API813 "total" of Invoice is string in the ERP (http://erp/api/openapi.json), and number in api.json.',
      ],
    ],
    [
      'a parameter that the ERP lacks',
      (text: string) => text.replace('"name":"page"', '"name":"offset"'),
      [
        '12 error API813 The ERP describes itself otherwise than api.json (http://erp/api/openapi.json): GET /invoices has no parameter "page".',
      ],
    ],
    [
      'a value that the ERP lacks',
      (text: string) => text.replace('"enum":["OPEN","PAID"]', '"enum":["Open","Paid"]'),
      [
        '12 error API813 The ERP describes itself otherwise than api.json (http://erp/api/openapi.json): The parameter "status" has no value "OPEN".',
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
      ['16 error API813 The ERP has no "sku" of line (http://erp/openrpc.json); rpc.json has it.'],
    ],
    [
      'a method that the ERP lacks',
      '"name":"orders.create"',
      '"name":"orders.add"',
      [
        '13 error API813 The ERP describes itself otherwise than rpc.json (http://erp/openrpc.json): it has no method "orders.create".',
      ],
    ],
    [
      'a parameter that the ERP requires',
      '"name":"note"',
      '"name":"note","required":true',
      [
        '15 error API813 The ERP describes itself otherwise than rpc.json (http://erp/openrpc.json): The list in "params" requires item 3 (note).',
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
