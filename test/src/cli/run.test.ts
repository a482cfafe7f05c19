/** `engine run`: one call through a profile, with what it sends. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
let folder: string;
beforeEach(() => {
  folder = folderWith({});
  cpSync(join(root, 'profiles', 'demo'), folder, { recursive: true, filter: (file) => !file.includes('.sqlite') });
});
const run = (...args: readonly string[]): Promise<Ended> =>
  runHere(['run', ...args, '--profile', './profile.yaml'], { env: { DEMO_DATABASE: 'erp.sqlite' }, cwd: folder });

describe('engine run', () => {
  it('writes the answer to stdout, and the statements and their rows to stderr', async () => {
    const { status, out, err } = await run('/catalog/customers/search', '--set', 'query=0%', '--set', 'limit=3');
    expect({ status, out }).toEqual({
      status: 0,
      out: '{"schemaVersion":"1","hits":[{"erpId":"K10003","erpName":"100% Natur Handels GmbH","city":"Freiburg"}]}\n',
    });
    expect(err).toMatch(
      /^POST \/catalog\/customers\/search \{"schemaVersion":"1","query":"0%","limit":3\}\n\nrequest: valid, [\d.]+ ms\n/,
    );
    expect(err).toMatch(/\n\nerp: 1 row, [\d.]+ ms\n {2}select .*\n {2}search = "0%"\n {2}limit = 3\n/s);
    expect(err).toContain('  erpId   erpName                  city\n  K10003  100% Natur Handels GmbH  Freiburg\n');
    expect(err).toContain('  erpName  100% Natur Handels GmbH  -> "100% Natur Handels GmbH"\n');
    expect(err).toMatch(/\n200 in [\d.]+ ms\n$/);
  });

  it('fills in defaults, limits the rows, and shows how they were processed', async () => {
    const { err } = await run('/sales-orders/list', '--set', 'customerErpId=K10001', '--rows', '1');
    expect(err).toContain('request: valid');
    expect(err).toContain('"limit":20');
    expect(err).toMatch(/\.\.\. \d+ more \(--rows \d+ shows all\)/);
    expect(err).toMatch(/transform: \d+ rows, [\d.]+ ms: codes status\n {2}1\. {2}status {2}\d+ {2}-> \w+/);
  });

  it('says which value has no entry in codes', async () => {
    const file = join(folder, 'profile.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(\/sales-orders\/list:[\s\S]*?codes: \{ status: \{ )[^}]*\}/, '$1900: none }'));
    const orders = await run('/sales-orders/list', '--set', 'limit=1');
    expect(orders.err).toMatch(/status {2}\d+ {2}-> \? `codes` have no entry for "\d+", an/);
  });

  it('reports several rows where one is expected', async () => {
    const query = "SELECT 1 AS creditLimit, 1 AS creditUsed, 'EUR' AS currency UNION ALL SELECT 2, 2, 'EUR'";
    const two = { profile: 'two', extends: './profile.yaml', endpoints: { '/credit/customer': { query } } };
    writeFileSync(join(folder, 'two.json'), JSON.stringify(two));
    const args = ['run', '/credit/customer', '--set', 'customerErpId=K10001', '--profile', './two.json'];
    const { err } = await runHere(args, { env: { DEMO_DATABASE: 'erp.sqlite' }, cwd: folder });
    expect(err).toContain(': The answer cannot be given as the contract asks:');
    expect(err).toContain(' <- the answer: 2 rows were returned where one is expected\n');
  });

  it('gives one document for tools', async () => {
    const { status, out, err } = await run('/credit/customer', '--set', 'customerErpId=K10012', '--format', 'json');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const { endpoint, steps, answer, ms } = JSON.parse(out);
    expect(endpoint).toBe('/credit/customer');
    expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual(['request', 'statement', 'encoded']);
    expect(steps[1]).toMatchObject({ source: 'erp', names: [':customerErpId'], values: ['K10012'] });
    expect(answer).toEqual({ schemaVersion: '1', creditLimit: null, creditUsed: 90.03, currency: 'GBP' });
    expect(ms).toBeGreaterThan(0);
  });

  it('reads a request from a file, and additional fields from flags', async () => {
    writeFileSync(join(folder, 'request.json'), '{ "customerErpId": "K10012" }');
    const { out } = await run('/credit/customer', '--body', 'request.json');
    expect(out).toBe('{"schemaVersion":"1","creditLimit":null,"creditUsed":90.03,"currency":"GBP"}\n');
    expect(await run('/credit/customer', '--body', join(folder, 'request.json'))).toMatchObject({ status: 0, out });
    expect((await run('/credit/customer', '--body', 'request.json', '--set', 'customerErpId=K9')).status).toBe(1);
  });

  it('prints a refusal with its fields', async () => {
    const { status, out, err } = await run('/credit/customer', '--set', 'customerErpId=K99999');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/422 in .*\n {2}customerErpId is not known to the ERP\n$/);
  });

  it('makes no tables in the ERP', async () => {
    expect((await run('/debtors/list', '--set', 'limit=1')).status).toBe(0);
    const database = new Database(join(folder, 'erp.sqlite'), { readonly: true });
    expect(database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'engine%'").all()).toEqual([]);
    database.close();
  });

  it.for<[string, readonly string[], string]>([
    ['an endpoint that is not there', ['/credit/custmer'], 'did you mean /credit/customer?'],
    ['an endpoint that writes', ['/sale-draft'], 'writes into the ERP'],
    ['the connection test', ['/health'], 'answered by the service itself'],
    ['a field that is not there', ['/credit/customer', '--set', 'customerErpid=1'], 'did you mean customerErpId?'],
    ['a field without a value', ['/credit/customer', '--set', 'customerErpId'], '--set takes field=value'],
    [
      'a number that is none',
      ['/debtors/list', '--set', 'limit=abc'],
      'the value of limit must be a whole number, such as 20, not "abc"',
    ],
    [
      'a list that is none',
      ['/sale-draft', '--set', 'lines=A-1'],
      'the value of lines must be a list in JSON, such as [{"sku": "A-1"}], not "A-1"',
    ],
    ['a body that is not there', ['/debtors/list', '--body', 'nowhere.json'], 'cannot be read'],
  ])('refuses %s', async ([, args, message]) => {
    const { status, err } = await run(...args);
    expect(status).toBe(2);
    expect(err).toContain(message);
  });

  it('reports the faults of a profile as a start does', async () => {
    writeFileSync(join(folder, 'profile.yaml'), 'profile: demo\n');
    const { status, err } = await run('/debtors/list');
    expect(status).toBe(1);
    expect(err).toContain('MAP102');
  });
});
