/** Messages name requests without keys and numbers, and those for a log without anything in a path that may be a value. */
import { expect, it } from 'vitest';
import { corrected } from '../../../engine/description/corrected.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { unresolvedName } from '../../../engine/description/real-request.ts';
import { requestDisagreements } from '../../../engine/description/validate.ts';
import { guid, odata, openapi, request } from './validated-services.ts';

const texts = (path: string, service = odata, method: 'GET' | 'DELETE' = 'GET') =>
  requestDisagreements(service, request(path, { method, options: { $top: 'x' } })).map(
    ({ operation, clause, withoutValues }) =>
      [operation, clause, withoutValues].map((text) => text.replace(/, which.*$/, '')),
  );

it.each([
  ['/clients/ACME', ['', 'GET /clients/ACME', 'GET /clients/…']],
  ['/clients4711/x', ['', 'GET /…/x', 'GET /…/…']],
  [`/customers(${guid})/contacts/Anna`, ['', 'GET /customers(…)/contacts/Anna', 'GET /customers(…)/…/…']],
  ["/customers('a(b)c')/contacts('x')", ['', 'GET /customers(…)/…', 'GET /customers(…)/…']],
  ["/customers('a%2Fb')/contacts", ['', 'GET /customers(…)/contacts', 'GET /customers(…)/…']],
  ['/orders/4711/parts', ['', 'GET /orders/…/parts', 'GET /orders/…/…']],
  // A key that is written like a name cannot be told from a misspelt name.
  ['/orders/Mustermann', ['', 'GET /orders/Mustermann', 'GET /orders/…']],
])('%s is unknown', (path, expected) => {
  expect(texts(path)).toEqual([expected]);
});

it('a method that the description lacks, and an operation, have their path in the words of the description', () => {
  expect(texts('/customers', odata, 'DELETE')).toEqual([['', 'DELETE /customers', 'DELETE /customers']]);
  expect(texts('/orders/4711')).toEqual([['GET /orders/…', '`$top` as "x"', '`$top`']]);
  expect(texts('/items/4711', openapi, 'DELETE')).toEqual([['', 'DELETE /items/{id}', 'DELETE /items/{id}']]);
  expect(texts('/items/4711/parts', openapi)).toEqual([['', 'GET /items/…/parts', 'GET /items/…/…']]);
});

it('the paths of an OpenAPI document and of a profile are shown as they write them', () => {
  const service = corrected(openapi, { paths: ['/notes/{id}'], optional: new Set() });
  const resolution = service.resolve('GET', '/notes/4711', '');
  expect(resolution).toMatchObject({ operation: { name: 'GET /notes/{id}' } });
});

it('of an XML schema, which has no paths, numbers are left out', () => {
  const xsd = readDescription(
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="Root" type="xs:string"/></xs:schema>',
    's.xsd',
  );
  expect(xsd.resolve('GET', '/v3/company/4711/invoice', '')).toMatchObject({
    operation: { name: 'GET /v3/company/…/invoice' },
  });
});

it('an unknown path has one key for all values', () => {
  const keys = ['1', '2', 'a(b)'].map((id) => requestDisagreements(odata, request(`/orders/${id}7/parts`))[0]?.key);
  expect(new Set(keys).size).toBe(1);
});

it('a request that cannot be compared is shown by its first segment', () => {
  expect(unresolvedName({ method: 'GET', path: "/items('x')/Anna" })).toBe('GET /items(…)/…');
});
