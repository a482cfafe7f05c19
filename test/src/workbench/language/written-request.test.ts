/** Where a profile writes the requests that an endpoint sends. */
import { describe, expect, it } from 'vitest';
import { file, opened } from './service-here.ts';

const text = `profile: acme
contract: "1"
sources:
  api:
    http: https://erp.example/api/v2
    auth: { login: { post: /session, json: { user: x } } }
ids:
  customer: { exists: { get: "/customers/{{ id }}/head" } }
endpoints:
  /credit/customer:
    get: /customers/{{ customerErpId }}
    fields: { creditLimit: limit }
  /debtors/list:
    get: /customers
    params: { $top: "{{ limit }}" }
    attach:
      mails: { get: /customers, params: { kind: mail, $top: "5" }, on: { id: id } }
  /sale-draft:
    find: { get: /orders, params: { ref: "{{ $key }}" } }
    write:
      - order: { post: /orders, json: {} }
`;

const base = 'https://erp.example/api/v2';

describe('the line of a request', () => {
  it.each([
    ['GET', `${base}/customers/K-1`, '/credit/customer', 'get: /customers/{{ customerErpId }}'],
    ['GET', `${base}/customers/K%201?x=1`, '/credit/customer', 'get: /customers/{{ customerErpId }}'],
    ['GET', `${base}/customers/K-1/head`, '/credit/customer', 'exists:'],
    ['GET', `${base}/customers?$top=20`, '/debtors/list', 'get: /customers'],
    ['GET', `${base}/customers?kind=mail&$top=5`, '/debtors/list', 'mails:'],
    ['POST', `${base}/orders`, '/sale-draft', 'order: { post'],
    ['GET', `${base}/orders?ref=PO-1`, '/sale-draft', 'find:'],
    ['POST', `${base}/session`, '/credit/customer', 'login:'],
  ])('is that of its path: %s %s', async (method, url, endpoint, expected) => {
    const service = await opened(text);
    const range = service.requestRange(file, endpoint, { method, url });
    expect(text.split('\n')[range?.start.line ?? -1]).toContain(expected);
  });

  it('is not known for another path, and for one of another endpoint', async () => {
    const service = await opened(text);
    expect(service.requestRange(file, '/credit/customer', { method: 'GET', url: `${base}/invoices` })).toBeUndefined();
    expect(service.requestRange(file, '/credit/customer', { method: 'POST', url: `${base}/orders` })).toBeUndefined();
  });
});
