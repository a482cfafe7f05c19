/** `engine test --conformance`: the shipped demo and its API pass; missing data and faults are reported. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { contract } from '../../../src/contract/index.ts';
import { holdConformance } from '../../profiles/figures.ts';
import { isAll, isDeep } from '../../support/depth.ts';
import { hasMysql } from '../../support/dialects.ts';
import { providedUrl } from '../../support/provided.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

let folder: string;
beforeEach(() => {
  folder = folderWith({});
});

const run = (args: readonly string[], given: Partial<Parameters<typeof runHere>[1]> = {}): Promise<Ended> =>
  runHere(['test', '--conformance', ...args], { env: {}, cwd: folder, ...given });

const last = ({ out }: Ended): string | undefined => out.trimEnd().split('\n').at(-1);

/** The demo profile over a database of another kind, in a folder of its own. */
function demoOn(dialect: string): string {
  const demo = join(root, 'profiles', 'demo');
  const profileFolder = join(folder, dialect);
  mkdirSync(profileFolder);
  cpSync(join(demo, 'fixture'), join(profileFolder, 'fixture'), { recursive: true });
  // MySQL reads a backslash in a text as the beginning of a sign.
  const data = join(profileFolder, 'fixture', 'data.sql');
  if (dialect === 'mysql') writeFileSync(data, readFileSync(data, 'utf8').replaceAll('\\', '\\\\'));
  const document = parseDocument(readFileSync(join(demo, 'profile.yaml'), 'utf8'));
  document.deleteIn(['settings', 'database']);
  document.setIn(['sources', 'erp', 'sql'], dialect);
  document.setIn(['sources', 'erp', 'connection'], { url: `${dialect}://nobody@localhost/` });
  writeFileSync(join(profileFolder, 'profile.yaml'), document.toString());
  return profileFolder;
}

/** In `npm test` the sandbox shows that the demo passes. */
const describeDeep = isDeep ? describe : () => undefined;

describeDeep('what ships', () => {
  if (isAll) {
    it('the demo passes all checks that follow from the contract', async () => {
      const ended = await run(['demo']);
      expect(ended).toMatchObject({ status: 0, err: '' });
      expect(last(ended)).toMatch(/^3\d\d passed, 0 failed, 0 not tested, \d+ not applicable\.$/);
      holdConformance('demo', ended.out);
      for (const path of contract.endpoints.map((endpoint) => endpoint.path)) expect(ended.out).toContain(` ${path}`);
    });

    it('its profile by HTTP holds over a double, with pages, clocks and writes', async () => {
      const ended = await run([join(root, 'test', 'support', 'kontor-api')]);
      expect(ended).toMatchObject({ status: 0, err: '' });
      // Its double gives no records, so that checks that change them do not run.
      expect(last(ended)).toMatch(/^2\d\d passed, 0 failed, \d+ not tested, \d+ not applicable\.$/);
    });
  } else {
    // Of the others, `planted-defects.sampled.test.ts` and `sandbox/defects.sampled.test.ts` show that each passes on the demo.
    it('the demo passes the checks of writes', async () => {
      const ended = await run(['demo', '--filter', 'writes']);
      expect(ended).toMatchObject({ status: 0, err: '' });
      expect(last(ended)).toMatch(/^\d\d passed, 0 failed, 0 not tested, 0 not applicable\.$/);
    });
  }

  const servers = [
    { dialect: 'postgres', variable: 'ENGINE_TEST_POSTGRES', url: providedUrl('postgresUrl') },
    ...(hasMysql ? [{ dialect: 'mysql', variable: 'ENGINE_TEST_MYSQL', url: providedUrl('mysqlUrl') }] : []),
  ];
  // What differs between databases; the rest is the service's, and the same on all of them.
  const subjects = ['paging: /invoices/', 'modifiedSince: /invoices/', 'writes: /invoices/'];
  it.each(servers)('pages, changes and writes hold on $dialect', async ({ dialect, variable, url }) => {
    const profileFolder = demoOn(dialect);
    for (const filter of isAll ? ['/invoices/'] : subjects) {
      const ended = await run(['--strict', '--filter', filter, profileFolder], { env: { [variable]: url } });
      expect(ended.status, filter).toBe(0);
      expect(last(ended), filter).toMatch(/^[1-9]\d* passed, 0 failed, 0 not tested, \d+ not applicable\.$/);
    }
  });
});

