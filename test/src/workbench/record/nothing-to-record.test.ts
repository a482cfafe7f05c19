/** `engine record` names the reason and the next step where there is no call to record. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { type Ended, runHere } from '../../cli/here.ts';
import { folderWith } from '../../service/server/fixture.ts';

const [search, debtors] = ['/catalog/customers/search', '/debtors/list'];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => [search, debtors].includes(path)) };

const openPlace = 'query: SELECT c.id AS erpId, NULL /*? c.name or c.title */ AS erpName FROM customer c';
const withoutPlace = 'query: SELECT c.id AS erpId, c.name AS erpName FROM customer c';
const question = `decide: { email: "Which table has it?" }
    query: SELECT c.id AS erpDebtorId, c.name AS name FROM customer c`;

const profile = (searchKeys: string, debtorKeys: string): string => `
profile: ledger
title: A ledger
contract: "1"
settings:
  database: { env: LEDGER_DB }
sources:
  erp: { sql: sqlite, connection: { file: "\${database}" }, clock: Europe/Berlin }
endpoints:
  ${search}:
    ${searchKeys}
  ${debtors}:
    ${debtorKeys}
`;

function record(text: string): Promise<Ended> {
  const folder = folderWith({ 'ledger.yaml': text });
  const erp = new Database(join(folder, 'erp.sqlite'));
  erp.exec(`CREATE TABLE customer (id INTEGER PRIMARY KEY, name VARCHAR(60) NOT NULL);
    INSERT INTO customer VALUES (1, 'Quarzbrunn Feinmechanik')`);
  erp.close();
  const args = ['record', '--profile', './ledger.yaml', '--mutants', '0', '--out', 'out'];
  return runHere(args, { cwd: folder, env: { LEDGER_DB: join(folder, 'erp.sqlite') }, contract: small });
}

const searched = `search: { text: query, in: [erpName] }\n    `;
const paged = `page: { key: [name, erpDebtorId] }\n    `;

describe('a recording without calls', () => {
  it('names open questions, under `decide` and in SQL', async () => {
    const { status, out, err } = await record(profile(searched + openPlace, paged + question));
    expect([status, out]).toEqual([1, '0 calls recorded, 0 left out.\n']);
    expect(err).toBe(
      '2 of 2 endpoints have open questions, so that their calls cannot be recorded. List them with `engine check`, and answer them in the profile.\n',
    );
  });

  it('says that no call has read from the ERP where the profile provides nothing', async () => {
    const none = 'unavailable: The ERP has none.';
    const { status, out, err } = await record(profile(none, none));
    expect([status, out]).toEqual([1, '0 calls recorded, 0 left out.\n']);
    expect(err).toBe('No call has read from the ERP. Name calls with --calls.\n');
  });
});

it('a recording of other endpoints names open questions, too', async () => {
  const { status, out, err } = await record(profile(searched + withoutPlace, paged + question));
  expect([status, out]).toEqual([0, expect.stringMatching(/^[1-9]\d* calls recorded, 0 left out\.$/m)]);
  expect(err).toContain('1 of 2 endpoints have open questions');
});
