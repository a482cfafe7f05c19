/** `engine test` over ERPs by HTTP: exchanges that are played, and cases that fail over them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCases } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';
import { folderWith } from '../server/fixture.ts';
import { type Ended, root, runHere } from './here.ts';

vi.setConfig({ testTimeout: 60_000 });

const bySku = '/catalog/products/by-sku';
const credit = '/credit/customer';
const small = {
  ...contract,
  endpoints: contract.endpoints.filter(({ path }) => [bySku, credit].includes(path)),
};

const unavailable = (path: string): string => `  ${path}: { unavailable: no part of this }\n`;

/** `source` are further lines of the source; `endpoints` by path. */
function profile(endpoints: Readonly<Record<string, string>>, source = ''): string {
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

const items = `    get: /items
    params: { $filter: ["number eq {{ sku }}"], $top: "{{ limit }}" }
    fields: { erpSku: number, erpDesc: name, erpProductId: id }
`;
const limits = `    post: /credits/search
    json: { customer: "{{ customerErpId }}", least: 1.5, open: true }
    rows: "$"
    fields: { creditLimit: limit, creditUsed: used, currency: currency }
`;

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'shop.yaml': profile({ [bySku]: items, [credit]: limits }) });
  mkdirSync(join(folder, 'cases'));
});

const given = (text: string): void => writeFileSync(join(folder, 'shop.yaml'), text);
function run(cases: string): Promise<Ended> {
  writeFileSync(join(folder, 'cases', 'a.yaml'), cases);
  return runHere(['test', './shop.yaml'], { env: {}, cwd: folder, contract: small });
}

/** One case on a call; the rest as lines of it. */
const one = (call: string, request: string, ...rest: readonly string[]): string =>
  [
    'cases:',
    '  - case: it',
    `    call: ${call}`,
    `    request: ${request}`,
    ...rest.map((line) => `    ${line}`),
    '',
  ].join('\n');

const found = 'response: { hits: [{ erpSku: A/1, erpDesc: Chair, erpProductId: "7" }] }';
const chair = "{ id: '7', number: A/1, name: Chair }";
const asked = `get: /items, params: { $filter: "number eq 'A/1'", $top: 10 }`;

