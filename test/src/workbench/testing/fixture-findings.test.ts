/** What a fixture lacks is reported as missing there: the ERP may have it. */
import { expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';
import { caseOf } from './shop.ts';

const search = '/catalog/customers/search';
const others = contract.endpoints
  .filter(({ path, answer }) => path !== search && answer.kind !== 'service')
  .map(({ path }) => `  ${path}: { unavailable: no part of this }\n`)
  .join('');
const files = {
  'shop.yaml': `profile: shop
contract: "1"
sources:
  shop: { sql: sqlite, connection: { file: nowhere.sqlite } }
endpoints:
  ${search}:
    search: { text: query, in: [erpName] }
    query: SELECT c.no AS erpId, c.name AS erpName, a.town AS city FROM customer c LEFT JOIN address a ON a.no = c.no
${others}`,
  'fixture/schema.sql': 'CREATE TABLE customer (no TEXT, name TEXT);',
  'cases/a.yaml': `cases:\n${caseOf('Anna is there', 'part: { hits: [{ erpName: Anna }] }')}`,
};
const hint =
  "hint: This database is made from the profile's fixture. If `engine check --connect` finds the name in the ERP, add it to fixture/schema.sql.";

it.each([['test'], ['test', '--conformance']])('a table that the fixture lacks, by engine %s %s', async (...verb) => {
  const { status, err } = await runHere([...verb, './shop.yaml'], { env: {}, cwd: folderWith(files) });
  expect(status).toBe(1);
  expect(err).toContain('error[SQL406]: The database refuses this statement: no such table: address.');
  expect(err).toContain(hint);
});