const shop = `
profile: shop
title: A shop
contract: "1"
settings: { town: { env: SHOP_TOWN } }
sources: { shop: { sql: sqlite, connection: { file: nowhere.sqlite } } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT no AS erpId, name AS erpName FROM customer WHERE town = :settings.town
  /sales-orders/list: { unavailable: It keeps no orders. , answer: empty }
  /credit/customer: { unavailable: It knows no credit. }
`;
const paths = ['/health', '/catalog/customers/search', '/sales-orders/list', '/credit/customer'];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => paths.includes(path)) };

describe('a small profile', () => {
  beforeEach(() => {
    writeFileSync(join(folder, 'shop.yaml'), shop);
    mkdirSync(join(folder, 'fixture'));
    const rows =
      "CREATE TABLE customer (no TEXT, name TEXT, town TEXT); INSERT INTO customer VALUES ('1', 'Anna', 'Ulm');";
    writeFileSync(join(folder, 'fixture', 'schema.sql'), rows);
  });
  const test = (...args: readonly string[]): Promise<Ended> => run(['./shop.yaml', ...args], { contract: small });

  it('checks without data are counted separately, and fail only with --strict', async () => {
    const ended = await test('--set', 'town=Ulm');
    expect(ended).toMatchObject({ status: 0, err: '' });
    expect(ended.out).toContain('not tested: the data lacks what it needs: a record whose name has two words');
    // The one customer has a name of one word: the table is the one of the query.
    const [, missing = ''] = ended.out.split('\nMissing data. Add such records to the fixture:\n');
    expect(missing).toContain('  1 check needs a record whose name has two words (table customer)\n');
    expect(ended.out).toMatch(/ [1-9]\d* not tested, /);
    expect(ended.out).toContain(
      'ok   unavailable: /sales-orders/list: the profile does not provide it, and the answer is an empty list',
    );
    expect(ended.out).toContain(
      'ok   unavailable: /credit/customer: the profile does not provide it, and the answer is 501',
    );
    expect(ended.out).toContain('not applicable: the profile does not provide /credit/customer: It knows no credit.');
    expect((await test('--set', 'town=Ulm', '--strict')).status).toBe(1);
  });

  it('a run in which no check ran is not passed', async () => {
    const none = await test('--set', 'town=Bonn', '--filter', 'equal requests get equal');
    expect(none).toMatchObject({ status: 1, err: 'No check has run: nothing is proven.\n' });
    rmSync(join(folder, 'fixture'), { recursive: true });
    const unfilled = await test('--set', 'town=Ulm');
    expect(unfilled).toMatchObject({ status: 1, out: '' });
    expect(unfilled.err).toContain('there are no files in');
  });

  it('a deviation from a rule that does not exist is an error', async () => {
    writeFileSync(join(folder, 'shop.yaml'), `${shop}deviations: { line: Lines are without tax. }\n`);
    const { err, status } = await test('--set', 'town=Ulm');
    expect(err).toContain('declares deviations that are not possible: there is no rule "line"');
    expect(status).toBe(1);
  });

  it('settings come from the cases, and from --set before them', async () => {
    mkdirSync(join(folder, 'cases'));
    const caseText =
      'settings: { town: Ulm }\ncases: [{ case: all, call: /catalog/customers/search, response: { hits: [] } }]\n';
    writeFileSync(join(folder, 'cases', 'a.yaml'), caseText);
    expect((await test('--filter', 'equal requests get equal')).out).toContain('1 passed, 0 failed, 0 not tested');
    expect((await test('--filter', 'equal requests get equal', '--set', 'town=Bonn')).out).toContain(
      '0 passed, 0 failed, 1 not tested',
    );
    expect((await test('--set', 'twon=Ulm')).err).toContain('twon');
    expect((await test('--set', 'Ulm')).status).toBe(2);
  });

  it('a failure shows the request, the answer and the statements, and no key', async () => {
    writeFileSync(join(folder, 'shop.yaml'), shop.replace('in: [erpName]', 'in: [erpId]'));
    const { status, out } = await test('--set', 'town=Ulm', '--filter', 'each record is found');
    expect(status).toBe(1);
    expect(out).toContain('"Anna" (1) must be found by "Anna"; 0 others were');
    expect(out).toMatch(
      /curl -X POST 'http:\/\/127\.0\.0\.1:\d+\/catalog\/customers\/search' -H 'authorization: \.\.\.'/,
    );
    expect(out).toContain('-> 200 {"schemaVersion":"1","hits":[]}');
    expect(out).toContain('SELECT no AS erpId, name AS erpName FROM customer WHERE town = ?');
    expect(out).not.toContain('erpk_');
  });

  it('a row that is dropped with a warning is a failure, once', async () => {
    const rows =
      "CREATE TABLE customer (no TEXT, name TEXT, town TEXT); INSERT INTO customer VALUES ('1', 'Anna', 'Ulm'), (NULL, 'Bert', 'Ulm');";
    writeFileSync(join(folder, 'fixture', 'schema.sql'), rows);
    const { status, out } = await test('--set', 'town=Ulm', '--filter', 'search');
    expect(status).toBe(1);
    expect(out.match(/FAIL .*no row is dropped during/g)).toHaveLength(1);
    expect(out).toContain('dropped-row (ruling: answers): warn: row_dropped: ');
  });

  it('the result is a JUnit or a JSON document where that is asked for', async () => {
    const junit = await test('--set', 'town=Ulm', '--format', 'junit', '--filter', 'search');
    const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'testcase' });
    const { testsuite } = parser.parse(junit.out).testsuites;
    expect(testsuite).toMatchObject({ '@_name': 'shop.yaml', '@_failures': '0' });
    const skipped = testsuite.testcase.filter((one: object) => 'skipped' in one);
    expect(skipped).toHaveLength(Number(testsuite['@_skipped']));
    const json = JSON.parse((await test('--set', 'town=Ulm', '--format', 'json', '--filter', 'health')).out);
    expect(json.profiles[0]).toMatchObject({ profile: 'shop.yaml', counts: { failed: 0, 'not applicable': 0 } });
    const words = await test('--set', 'town=Ulm', '--format', 'json', '--filter', 'every word must occur');
    expect(JSON.parse(words.out).profiles[0]).toMatchObject({
      checks: [{ verdict: 'not tested', because: 'missing datum' }],
      missing: [{ needs: 'a record whose name has two words', tables: ['customer'], checks: 1, seen: [] }],
    });
  });

  it('a profile that does not fit its fixture is reported with its line; a missing fixture with the remedy', async () => {
    writeFileSync(join(folder, 'fixture', 'schema.sql'), 'CREATE TABLE client (no TEXT);');
    const unfit = await test('--set', 'town=Ulm');
    expect(unfit.status).toBe(1);
    expect(unfit.err).toContain('shop.yaml:10');
    expect((await run(['./nowhere.yaml'])).status).toBe(1);
  });
});

