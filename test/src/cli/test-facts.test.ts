/** The facts in a file of cases: a variant of the ERP that the fixture does not have. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

const profile = `
profile: shop
title: A shop
contract: "1"
sources: { shop: { http: "https://shop.example/api", literals: odata, request: { rows: value }, page: { whole: true } } }
facts: { towns: { get: /towns } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    first:
      - { when: towns, get: /customersWithTowns, fields: { erpId: no, erpName: name, city: town } }
      - { when: not towns, get: /customers, fields: { erpId: no, erpName: name } }
`;
const paths = ['/health', '/catalog/customers/search'];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => paths.includes(path)) };

let folder: string;
beforeEach(() => {
  folder = folderWith({});
  writeFileSync(join(folder, 'profile.yaml'), profile);
  mkdirSync(join(folder, 'cases'));
});

function run(facts: string, path: string): Promise<Ended> {
  const answer = '{ json: { value: [{ no: A, name: Anna, town: Ulm }] } }';
  const cases = `${facts}
cases:
  - case: all
    call: /catalog/customers/search
    http: [{ get: ${path}, answer: ${answer} }]
    part: { hits: [{ erpId: A }] }
`;
  writeFileSync(join(folder, 'cases', 'a.yaml'), cases);
  return runHere(['test', './profile.yaml'], { env: {}, cwd: folder, contract: small });
}

it.each([
  ['facts: { towns: true }', '/customersWithTowns'],
  ['facts: { towns: false }', '/customers'],
])('%s is not asked of the ERP, and chooses', async (facts, path) => {
  const { status, out } = await run(facts, path);
  expect(out).toContain('1 passed, 0 failed.');
  expect(status).toBe(0);
});

it('a fact that the profile does not have is an error', async () => {
  const { status, err } = await run('facts: { town: true }', '/customers');
  expect(err).toContain('The profile has no fact "town".');
  expect(err).toContain('a.yaml:1:10');
  expect(err).toContain('Did you mean "towns"?');
  expect(status).toBe(1);
});
