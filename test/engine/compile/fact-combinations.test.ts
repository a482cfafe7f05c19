/** The combinations of facts that a profile is compiled for before the facts are known: each endpoint once for each variant. */
import { expect, it } from 'vitest';
import { factCombinations } from '../../../engine/compile/context/fact-combinations.ts';
import { loadProfile } from '../../../engine/profile/load.ts';

const profile = `
profile: shop
contract: "1"
facts:
  is_shop: { table: shop, else: This is no shop. }
  has_a: { table: a }
  has_b: { table: b }
sources: { erp: { sql: sqlite, connection: { file: shop.db } } }
parts:
  inner: [{ when: has_b, sql: b }, { sql: c }]
  outer: "{inner} + 1"
  apart: [{ when: not has_a, sql: a }, { sql: d }]
endpoints:
  /credit/customer: { query: SELECT 1 AS "creditUsed" }
  /debtors/list: { query: "SELECT {outer} AS name" }
  /invoices/list: { unavailable: { when: has_b, reason: None. }, query: "SELECT {apart} AS status" }
  /sale-draft: { unavailable: { when: has_a, reason: None. } }
`;

it('compiles an endpoint for each way in which the facts behind it can be, and once where there are none', () => {
  const { loaded } = loadProfile(profile, 'shop.yaml', {}, 'check');
  if (loaded === undefined) throw new Error('The profile does not hold to the grammar.');
  const combinations = factCombinations(loaded.profile).flatMap(({ factValues, endpoints }) =>
    [...endpoints].map((path) => [path, factValues.get('is_shop'), factValues.get('has_a'), factValues.get('has_b')]),
  );
  // The fact that must be true is so in all; of a part that is used through another one the facts count, too.
  expect(combinations.filter(([path]) => path === '/credit/customer')).toEqual([
    ['/credit/customer', true, true, true],
  ]);
  expect(combinations.filter(([path]) => path === '/debtors/list').map(([, , , b]) => b)).toEqual([true, false]);
  expect(combinations.filter(([path]) => path === '/sale-draft').map(([, , a]) => a)).toEqual([true, false]);
  const ofTwo = combinations.filter(([path]) => path === '/invoices/list').map(([, , a, b]) => [a, b]);
  expect(ofTwo).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [false, true],
  ]);
});
