/** `engine test`: the output of a run of cases, and when it fails. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const profile = `
profile: shop
title: A shop
contract: "1"
settings:
  blocked: { env: SHOP_BLOCKED, type: integer, default: 1 }
  password: { env: SHOP_PASSWORD, secret: true }
sources:
  shop: { sql: sqlite, connection: { file: "nowhere/\${password}.sqlite" } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT no AS erpId, name AS erpName, town AS city FROM customer WHERE blocked < :settings.blocked
  /credit/customer:
    query: SELECT 9007199254740993 AS creditLimit, 1.5 AS creditUsed, 'EUR' AS currency FROM customer WHERE no = :customerErpId
`;
const schema = 'CREATE TABLE customer (no TEXT, name TEXT, town TEXT, blocked INTEGER);';
const data = "INSERT INTO customer VALUES ('1', 'Anna', 'Ulm', 0), ('2', 'Hanna', NULL, 0), ('3', 'Zoe', 'Bonn', 1);";

const paths = ['/catalog/customers/search', '/credit/customer'];
const small = { ...contract, endpoints: contract.endpoints.filter(({ path }) => paths.includes(path)) };

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'shop.yaml': profile });
  for (const name of ['fixture', 'cases']) mkdirSync(join(folder, name));
  // By its name the data would come first.
  writeFileSync(join(folder, 'fixture', 'data.sql'), data);
  writeFileSync(join(folder, 'fixture', 'schema.sql'), schema);
});

const write = (name: string, text: string): void => writeFileSync(join(folder, 'cases', name), text);
const run = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runHere(['test', './shop.yaml', ...args], { env, cwd: folder, contract: small });

const anna = "{ erpId: '1', erpName: Anna, city: Ulm }";
const search = (sentence: string, more: string): string =>
  `  - case: ${sentence}\n    call: /catalog/customers/search\n    ${more}\n`;
const good = `cases:\n${search('Anna is found', `request: { query: ulm anna }\n    response: { hits: [] }`)}`;

describe('a file of cases', () => {
  it('holds where all answers are as they should be', async () => {
    write('a.yaml', `${good}${search('all are found', `part: { hits: [${anna}, { erpId: '2', erpName: Hanna }] }`)}`);
    expect(await run()).toEqual({
      status: 0,
      out: 'cases/a.yaml\n  ok   Anna is found\n  ok   all are found\n2 passed, 0 failed.\n',
      err: '',
    });
  });

  it('fails with the differences, the statements and their rows', async () => {
    write(
      'a.yaml',
      `cases:\n${search('Anna lives in Bonn', "request: { query: ann }\n    response: { hits: [{ erpId: '1', erpName: Anna, city: Bonn }] }")}`,
    );
    const { status, out } = await run();
    expect(status).toBe(1);
    expect(out).toContain('  FAIL Anna lives in Bonn\n         --> cases/a.yaml:2\n');
    expect(out).toContain(`         - expected, + actual:
          hits:
            - erpId: "1"
              erpName: Anna
         -    city: Bonn
         +    city: Ulm
         +  - erpId: "2"
         +    erpName: Hanna
`);
    expect(out).toContain(
      `         The same call of a service:
           curl -sS http://127.0.0.1:8080/catalog/customers/search -H "Authorization: Bearer $ENGINE_KEY" -H 'Content-Type: application/json' --data-raw '{"schemaVersion":"1","query":"ann"}'\n`,
    );
    expect(out).toContain('FROM customer WHERE blocked < ?');
    expect(out).toContain('-> {"erpId":"1","erpName":"Anna","city":"Ulm"}');
    expect(out).toMatch(/0 passed, 1 failed\.\n$/);
  });

  it('with a fixture of its own has its rows, in the tables of the profile or in tables of its own', async () => {
    const bert = "{ erpId: '7', erpName: Bert, city: Ulm }";
    const rows = "INSERT INTO customer (no, name, town, blocked) VALUES ('7', 'Bert', 'Ulm', 0);";
    const all = `cases:\n${search('Bert is the only one', `response: { hits: [${bert}] }`)}`;
    for (const name of ['rows', 'tables', 'none']) {
      mkdirSync(join(folder, 'cases', name));
      write(`${name}.yaml`, `fixture: ${name}\n${all}`);
    }
    write('rows/data.sql', rows);
    write('tables/data.sql', rows);
    // Together with the script of the profile it would create the table twice.
    write('tables/schema.sql', schema);
    write('usual.yaml', good);
    const { status, out, err } = await run();
    expect(out).toBe(
      'cases/rows.yaml\n  ok   Bert is the only one\ncases/tables.yaml\n  ok   Bert is the only one\ncases/usual.yaml\n  ok   Anna is found\n3 passed, 0 failed.\n',
    );
    expect([status, err]).toEqual([
      1,
      expect.stringContaining('There are no files in cases/none, which a file of cases names as its fixture.'),
    ]);
  });

  it('is coloured and counted at a terminal, and has the same text elsewhere', async () => {
    const city = "request: { query: ann }\n    response: { hits: [{ erpId: '1', erpName: Anna, city: Bonn }] }";
    const refused = 'request: { query: ann }\n    error: { status: 422 }';
    write('a.yaml', `${good}${search('Anna lives in Bonn', city)}${search('a search is refused', refused)}`);
    const terminal = { color: { out: true, err: true }, width: 200 };
    const { out, err } = await runHere(['test', './shop.yaml'], { env: {}, cwd: folder, contract: small, ...terminal });
    const [red, green, boldRed, end] = ['\u001b[31m', '\u001b[32m', '\u001b[1;31m', '\u001b[0m'];
    expect(out).toContain(`  ${green}ok  ${end} Anna is found\n  ${boldRed}FAIL${end} Anna lives in Bonn\n`);
    expect(out).toContain(`         ${green}- expected${end}, ${red}+ actual${end}:\n`);
    expect(out).toContain(`         ${green}-    city: Bonn${end}\n         ${red}+    city: Ulm${end}\n`);
    expect(out).toContain(`         status: ${green}expected 422${end}, ${red}got "200 `);
    expect(out.endsWith(`1 passed, ${boldRed}2 failed${end}.\n`)).toBe(true);
    for (const done of [1, 2, 3]) expect(err).toContain(` Running cases: ${done} of 3, cases/a.yaml`);
    const plain = await run();
    for (const color of [red, green, boldRed, end]) expect(plain.out).not.toContain(color);
    const untimed = (text: string): string => text.replaceAll(/\d+\.\d ms/g, '? ms');
    const unpainted = [red, green, boldRed, end].reduce((text, color) => text.replaceAll(color, ''), out);
    expect(untimed(unpainted)).toBe(untimed(plain.out));
    expect(plain.err).toBe('');
  });

  it('writes a report as a page, with what could not run', async () => {
    const city = "request: { query: ann }\n    response: { hits: [{ erpId: '1', erpName: Anna, city: Bonn }] }";
    write('a.yaml', `${good}${search('Anna lives in Bonn', city)}`);
    write('b.yaml', 'cases: [{ case: x, call: /nowhere }]\n');
    const { status, out } = await run(['--report', 'report.html']);
    expect(status).toBe(1);
    expect(out).toMatch(/1 passed, 1 failed\.\n$/);
    const html = readFileSync(join(folder, 'report.html'), 'utf8');
    expect(html).toContain('<title>A shop: 2 of 3 cases failed</title>');
    expect(html).toContain('<tr><td class="expected">    city: Bonn</td><td class="received">    city: Ulm</td></tr>');
    expect(html).toContain('cases/a.yaml:6');
    expect(html).toContain('FROM customer WHERE blocked &lt; ?');
    expect(html.indexOf('Anna lives in Bonn')).toBeLessThan(html.indexOf('Anna is found'));
    const nowhere = await run(['--report', 'nowhere/report.html']);
    expect(nowhere.status).toBe(2);
    expect(nowhere.err).toContain('the report cannot be written to nowhere/report.html');
  });

  it('writes the results as JSON, with what was expected and received, and what could not run', async () => {
    const city = "request: { query: ann }\n    response: { hits: [{ erpId: '1', erpName: Anna, city: Bonn }] }";
    write('a.yaml', `${good}${search('Anna lives in Bonn', city)}`);
    write('b.yaml', 'cases: [{ case: x, call: /nowhere }]\n');
    const { status, out } = await run(['--format', 'json']);
    expect(status).toBe(1);
    const [profile] = JSON.parse(out).profiles;
    expect(profile).toMatchObject({ profile: 'shop.yaml', counts: { passed: 1, failed: 2, 'not tested': 0 } });
    const entries = profile.files.flatMap(({ cases }: { readonly cases: readonly object[] }) => cases);
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ verdict: 'failed', title: 'Anna lives in Bonn', endpoint: '/catalog/customers/search' },
        place: { file: 'cases/a.yaml', line: 6 },
        comparison: expect.arrayContaining([
          { kind: 'different', expected: '    city: Bonn', received: '    city: Ulm' },
        ]),
      }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ verdict: 'passed', title: 'Anna is found' }));
    expect(entries).toContainEqual(
      expect.objectContaining({ place: { file: 'cases/b.yaml', line: 1 }, verdict: 'failed' }),
    );
  });

  it('compares numbers by their decimals, in any notation', async () => {
    const credit = (limit: string, used: string): string =>
      `cases:\n  - case: credit\n    call: /credit/customer\n    request: { customerErpId: '1' }\n    response: { creditLimit: ${limit}, creditUsed: ${used}, currency: EUR }\n`;
    write('a.yaml', credit('9007199254740993', '1.50'));
    const first = await run();
    write('a.yaml', credit('9007199254740992', '1.5'));
    const second = await run();
    expect([first.status, second.status]).toEqual([0, 1]);
    expect(second.out).toContain('-creditLimit: 9007199254740992\n         +creditLimit: 9007199254740993\n');
    // 1.50 is 1.5.
    expect(second.out).toContain(' creditUsed: 1.5\n');
  });

  it('may expect a refusal, by status, message and field', async () => {
    const refusal = (error: string): string =>
      `cases:\n  - case: nobody\n    call: /credit/customer\n    request: { customerErpId: '9' }\n    error: ${error}\n`;
    write('a.yaml', refusal('{ status: 422, fields: { customerErpId: unknown } }'));
    expect(await run()).toMatchObject({ status: 0 });
    write('a.yaml', refusal('{ status: 404, message: nobody, fields: { customer: unknown } }'));
    const { status, out } = await run();
    expect(status).toBe(1);
    for (const text of [
      'status: expected 404, got "422 ',
      'message: expected "nobody"',
      'fields customer: expected "unknown", got nothing',
    ])
      expect(out).toContain(text);
  });

  it('gives settings; the environment of the machine decides nothing', async () => {
    write(
      'a.yaml',
      `settings: { blocked: 2 }\ncases:\n${search('Zoe is found', "request: { query: zoe }\n    part: { hits: [{ erpId: '3' }] }")}`,
    );
    expect(await run([], { SHOP_BLOCKED: '0' })).toMatchObject({ status: 0 });
    write('a.yaml', `settings: { bloked: 2 }\n${good}`);
    const { status, err } = await run();
    expect(status).toBe(1);
    expect(err).toContain('bloked');
  });

  it('begins with the unchanged fixture, independent of the writes of other files', async () => {
    cpSync(join(root, 'profiles', 'demo'), join(folder, 'demo'), { recursive: true });
    const { status, out } = await runHere(['test', './demo', 'demo', '--filter', 'draft'], { env: {}, cwd: folder });
    expect({ status, last: out.trimEnd().split('\n').at(-1) }).toEqual({
      status: 0,
      last: expect.stringMatching(/^[1-9]\d* passed, 0 failed\.$/),
    });
  });
});

describe('a file that is at fault', () => {
  it.for<[string, string, RegExp]>([
    ['an unknown key', `${good}    reqest: {}\n`, /Unknown key "reqest"[\s\S]*cases\/a\.yaml:6:5/],
    [
      'an unknown endpoint',
      good.replace('search', 'serach'),
      /no endpoint "[^"]*serach"[\s\S]*a\.yaml:3:11[\s\S]*Did you mean/,
    ],
    [
      'an unknown field of the request',
      good.replace('query', 'qurey'),
      /has no field "qurey"[\s\S]*a\.yaml:4:16[\s\S]*"query"/,
    ],
    [
      'an unknown field of the answer',
      good.replace('hits', 'hist'),
      /has no field "hist"[\s\S]*a\.yaml:5:17[\s\S]*"hits"/,
    ],
    ['nothing that is expected', good.replace(/ {4}response.*\n/, ''), /one of `response`, `part` and `error`/],
    ['a time that is none', `now: yesterday\n${good}`, /"now"[\s\S]*point in time/],
    ['no YAML', `${good}  - case: [`, /YAML/],
  ])('%s is named with its place', async ([, text, message]) => {
    write('a.yaml', text);
    const { status, out, err } = await run();
    expect({ status, out }).toEqual({ status: 1, out: '0 passed, 0 failed.\n' });
    expect(err).toMatch(message);
  });

  it('a profile that does not fit its fixture is refused with its line', async () => {
    writeFileSync(join(folder, 'fixture', 'schema.sql'), schema.replace('town', 'city'));
    write('a.yaml', good);
    const { status, err } = await run();
    expect(status).toBe(1);
    expect(err).toMatch(/SQL406[\s\S]*shop\.yaml:\d+:\d+/);
  });

  it('a profile without cases, or that is not there, is a failure', async () => {
    expect(await run()).toMatchObject({ status: 1 });
    expect(await runHere(['test', './nobody.yaml'], { env: {}, cwd: folder })).toMatchObject({ status: 1 });
    const unnamed = await runHere(['test'], { env: {}, cwd: folder });
    expect([unnamed.status, unnamed.err]).toEqual([1, expect.stringContaining('CFG508')]);
  });
});

it('the result is a JUnit document where that is asked for', async () => {
  write(
    'a.yaml',
    `cases:\n${search('"<a> & \u0001b"', 'response: { hits: [] }')}${search('others', 'part: { hits: [] }')}`,
  );
  const { status, out } = await run(['--format', 'junit']);
  expect(status).toBe(1);
  const parsed: unknown = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(out);
  expect(parsed).toMatchObject({
    testsuites: {
      testsuite: {
        '@name': 'cases/a.yaml',
        '@tests': '2',
        '@failures': '1',
        testcase: [
          {
            '@name': '<a> & ?b',
            failure: { '@message': expect.stringContaining('hits[0]'), '#text': expect.stringContaining('-hits: []') },
          },
          { '@name': 'others' },
        ],
      },
    },
  });
});