describe('bank accounts of --bank', () => {
  const filter = ['--filter', 'differ in the bank account alone', '--strict'];
  /** The demo without its cases, which name bank accounts. It refuses the codes that checks invent. */
  function withoutCases(): string {
    const profileFolder = join(folder, 'demo');
    for (const part of ['fixture', 'profile.yaml'])
      cpSync(join(root, 'profiles', 'demo', part), join(profileFolder, part), { recursive: true });
    const schema = join(profileFolder, 'fixture', 'schema.sql');
    const refusing = "bank_code VARCHAR(20) NOT NULL CHECK (bank_code NOT LIKE 'SBX-%')";
    writeFileSync(schema, readFileSync(schema, 'utf8').replace('bank_code VARCHAR(20) NOT NULL', refusing));
    return profileFolder;
  }

  it('replace those of the cases, where a check needs two', async () => {
    const profileFolder = withoutCases();
    const without = await run([...filter, profileFolder]);
    expect(without.status).toBe(1);
    expect(without.out).toContain('two bank accounts that take a payment, named in cases or with --bank');
    expect(await run([...filter, '--bank', '1200', '--bank', '1210', profileFolder])).toMatchObject({
      status: 0,
      err: '',
    });
  });

  it('are wrong usage without --conformance', async () => {
    const ended = await runHere(['test', '--bank', '1200', 'demo'], { env: {}, cwd: folder });
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('--bank needs --conformance');
  });
});

describe('a profile over HTTP', () => {
  it('is not run without a double, which is no success', async () => {
    cpSync(join(root, 'test', 'support', 'kontor-api', 'profile.yaml'), join(folder, 'profile.yaml'));
    const ended = await run(['./profile.yaml']);
    expect(ended).toMatchObject({ status: 1, out: '' });
    expect(ended.err).toContain('there is no double of it. Add double.ts next to profile.yaml');
    expect((await run(['--strict', './profile.yaml'])).status).toBe(1);
    writeFileSync(join(folder, 'double.mjs'), 'export const start = 1;\n');
    expect((await run(['./profile.yaml'])).err).toContain('has no function as its default export');
  });
});
