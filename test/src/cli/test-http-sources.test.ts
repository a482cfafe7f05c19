/** `engine test` with HTTP sources: requests outside of the declared exchanges, and case files with faults. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadCases } from '../../../engine/tools/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { root } from './here.ts';
import {
  asked,
  bySku,
  chair,
  chairResponse,
  credit,
  folder,
  given,
  items,
  one,
  profile,
  run,
  shopForEach,
} from './shop-http.ts';

shopForEach();

describe('authentication', () => {
  const session = `    auth:
      apiKey: { query: key, value: "\${password}" }
      session:
        login: { post: /Login, json: { company: "\${company}", password: "\${password}" } }
        take: SessionId
        send: { header: x-session }
        logout: { post: /Logout }
`;
  const login =
    '{ post: /Login, json: { company: ACME, password: secret-of-a-test }, answer: { json: { SessionId: S1 } } }';
  const good = `{ ${asked}, headers: { x-session: S1 }, answer: { json: { value: [${chair}] } } }`;

  it('is requested from the mock ERP if its exchanges are declared, up to the logout', async () => {
    given(profile({ [bySku]: items }, session));
    expect(
      await run(
        one(
          bySku,
          '{ sku: A/1 }',
          chairResponse,
          `http: [${login}, ${good}, { post: /Logout, headers: { x-session: S1 }, answer: { status: 204 } }]`,
        ),
      ),
    ).toMatchObject({ status: 0 });
    const again = `http: [${login}, { ${asked}, answer: { status: 401 } }, ${login.replace('S1', 'S2')}, ${good.replace('S1', 'S2')}]`;
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, again))).toMatchObject({ status: 0 });
  });

  it('is left out if they are not declared, except for the credentials of every request', async () => {
    given(profile({ [bySku]: items }, session));
    const plain = good.replace('headers: { x-session: S1 }, ', '');
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, `http: [${plain}]`))).toMatchObject({ status: 0 });
    const named = plain.replace('$top: 10', '$top: 10, key: secret-of-a-test');
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, `http: [${named}]`))).toMatchObject({ status: 0 });
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, `http: [${good}]`))).toMatchObject({ status: 1 });
  });

  it('is distinguished from other requests to the same address by its body, as JSON-RPC needs', async () => {
    const rpc = `    auth:
      session:
        login: { post: /rpc, json: { method: login, params: ["\${company}", "\${password}"] } }
        take: result
        send: { header: x-session }
        logout: { post: /rpc, json: { method: logout } }
`;
    const read = `    post: /rpc
    json: { method: item.search, params: ["{{ sku }}"] }
    rows: result
    fields: { erpSku: number, erpDesc: name, erpProductId: id }
`;
    given(profile({ [bySku]: read }, rpc));
    const search = `post: /rpc, json: { method: item.search, params: [A/1] }`;
    const answer = `answer: { json: { result: [${chair}] } }`;
    // No exchange is the login: neither login nor logout is played.
    const plain = `http: [{ ${search}, ${answer} }]`;
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, plain))).toMatchObject({ status: 0 });
    const logIn = '{ post: /rpc, part: true, json: { method: login }, answer: { json: { result: S1 } } }';
    const whole = `http: [${logIn}, { ${search}, headers: { x-session: S1 }, ${answer} }, { post: /rpc, json: { method: logout }, answer: { json: {} } }]`;
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, whole))).toMatchObject({ status: 0 });
    const withoutLogout = `http: [${logIn}, { ${search}, ${answer} }]`;
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, withoutLogout))).toMatchObject({ status: 0 });
  });

  it('is also sent to token endpoints on other hosts', async () => {
    given(
      profile(
        { [bySku]: items },
        '    auth: { refreshToken: { url: "https://login.example.com/token", client: me, secret: "${password}" } }\n',
      ),
    );
    const token =
      '{ post: https://login.example.com/token, part: true, form: { grant_type: refresh_token, client_id: me }, answer: { json: { access_token: T1, refresh_token: R2, expires_in: 600 } } }';
    const bearer = good.replace('x-session: S1', 'Authorization: Bearer T1');
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, `http: [${token}, ${bearer}]`))).toMatchObject({
      status: 0,
    });
  });

  it('is in no failure that is shown', async () => {
    given(profile({ [bySku]: items }, session));
    const { status, out } = await run(
      `settings: { password: hidden/1 }\n${one(bySku, '{ sku: A/1 }', 'response: { hits: [] }', `http: [${login.replace('secret-of-a-test', 'hidden/1')}, ${good}]`)}`,
    );
    expect(status).toBe(1);
    expect(out).toContain(`erp: GET /v2/ACME/items?$filter=number eq 'A/1'&$top=10&key=...: 200`);
    expect(out).toContain("curl -X POST 'https://api.example.com/v2/ACME/Login?key=...'");
    expect(out).toContain(`--data-raw '{"company":"ACME","password":"..."}'`);
    expect(out).toContain('  -> {"value":[{"id":"7","number":"A/1","name":"Chair"}]}');
    expect(out).not.toContain('hidden');
  });
});

describe('a profile over a database and an ERP by HTTP', () => {
  beforeEach(() => {
    given(
      profile({
        [bySku]: items.replace('    get', '    use: erp\n    get'),
        [credit]:
          "    use: db\n    query: SELECT 5 AS creditLimit, 0 AS creditUsed, 'EUR' AS currency FROM customer WHERE no = :customerErpId\n",
      }).replace('sources:\n', 'sources:\n  db: { sql: sqlite, connection: { file: nowhere.sqlite } }\n'),
    );
    mkdirSync(join(folder, 'fixture'));
    writeFileSync(
      join(folder, 'fixture', 'schema.sql'),
      "CREATE TABLE customer (no TEXT); INSERT INTO customer VALUES ('K1');",
    );
  });
  const lookup = "SELECT 5 AS creditLimit, 0 AS creditUsed, 'EUR' AS currency FROM customer WHERE no = ?";
  const ask = (sql: string): string =>
    one(bySku, '{ sku: A/1 }', chairResponse, `http: [{ ${asked}, answer: { json: { value: [${chair}] } } }]`) +
    one(credit, '{ customerErpId: K1 }', 'part: { currency: EUR }', `sql: [${sql}]`).replace('cases:\n', '');

  it('has a fixture and exchanges, and may say what statements must be sent', async () => {
    const { status, out, err } = await run(ask(`{ statement: "${lookup.replaceAll(' ', '  ')}", values: [K1] }`));
    expect({ status, err, last: out.split('\n').at(-2) }).toEqual({ status: 0, err: '', last: '2 passed, 0 failed.' });
  });

  it.for<[string, string, string]>([
    ['a statement that was not sent', '{ statement: SELECT 1 }', 'sql[0]: expected "SELECT 1", got nothing'],
    ['other values', `{ statement: "${lookup}", values: [K2] }`, 'sql[0].values[0]: expected "K2", got "K1"'],
    [
      'two of one',
      `{ statement: "${lookup}" }, { statement: "${lookup}" }`,
      `sql[1]: expected "${lookup}", got "it, but before`,
    ],
  ])('fails with %s', async ([, sql, message]) => {
    const { status, out } = await run(ask(sql));
    expect(status).toBe(1);
    expect(out).toContain(message);
  });
});

describe('a file that is at fault', () => {
  const with_ = (exchange: string): string => one(bySku, '{ sku: A/1 }', chairResponse, 'http:', `  - ${exchange}`);
  it.for<[string, string, RegExp]>([
    ['an unknown key', '{ get: /a, parms: {}, answer: {} }', /Unknown key "parms"[\s\S]*a\.yaml:7:20[\s\S]*"params"/],
    ['no verb', '{ params: { a: 1 }, answer: {} }', /has one of get, post[\s\S]*a\.yaml:7:9/],
    ['two bodies', '{ post: /a, json: {}, text: b, answer: {} }', /has one body/],
    ['no answer', '{ get: /a }', /one of `answer` and `fails`/],
    ['an answer of two bodies', '{ get: /a, answer: { json: 1, text: a } }', /one body, `json` or `text`/],
    ['a failure that there is not', '{ get: /a, fails: rests }', /"rests"[\s\S]*reset/],
    ['a path that is none', '{ get: items, answer: {} }', /"get"[\s\S]*must begin with \/[\s\S]*a\.yaml:7:16/],
    [
      'a path with a space',
      '{ get: /Sales Order, answer: {} }',
      /"get"[\s\S]*as it is sent: a space is %20[\s\S]*a\.yaml:7:16/,
    ],
    [
      'an unknown source',
      '{ use: epr, get: /a, answer: {} }',
      /the name "epr"[\s\S]*a\.yaml:7:16[\s\S]*Did you mean "erp"/,
    ],
  ])('%s is named with its place', async ([, exchange, message]) => {
    const { status, err } = await run(with_(exchange));
    expect(status).toBe(1);
    expect(err).toMatch(message);
  });

  it('statements of a profile without a database are named with their place', async () => {
    const { err } = await run(one(bySku, '{ sku: A/1 }', chairResponse, 'sql:', '  - { statement: SELECT 1 }'));
    expect(err).toMatch(/No source of the profile is a database[\s\S]*a\.yaml:7:9/);
  });
});

it('the cases of the documentation are cases', () => {
  const text = readFileSync(join(root, 'docs', 'cases.md'), 'utf8');
  const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(loadCases(block, 'cases.md', contract, undefined).diagnostics).toEqual([]);
});
