/** `engine init` on the $metadata of an OData service: requests that follow from names and types, and questions for the rest. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checked, emptyFolder, type Folder } from './init-folder.ts';

const url = 'https://erp.example.com/odata';

let folder: Folder;
beforeAll(async () => {
  folder = emptyFolder();
  copyFileSync(join(import.meta.dirname, 'metadata.xml'), join(folder.path, 'metadata.xml'));
  const { status, err } = await folder.run('init', '--file', 'metadata.xml', '--url', url, '--name', 'acme', '--yes');
  expect([status, err]).toEqual([0, '']);
});
afterAll(() => folder.remove());

it('asks nothing if a name and a type determine it, and a check reports only its questions', async () => {
  const { endpoints } = parse(folder.text('acme', 'profile.yaml'));
  expect(Object.keys(endpoints).filter((path) => endpoints[path].decide === undefined)).toEqual([
    '/catalog/customers/search',
    '/catalog/products/search',
    '/catalog/products/by-sku',
    '/debtors/list',
  ]);
  expect((await checked(folder, 'acme/profile.yaml')).codes).toEqual(['MAP284']);
});

it('takes the key of a customer as a GUID, where the type says so', () => {
  const { endpoints } = parse(folder.text('acme', 'profile.yaml'));
  const { get } = endpoints['/credit/customer'];
  expect(get).toBe('/clients({{ $guid(customerErpId) }})');
  expect(endpoints['/customer-invoices/list'].params.$filter).toEqual(['clientId eq {{ $guid(customerErpId) }}']);
});

it('maps listed states, asks about drafts without a condition, and lists the newest first', () => {
  const { endpoints } = parse(folder.text('acme', 'profile.yaml'));
  expect(endpoints['/customer-invoices/list']).toMatchObject({
    order: ['-issueDate', '-erpInvoiceId'],
    codes: { status: { Open: 'authorised', Paid: 'paid' } },
  });
  const { params, decide } = endpoints['/invoices/list'];
  expect(params?.$filter).toBeUndefined();
  expect(decide.status).toContain('Are records whose status is Draft drafts?');
});

/** What the service has to be asked is by the rules of OData: quotes are doubled, and names compared in small letters. */
const cases = `
cases:
  - case: customers who are not blocked are asked for by the words of the text
    call: /catalog/customers/search
    request: { query: O'Hara SONS }
    http:
      - get: /clients
        params: { $filter: "blocked eq false and contains(tolower(displayName), 'o''hara') and contains(tolower(displayName), 'sons')" }
        answer: { json: { value: [{ id: 5f0c, number: K1, displayName: "O'Hara & Sons", city: Cork }] } }
    response: { hits: [{ erpId: 5f0c, erpName: "O'Hara & Sons", city: Cork }] }
  - case: a product is asked for by its beginning where no code is equal
    call: /catalog/products/by-sku
    request: { sku: FLO }
    http:
      - { get: /articles, params: { $filter: "code eq 'FLO'", $top: 10 }, answer: { json: { value: [] } } }
      - get: /articles
        params: { $filter: "startswith(code, 'FLO')", $top: 10 }
        answer: { json: { value: [{ code: FLOUR-25, description: Flour }] } }
    response: { hits: [{ erpSku: FLOUR-25, erpDesc: Flour, erpProductId: FLOUR-25 }] }
`;

it('sends the requests that OData wants', async () => {
  mkdirSync(join(folder.path, 'acme', 'cases'));
  writeFileSync(join(folder.path, 'acme', 'cases', 'by-hand.yaml'), cases);
  const { status, out } = await folder.run('test', 'acme/profile.yaml');
  expect([status, out.split('\n').at(-2)]).toEqual([0, '2 passed, 0 failed.']);
});

it('says what it needs if the file is something else', async () => {
  writeFileSync(join(folder.path, 'other.xml'), '<html><body>Log in</body></html>');
  const { status, err } = await folder.run('init', '--file', 'other.xml', '--name', 'other', '--yes');
  expect([status, err]).toEqual([1, expect.stringContaining('answer of <base URL>/$metadata')]);
});
