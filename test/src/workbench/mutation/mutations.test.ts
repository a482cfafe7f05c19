/** The mutants of statements, expressions and profiles. Each expected text is written by hand. */
import { describe, expect, it } from 'vitest';
import { sqliteKind } from '../../../../engine/host/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { edited } from '../../../../src/workbench/mutation/edit.ts';
import { expressionMutations } from '../../../../src/workbench/mutation/expression-mutations.ts';
import { mutantsOf } from '../../../../src/workbench/mutation/mutants.ts';

const byExpression = (text: string): readonly string[] => expressionMutations(text).map((edit) => edited(text, edit));

describe('mutations of expressions', () => {
  it.each([
    [
      "status = 'open' and total > 0",
      [
        "status != 'open' and total > 0",
        "status = 'open~' and total > 0",
        "status = 'open' or total > 0",
        "status = 'open' and total >= 0",
        "status = 'open' and total > 1",
      ],
    ],
    ['$replace(x, /a-b\\/1/, y)', []],
    ['$contains(x, /[\\\\/"]|[0-9a-z]+1/i) = y', ['$contains(x, /[\\\\/"]|[0-9a-z]+1/i) != y']],
    ['`net-price` * 2', ['`net-price` + 2', '`net-price` * 3']],
    ['and.or', []],
  ])('%s', (text, expected) => {
    expect(byExpression(text)).toEqual(expected);
  });
});

const profile = `profile: shop
ids:
  customer: { exists: SELECT 1 FROM c WHERE c.no = :id }
parts:
  sold: s.state = 'SOLD'
  others: s.kind = 1 AND {sold}
endpoints:
  /sales-orders/list:
    order: [-orderDate, erpSoId]
    query: |
      SELECT s.id AS erpSoId FROM s WHERE {others}
    codes: { status: { A: open, B: closed } }
  /pricing/resolve:
    query: SELECT p.price AS systemUnitPrice FROM p WHERE p.item = :productErpId
`;

describe('mutants of a profile', () => {
  const mutants = mutantsOf({ text: profile, bases: [], kinds: [sqliteKind], contract });
  const one = (id: string) => mutants.find((mutant) => mutant.id === id);

  it('have stable ids, a place, and one change each', () => {
    expect(mutants.map(({ id }) => id)).toEqual([
      'ids.customer: without the condition c.no = :id',
      "parts.sold: 'SOLD' made another text",
      'parts.others: 1 made another number',
      '/sales-orders/list: without the item -orderDate',
      '/sales-orders/list: order -orderDate reversed',
      '/sales-orders/list: without the item erpSoId',
      '/sales-orders/list: order erpSoId reversed',
      '/sales-orders/list: without the condition {others}',
      '/sales-orders/list: without the entry A: open',
      '/sales-orders/list: code open made closed',
      '/sales-orders/list: without the entry B: closed',
      '/sales-orders/list: code closed made open',
      '/pricing/resolve: without the condition p.item = :productErpId',
    ]);
    expect(one('/pricing/resolve: without the condition p.item = :productErpId')).toMatchObject({
      line: 14,
      column: 59,
    });
    expect(one('/sales-orders/list: without the item -orderDate')?.text).toBe(
      profile.replace('[-orderDate, erpSoId]', '[erpSoId]'),
    );
    expect(one('/sales-orders/list: code open made closed')?.text).toBe(profile.replace('A: open', 'A: closed'));
    expect(one('/sales-orders/list: order erpSoId reversed')?.text).toBe(
      profile.replace(', erpSoId]', ', "-erpSoId"]'),
    );
  });

  it('of an id affect the endpoints that have such an id in the request', () => {
    expect(one('ids.customer: without the condition c.no = :id')?.endpoints).toEqual([
      '/sales-orders/list',
      '/pricing/resolve',
    ]);
  });

  it('of an overlay affect the endpoints of its base that use the part', () => {
    const overlay = "extends: shop\nparts:\n  sold: s.state = 'DONE'\n";
    const overlayMutants = mutantsOf({ text: overlay, bases: [profile], kinds: [sqliteKind], contract });
    expect(overlayMutants.map(({ id, endpoints }) => [id, endpoints])).toEqual([
      ["parts.sold: 'DONE' made another text", ['/sales-orders/list']],
    ]);
  });

  it('are none where no endpoint uses the part, and none of names of tables', () => {
    const text = profile.replace(
      'parts:\n',
      `parts:\n  "*": { table: "${'$'}{prefix}*" }\n  version: v WHERE v.name = 'base'\n`,
    );
    const changed = mutantsOf({ text, bases: [], kinds: [sqliteKind], contract });
    expect(changed.map(({ id }) => id)).toEqual(mutants.map(({ id }) => id));
  });

  it('are none in the probe of a step, which the service does not send', () => {
    const probe = (text: string): string =>
      `profile: p\nendpoints:\n  /sale-draft:\n    write:\n      - order: { post: /orders, json: { ref: "{{ $key }}" }${text} }\n`;
    const of = (text: string) =>
      mutantsOf({ text: probe(text), bases: [], kinds: [sqliteKind], contract }).map(({ id }) => id);
    expect(of(', probe: { post: /orders, json: { ref: "{{ 7 }}", no: 1 } }')).toEqual(of(''));
    expect(of(', params: { a: "{{ 7 }}" }')).not.toEqual(of(''));
  });

  it('of a part affect the endpoints that use it, also through another part', () => {
    expect(one("parts.sold: 'SOLD' made another text")?.endpoints).toEqual(['/sales-orders/list']);
    expect(one('/pricing/resolve: without the condition p.item = :productErpId')?.endpoints).toEqual([
      '/pricing/resolve',
    ]);
  });
});

describe('mutants of named expressions and parts of requests', () => {
  const text = `profile: shop
parts:
  open: { expression: total - paid }
  left: { expression: "{open} * 2" }
  head: { request: { kind: "{{ {left} + 1 }}", type: 5 } }
endpoints:
  /invoices/list:
    get: /invoices
    fields: { amountOpen: "{open}" }
  /payments/list:
    post: /payments
    json: { $part: head, page: "{{ $page }}" }
`;
  const mutants = mutantsOf({ text, bases: [], kinds: [], contract });

  it('change their text, and affect the endpoints that use them', () => {
    expect(mutants.filter(({ id }) => id.startsWith('parts.')).map(({ id, endpoints }) => [id, endpoints])).toEqual([
      ['parts.open: - made + in total - paid', ['/invoices/list', '/payments/list']],
      ['parts.left: * made + in {open} * 2', ['/payments/list']],
      ['parts.left: 2 made 3 in {open} * 2', ['/payments/list']],
      ['parts.head: without the entry kind: "{{ {left} + 1 }}"', ['/payments/list']],
      ['parts.head: without the entry type: 5', ['/payments/list']],
      ['parts.head: + made - in {left} + 1', ['/payments/list']],
      ['parts.head: 1 made 2 in {left} + 1', ['/payments/list']],
    ]);
    expect(mutants.some(({ id }) => id === '/payments/list: without the entry $part: head')).toBe(true);
  });
});
