/** A small profile with a fixture, in a separate folder, for tests of `engine test`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/contract/index.ts';
import type { Host } from '../../../../src/service/lifecycle/host.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

const search = '/catalog/customers/search';

const profile = `
profile: shop
title: A shop
contract: "1"
sources:
  shop: { sql: sqlite, connection: { file: nowhere.sqlite } }
endpoints:
  ${search}:
    search: { text: query, in: [erpName] }
    query: SELECT no AS erpId, name AS erpName, town AS city FROM customer
`;
const schema =
  "CREATE TABLE customer (no TEXT, name TEXT, town TEXT); INSERT INTO customer VALUES ('1', 'Anna', 'Ulm');";

const others = contract.endpoints
  .filter(({ path, answer }) => path !== search && answer.kind !== 'service')
  .map(({ path }) => `  ${path}: { unavailable: no part of this }\n`)
  .join('');

export interface Shop {
  readonly folder: string;
  /** Writes a file of cases: `name` without folder. */
  cases(name: string, text: string): void;
  text(name: string): string;
  run(args: readonly string[], given?: Partial<Host>): Promise<Ended>;
}

/** A case that looks for a customer; `expected` is one line of it. */
export const caseOf = (sentence: string, expected: string): string =>
  `  - case: ${sentence}\n    call: ${search}\n    request: { query: anna }\n    ${expected}\n`;

export function makeShop(): Shop {
  const folder = folderWith({ 'shop.yaml': profile + others });
  for (const name of ['fixture', 'cases']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'fixture', 'schema.sql'), schema);
  return {
    folder,
    cases: (name, text) => writeFileSync(join(folder, 'cases', name), text),
    text: (name) => readFileSync(join(folder, 'cases', name), 'utf8'),
    run: (args, given = {}) => runHere(['test', './shop.yaml', ...args], { env: {}, cwd: folder, ...given }),
  };
}
