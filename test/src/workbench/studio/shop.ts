/** A small profile with a fixture and cases, in a folder of its own: proofs of it take a second. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract } from '../../../../src/contract/index.ts';

const paths = ['/health', '/catalog/customers/search', '/credit/customer'];

/** The part of the contract that the profile provides. */
export const shopContract = { ...contract, endpoints: contract.endpoints.filter(({ path }) => paths.includes(path)) };

const profile = `profile: shop
title: A shop
contract: "1"
settings:
  file: { env: SHOP_FILE, default: shop.sqlite }
  token: { env: SHOP_TOKEN, secret: true, default: none }
sources:
  shop: { sql: sqlite, connection: { file: "\${file}", create: [fixture/schema.sql, fixture/data.sql] }, clock: UTC }
ids:
  customer: { type: text, exists: SELECT 1 FROM customer WHERE no = :id }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT no AS erpId, name AS erpName, town AS city FROM customer WHERE blocked = 0
  /credit/customer:
    query: SELECT 5000.25 AS creditLimit, 12.5 AS creditUsed, 'EUR' AS currency FROM customer WHERE no = :customerErpId
`;

/** `city`: what the second case expects. */
export const searchCases = (city: string): string => `cases:
  - case: a blocked customer is not found
    call: /catalog/customers/search
    request: { query: zoe }
    response: { hits: [] }

  - case: Anna lives in ${city}
    call: /catalog/customers/search
    request: { query: anna }
    response: { hits: [{ erpId: K-1, erpName: Anna & Sons, city: ${city} }] }
`;

/** Returns the folder. The second of its two cases fails: Anna lives in Ulm. */
export function shopFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-studio-shop-')));
  for (const name of ['cases', 'fixture']) mkdirSync(join(folder, name));
  const schema = 'CREATE TABLE customer (no TEXT PRIMARY KEY, name TEXT, town TEXT, blocked INTEGER);\n';
  const data =
    "INSERT INTO customer VALUES ('K-1', 'Anna & Sons', 'Ulm', 0), ('K-2', 'Hagen', 'Bonn', 0), ('K-3', 'Zoe', 'Bonn', 1);\n";
  writeFileSync(join(folder, 'profile.yaml'), profile);
  writeFileSync(join(folder, 'fixture/schema.sql'), schema);
  writeFileSync(join(folder, 'fixture/data.sql'), data);
  writeFileSync(join(folder, 'cases/search.yaml'), searchCases('Bonn'));
  return folder;
}
