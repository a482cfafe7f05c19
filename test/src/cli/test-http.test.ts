import { describe, expect, it } from 'vitest';
import {
  asked,
  bySku,
  chair,
  chairResponse,
  credit,
  given,
  items,
  limits,
  one,
  profile,
  run,
  shopForEach,
} from './shop-http.ts';

shopForEach();

describe('exchanges', () => {
  it('are answered by the mock ERP, and the answers are processed like those of the ERP', async () => {
    const { status, out, err } = await run(
      one(bySku, '{ sku: A/1 }', chairResponse, `http: [{ ${asked}, answer: { json: { value: [${chair}] } } }]`),
    );
    expect({ status, out, err }).toEqual({ status: 0, out: 'cases/a.yaml\n  ok   it\n1 passed, 0 failed.\n', err: '' });
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

  it('compare forms and XML by their content', async () => {
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

  it('are in order, except for those that are sent in parallel', async () => {
    given(
      profile({
        [bySku]: `${items}    each: { _a: { get: "/a/{{ $row.id }}", rows: "$", one: none }, _b: { get: "/b/{{ $row.id }}", rows: "$", one: none } }\n`,
      }),
    );
    const list = `{ ${asked}, answer: { json: { value: [${chair}] } } }`;
    const detail = (path: string, more = '') => `{ get: ${path}, answer: { json: { x: 1 } }${more} }`;
    const ordered = (...exchanges: readonly string[]) =>
      one(bySku, '{ sku: A/1 }', chairResponse, `http: [${exchanges.join(', ')}]`);
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
          chairResponse,
          'http:',
          `  - { ${asked}, answer: { json: { value: [], next: "${next}" } } }`,
          `  - { get: /items, params: { skip: 1 }, answer: { json: { value: [${chair}] } } }`,
        ),
      ),
    ).toMatchObject({ status: 0, out: expect.stringContaining('1 passed') });
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
    expect(await run(one(bySku, '{ sku: A/1 }', chairResponse, exchange(exchanges)))).toMatchObject({ status: 0 });
  });

  it('a missing answer is a time-out', async () => {
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
    const next = one(bySku, '{ sku: A/1 }', chairResponse, exchange(good)).replace('cases:\n', '');
    expect(await run(busy + next)).toMatchObject({ status: 0, out: expect.stringContaining('2 passed') });
  });
});