describe('exchanges', () => {
  it('are played, and what is answered goes the way of every answer', async () => {
    const { status, out, err } = await run(
      one(bySku, '{ sku: A/1 }', found, `http: [{ ${asked}, answer: { json: { value: [${chair}] } } }]`),
    );
    expect({ status, out, err }).toEqual({ status: 0, out: 'cases/a.yaml\n  ok   it\n1 held, 0 failed.\n', err: '' });
  });

  it.for<[string, string, readonly string[]]>([
    [
      'another value',
      asked.replace('A/1', 'B/1'),
      [`http[0].params.$filter: expected "number eq 'B/1'", got "number eq 'A/1'"`],
    ],
    ['another number', asked.replace('10', '11'), ['http[0].params.$top: expected 11, got 10']],
    ['a parameter too many', asked.replace(', $top: 10', ''), ['http[0].params.$top: expected nothing, got "10"']],
    ['a parameter too few', asked.replace('10', '10, $skip: 0'), ['http[0].params.$skip: expected 0, got nothing']],
    ['a header', `${asked}, headers: { Prefer: x }`, ['http[0].headers.prefer: expected "x", got nothing']],
    ['a body', `${asked}, json: { a: 1 }`, ['http[0].json: expected {"a":1}, got ""']],
    [
      'another path',
      asked.replace('/items', '/products'),
      ['http[0]: expected "GET /v2/ACME/products", got "GET /v2/ACME/items?'],
    ],
    [
      'another verb',
      asked.replace('get', 'post'),
      ['http[0]: expected "POST /v2/ACME/items", got "GET /v2/ACME/items?'],
    ],
    [
      'a further one',
      `${asked}, answer: { json: { value: [${chair}] } } }, { get: /more`,
      ['http[1]: expected "GET /v2/ACME/more", got nothing'],
    ],
  ])('fail the case where they differ from what was sent: %s', async ([, exchange, texts]) => {
    const { status, out } = await run(
      one(bySku, '{ sku: A/1 }', 'part: {}', `http: [{ ${exchange}, answer: { json: { value: [] } } }]`),
    );
    expect(status).toBe(1);
    for (const text of texts) expect(out).toContain(text);
    expect(out.match(/ http\[/g)).toHaveLength(texts.length);
  });

  it('fail the case with a request that none of them expects', async () => {
    const { status, out } = await run(one(bySku, '{ sku: A/1 }', 'error: { status: 502 }'));
    expect(status).toBe(1);
    expect(out).toContain('http: expected nothing, got "GET /v2/ACME/items?$filter=');
    expect(out).not.toContain('status:');
    expect(out).toMatch(/Logged:\n *error: .*the ERP answered 501: .*The case does not expect this request/);
  });

  it('compare bodies as data: numbers by their decimals, and never as texts', async () => {
    const body = (json: string): string =>
      one(
        credit,
        '{ customerErpId: K1 }',
        'response: { creditLimit: 9007199254740993, creditUsed: 1.50, currency: EUR }',
        'http:',
        `  - post: /credits/search\n        json: ${json}`,
        '    answer: { json: { limit: 9007199254740993, used: 1.5, currency: EUR } }',
      );
    expect(await run(body('{ open: true, least: 1.50, customer: K1 }'))).toMatchObject({ status: 0 });
    const { status, out } = await run(body('{ open: true, least: "1.5", customer: K1 }'));
    expect(status).toBe(1);
    expect(out).toContain('http[0].json.least: expected "1.5", got 1.5');
    const part = body('{ customer: K1 }').replace('- post', '- part: true\n        post');
    expect(await run(part)).toMatchObject({ status: 0 });
  });

  it('compare forms and XML by what they hold', async () => {
    given(
      profile({
        [bySku]: items.replace(/get: .*\n.*\n/, 'post: /find\n    form: { sku: "{{ sku }}", top: 10 }\n'),
        [credit]: limits.replace(/json: .*/, 'xml: { Find: { "@v": 1, Customer: "{{ customerErpId }}" } }'),
      }),
    );
    const forms = one(
      bySku,
      '{ sku: A&1 }',
      'part: {}',
      'http: [{ post: /find, form: { sku: A&1, top: 10.0 }, answer: { json: { value: [] } } }]',
    );
    const xml = (id: string) =>
      `  - case: credit\n    call: ${credit}\n    request: { customerErpId: K<1 }\n    part: { currency: EUR }\n    http: [{ post: /credits/search, xml: { Find: { "@v": 1, Customer: ${id} } }, answer: { json: { currency: EUR, limit: 1, used: 0 } } }]\n`;
    expect(await run(forms + xml('K<1'))).toMatchObject({ status: 0 });
    const { status, out } = await run(forms + xml('K1'));
    expect(status).toBe(1);
    expect(out).toContain('http[0].xml.Find.Customer: expected "K1", got "K<1"');
  });

  it('stand in order, but for those that are sent at once', async () => {
    given(
      profile({
        [bySku]: `${items}    each: { _a: { get: "/a/{{ $row.id }}", rows: "$", one: none }, _b: { get: "/b/{{ $row.id }}", rows: "$", one: none } }\n`,
      }),
    );
    const list = `{ ${asked}, answer: { json: { value: [${chair}] } } }`;
    const detail = (path: string, more = '') => `{ get: ${path}, answer: { json: { x: 1 } }${more} }`;
    const ordered = (...exchanges: readonly string[]) =>
      one(bySku, '{ sku: A/1 }', found, `http: [${exchanges.join(', ')}]`);
    expect(await run(ordered(list, detail('/b/7', ', atOnce: true'), detail('/a/7', ', atOnce: true')))).toMatchObject({
      status: 0,
    });
    const { status, out } = await run(ordered(detail('/a/7'), list, detail('/b/7')));
    expect(status).toBe(1);
    expect(out).toContain('http[0]: expected "GET /v2/ACME/a/7", got "GET /v2/ACME/items?');
  });

  it('may answer with links to the real address', async () => {
    given(profile({ [bySku]: `${items}    page: { next: next }\n` }));
    const next = 'https://api.example.com/v2/ACME/items?skip=1';
    expect(
      await run(
        one(
          bySku,
          '{ sku: A/1 }',
          found,
          'http:',
          `  - { ${asked}, answer: { json: { value: [], next: "${next}" } } }`,
          `  - { get: /items, params: { skip: 1 }, answer: { json: { value: [${chair}] } } }`,
        ),
      ),
    ).toMatchObject({ status: 0, out: expect.stringContaining('1 held') });
  });
});

describe('failures of an ERP', () => {
  const exchange = (more: string) => `http: [${more}]`;
  const good = `{ ${asked}, answer: { json: { value: [${chair}] } } }`;

  it.for<[string, string]>([
    ['a connection that is refused', `{ ${asked}, fails: refused }, ${good}`],
    ['a connection that is cut', `{ ${asked}, fails: reset }, ${good}`],
    ['an answer that says to wait', `{ ${asked}, answer: { status: 429, headers: { Retry-After: 2 } } }, ${good}`],
  ])('%s is followed by another try', async ([, exchanges]) => {
    expect(await run(one(bySku, '{ sku: A/1 }', found, exchange(exchanges)))).toMatchObject({ status: 0 });
  });

  it('an answer that does not come is a time-out', async () => {
    expect(
      await run(one(bySku, '{ sku: A/1 }', 'error: { status: 504 }', exchange(`{ ${asked}, fails: timeout }`))),
    ).toMatchObject({ status: 0 });
  });

  it('throttling of one case is none of the next', async () => {
    const busy = one(
      bySku,
      '{ sku: A/1 }',
      'error: { status: 429 }',
      exchange(`{ ${asked}, answer: { status: 429, headers: { Retry-After: 60 } } }`),
    );
    const next = one(bySku, '{ sku: A/1 }', found, exchange(good)).replace('cases:\n', '');
    expect(await run(busy + next)).toMatchObject({ status: 0, out: expect.stringContaining('2 held') });
  });
});

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

  it('is played where its exchanges are declared, to the logout', async () => {
    given(profile({ [bySku]: items }, session));
    expect(
      await run(
        one(
          bySku,
          '{ sku: A/1 }',
          found,
          `http: [${login}, ${good}, { post: /Logout, headers: { x-session: S1 }, answer: { status: 204 } }]`,
        ),
      ),
    ).toMatchObject({ status: 0 });
    const again = `http: [${login}, { ${asked}, answer: { status: 401 } }, ${login.replace('S1', 'S2')}, ${good.replace('S1', 'S2')}]`;
    expect(await run(one(bySku, '{ sku: A/1 }', found, again))).toMatchObject({ status: 0 });
  });

  it('is left out where they are not, but for what is sent with every request', async () => {
    given(profile({ [bySku]: items }, session));
    const plain = good.replace('headers: { x-session: S1 }, ', '');
    expect(await run(one(bySku, '{ sku: A/1 }', found, `http: [${plain}]`))).toMatchObject({ status: 0 });
    const named = plain.replace('$top: 10', '$top: 10, key: secret-of-a-test');
    expect(await run(one(bySku, '{ sku: A/1 }', found, `http: [${named}]`))).toMatchObject({ status: 0 });
    expect(await run(one(bySku, '{ sku: A/1 }', found, `http: [${good}]`))).toMatchObject({ status: 1 });
  });

  it('goes to token endpoints elsewhere, by their addresses', async () => {
    given(
      profile(
        { [bySku]: items },
        '    auth: { refreshToken: { url: "https://login.example.com/token", client: me, secret: "${password}" } }\n',
      ),
    );
    const token =
      '{ post: https://login.example.com/token, part: true, form: { grant_type: refresh_token, client_id: me }, answer: { json: { access_token: T1, refresh_token: R2, expires_in: 600 } } }';
    const bearer = good.replace('x-session: S1', 'Authorization: Bearer T1');
    expect(await run(one(bySku, '{ sku: A/1 }', found, `http: [${token}, ${bearer}]`))).toMatchObject({ status: 0 });
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
    one(bySku, '{ sku: A/1 }', found, `http: [{ ${asked}, answer: { json: { value: [${chair}] } } }]`) +
    one(credit, '{ customerErpId: K1 }', 'part: { currency: EUR }', `sql: [${sql}]`).replace('cases:\n', '');

  it('has a fixture and exchanges, and may say what statements must be sent', async () => {
    const { status, out, err } = await run(ask(`{ statement: "${lookup.replaceAll(' ', '  ')}", values: [K1] }`));
    expect({ status, err, last: out.split('\n').at(-2) }).toEqual({ status: 0, err: '', last: '2 held, 0 failed.' });
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
  const with_ = (exchange: string): string => one(bySku, '{ sku: A/1 }', found, 'http:', `  - ${exchange}`);
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
    const { err } = await run(one(bySku, '{ sku: A/1 }', found, 'sql:', '  - { statement: SELECT 1 }'));
    expect(err).toMatch(/No source of the profile is a database[\s\S]*a\.yaml:7:9/);
  });
});

it('the cases of the documentation are cases', () => {
  const text = readFileSync(join(root, 'docs', 'cases.md'), 'utf8');
  const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(2);
  for (const block of blocks) expect(loadCases(block, 'cases.md', contract, undefined).diagnostics).toEqual([]);
});
