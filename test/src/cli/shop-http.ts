/** A shop by HTTP that `engine test` runs the cases of. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

export const bySku = '/catalog/products/by-sku';
export const credit = '/credit/customer';
export const small = {
  ...contract,
  endpoints: contract.endpoints.filter(({ path }) => [bySku, credit].includes(path)),
};

const unavailable = (path: string): string => `  ${path}: { unavailable: no part of this }\n`;

/** `source` are further lines of the source; `endpoints` by path. */
export function profile(endpoints: Readonly<Record<string, string>>, source = ''): string {
  const texts = small.endpoints.map(({ path }) =>
    endpoints[path] === undefined ? unavailable(path) : `  ${path}:\n${endpoints[path]}`,
  );
  return `
profile: shop
title: A shop
contract: "1"
settings:
  company: { env: SHOP_COMPANY, default: ACME }
  password: { env: SHOP_PASSWORD, secret: true }
sources:
  erp:
    http: https://api.example.com/v2/\${company}
    literals: odata
    probe: { get: /ping }
    request: { rows: value }
${source}
endpoints:
${texts.join('')}`;
}

export const items = `    get: /items
    params: { $filter: ["number eq {{ sku }}"], $top: "{{ limit }}" }
    fields: { erpSku: number, erpDesc: name, erpProductId: id }
`;
export const limits = `    post: /credits/search
    json: { customer: "{{ customerErpId }}", least: 1.5, open: true }
    rows: "$"
    fields: { creditLimit: limit, creditUsed: used, currency: currency }
`;

/** The folder of the test that runs. */
export let folder: string;

/** Puts the profile into a folder of its own before each test of the file that calls it. */
export function shopForEach(): void {
  beforeEach(() => {
    folder = folderWith({ 'shop.yaml': profile({ [bySku]: items, [credit]: limits }) });
    mkdirSync(join(folder, 'cases'));
  });
}

export const given = (text: string): void => writeFileSync(join(folder, 'shop.yaml'), text);
export function run(cases: string): Promise<Ended> {
  writeFileSync(join(folder, 'cases', 'a.yaml'), cases);
  return runHere(['test', './shop.yaml'], { env: {}, cwd: folder, contract: small });
}

/** One case on a call; the rest as lines of it. */
export const one = (call: string, request: string, ...rest: readonly string[]): string =>
  [
    'cases:',
    '  - case: it',
    `    call: ${call}`,
    `    request: ${request}`,
    ...rest.map((line) => `    ${line}`),
    '',
  ].join('\n');

export const chairResponse = 'response: { hits: [{ erpSku: A/1, erpDesc: Chair, erpProductId: "7" }] }';
export const chair = "{ id: '7', number: A/1, name: Chair }";
export const asked = `get: /items, params: { $filter: "number eq 'A/1'", $top: 10 }`;
