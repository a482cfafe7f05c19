/** Reads over HTTP: what is asked for, and what becomes of the answers' values. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, type Double, httpDouble, later, type Seen } from '../sources/http/double.ts';
import type { ErpEngine } from '../support/erp.ts';
import { ask, openSketch, type Sketch } from './ask.ts';

afterEach(closeAll);

function json(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** An engine over one endpoint of an ERP that answers as told. */
async function erp(
  read: object,
  answer: (seen: Seen) => unknown,
  more: { readonly path?: string; readonly source?: object; readonly top?: object } = {},
): Promise<{ readonly engine: ErpEngine; readonly double: Double }> {
  const double = await httpDouble((seen, response) => json(response, answer(seen)));
  const { path = '/all', source = {}, top = {} } = more;
  const sketch: Sketch = { source: { http: `${double.url}/api`, ...source }, endpoints: { [path]: read }, top };
  const engine = await openSketch(sketch);
  later(() => engine.close());
  return { engine, double };
}

describe('a request', () => {
  it('carries what every request of its source carries, and says otherwise itself', async () => {
    const { engine, double } = await erp(
      {
        get: '/customers',
        params: { top: '{{ $settings.most }}', format: 'full' },
        headers: { 'accept-language': 'de' },
        fields: { id: 'id' },
      },
      () => [],
      {
        source: {
          request: {
            headers: { 'Accept-Language': 'en', 'X-Tenant': '${tenant}' },
            params: { format: 'short', $count: true },
          },
        },
        top: { settings: { tenant: { default: 'main', secret: true }, most: { default: 7, type: 'integer' } } },
      },
    );
    await ask(engine, '/all');
    expect(double.seen.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/api/customers?top=7&format=full&$count=true'],
    ]);
    expect(double.seen[0]?.headers).toMatchObject({ 'accept-language': 'de', 'x-tenant': 'main' });
  });

  it('leaves out what an optional field would have said, and joins the other terms', async () => {
    const { engine, double } = await erp(
      {
        get: '/customers',
        params: {
          $filter: ['blocked eq false', 'id eq {{ customer }}', 'changed gt {{ modifiedSince }}', 'day eq {{ day }}'],
          $top: '{{ limit }}',
          since: '{{ modifiedSince }}',
        },
        headers: { 'If-Modified-Since': 'x {{ modifiedSince }}' },
        since: { overlap: '2m' },
        fields: { id: 'id' },
      },
      () => [],
      { path: '/list', source: { literals: 'odata' } },
    );
    await ask(engine, '/list', {});
    await ask(engine, '/list', {
      customer: "O'B",
      modifiedSince: '2026-01-31T10:00:00.900+01:00',
      day: '2026-02-01',
      limit: 3,
    });
    expect(double.seen.map(({ path }) => decodeURIComponent(path.split('?')[1] ?? ''))).toEqual([
      '$filter=blocked eq false&$top=20',
      "$filter=blocked eq false and id eq 'O''B' and changed gt 2026-01-31T08:58:00Z and day eq 2026-02-01&$top=3&since=2026-01-31T08:58:00Z",
    ]);
    expect(double.seen.map(({ headers }) => headers['if-modified-since'])).toEqual([
      undefined,
      'x 2026-01-31T08:58:00Z',
    ]);
  });

  it('is not sent without a condition whose field was given, and has no value all the same', async () => {
    const { engine, double } = await erp(
      {
        get: '/customers',
        params: { $filter: ['blocked eq false', 'branch eq {{ $lookup($settings.branches, customer) }}'] },
        fields: { id: 'id' },
      },
      () => [],
      {
        path: '/list',
        source: { literals: 'odata' },
        top: { settings: { branches: { type: 'map', default: { A: 'North' } } } },
      },
    );
    await ask(engine, '/list', {});
    await ask(engine, '/list', { customer: 'A' });
    await ask(engine, '/list', { customer: 'B' });
    expect(double.seen.map(({ path }) => decodeURIComponent(path.split('?')[1] ?? ''))).toEqual([
      '$filter=blocked eq false',
      "$filter=blocked eq false and branch eq 'North'",
    ]);
  });

  // Literals as the vendors document them: OData 4.01 URL conventions 5.1.1.14; OData 2 overview 6; Oracle SuiteQL; Intuit query operations;
  // Xero filtering; Frappe REST API.
  it.each([
    ['odata', "f=2026-01-31,2026-01-31T10:00:00Z,11111111-2222-3333-4444-555555555555,12.5,7,'a'"],
    [
      'odata-v2',
      "f=datetime'2026-01-31T00:00:00',datetimeoffset'2026-01-31T10:00:00Z',guid'11111111-2222-3333-4444-555555555555',12.5m,7,'a'",
    ],
    [
      'suiteql',
      "f=TO_DATE('2026-01-31', 'YYYY-MM-DD'),TO_TIMESTAMP('2026-01-31 11:00:00', 'YYYY-MM-DD HH24:MI:SS'),'11111111-2222-3333-4444-555555555555',12.5,7,'a'",
    ],
    ['qbo', "f='2026-01-31','2026-01-31T10:00:00Z','11111111-2222-3333-4444-555555555555',12.5,7,'a'"],
    [
      'xero',
      'f=DateTime(2026,01,31),DateTime(2026,01,31,10,00,00),guid("11111111-2222-3333-4444-555555555555"),12.5,7,"a"',
    ],
    ['frappe', 'f="2026-01-31","2026-01-31 11:00:00","11111111-2222-3333-4444-555555555555",12.5,7,"a"'],
  ])('writes days, times, GUIDs and numbers as literals of %s', async (literals, expected) => {
    const holes = [
      'day',
      'modifiedSince',
      "$guid('11111111-2222-3333-4444-555555555555')",
      "$decimal('12.50')",
      '$settings.n',
      'query',
    ];
    const { engine, double } = await erp(
      { get: '/x', params: { f: holes.map((hole) => `{{ ${hole} }}`).join(',') }, fields: { id: 'id' } },
      () => [],
      { source: { literals, clock: 'Europe/Berlin' }, top: { settings: { n: { default: 7, type: 'integer' } } } },
    );
    await ask(engine, '/all', { day: '2026-01-31', modifiedSince: '2026-01-31T10:00:00Z', query: 'a' });
    expect(decodeURIComponent(double.seen[0]?.path.split('?')[1] ?? '')).toBe(expected);
  });

  it('keeps types and digits in a body, and repeats parts for items', async () => {
    const { engine, double } = await erp(
      {
        post: '/search',
        json: {
          n: '${n}',
          long: '{{ $decimal("12345678901234567890.10") }}',
          text: 'No. {{ query }}',
          day: '{{ day }}',
          gone: '{{ customer }}',
          list: [1, '{{ customer }}', 'x'],
          domain: [
            ['a', '=', 1],
            ['b', '=', '{{ customer }}'],
            { $each: '$words', $item: ['name', 'ilike', '{{ $ }}'] },
          ],
          time: "{{ $datetime(modifiedSince, 'dd.MM.yyyy HH:mm') }}",
          nested: { null: null, flag: true, code: '007' },
        },
        search: { text: 'query', in: ['name'] },
        fields: { id: 'id', name: 'name' },
      },
      () => [],
      { source: { clock: 'Europe/Berlin' }, top: { settings: { n: { default: 7, type: 'integer' } } } },
    );
    await ask(engine, '/all', { query: 'two words', day: '2026-01-31', modifiedSince: '2026-01-31T10:00:00Z' });
    expect(double.seen[0]?.body).toBe(
      '{"n":7,"long":12345678901234567890.1,"text":"No. two words","day":"2026-01-31","list":[1,"x"],' +
        '"domain":[["a","=",1],["name","ilike","two"],["name","ilike","words"]],"time":"31.01.2026 11:00",' +
        '"nested":{"null":null,"flag":true,"code":"007"}}',
    );
    expect(double.seen[0]?.headers['content-type']).toMatch(/^application\/json/);
  });

  it('is not sent for a value that no record can have', async () => {
    const { engine, double } = await erp(
      { get: '/items({{ $guid(query) }})', fields: { id: 'id' } },
      () => [{ id: 1 }],
      {
        source: { literals: 'odata' },
      },
    );
    expect((await ask(engine, '/all', { query: 'no guid' })).rows).toEqual([]);
    expect(double.seen).toEqual([]);
  });
});

describe('the values of an answer', () => {
  const one = async (fields: object, body: unknown, source: object = {}): Promise<unknown> => {
    const { engine } = await erp({ get: '/x', fields: { id: 'id', ...fields } }, () => body, { source });
    return (await ask(engine, '/all')).rows;
  };
  const amount = async (text: string): Promise<string> => {
    const { engine } = await erp(
      { get: '/x', fields: { id: 'id', amount: 'a.b' } },
      () => `[{"id":1,"a":{"b":${text}}}]`,
    );
    const outcome = await engine.call('/all', {});
    return outcome.ok ? outcome.json.replace(/.*"amount":([^,}]*).*/, '$1') : outcome.problem.message;
  };

  it.each([
    ['98765432109876543210.123', '98765432109876543210.123'],
    ['"0012.500"', '12.5'],
    ['1e3', '1000'],
    ['-0.10', '-0.1'],
    ['90071992547409931', '90071992547409931'],
  ])('amounts keep their digits: %s', async (written, expected) => {
    expect(await amount(written)).toBe(expected);
  });

  it.each([
    ['/Date(1767225600000)/', {}, '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['/Date(1767225600000)/', { clock: 'Europe/Berlin' }, '2026-01-01', '2025-12-31T23:00:00.000Z'],
    ['/Date(1767225600000+0100)/', {}, '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['/Date(1767222000000+0100)/', {}, '2026-01-01', '2025-12-31T23:00:00.000Z'],
    [
      1_767_222_000,
      { clock: 'Europe/Berlin', types: { date: 'unix', instant: 'unix' } },
      '2026-01-01',
      '2025-12-31T23:00:00.000Z',
    ],
    [
      '1767222000000',
      { clock: 'Europe/Berlin', types: { date: 'unix-ms', instant: 'unix-ms' } },
      '2026-01-01',
      '2025-12-31T23:00:00.000Z',
    ],
    ['2026-01-01 00:00:00', { clock: 'Europe/Berlin' }, '2026-01-01', '2025-12-31T23:00:00.000Z'],
    ['2026-01-01T00:30:00.123456', {}, '2026-01-01', '2026-01-01T00:30:00.123Z'],
    [
      { __class__: 'datetime', year: 2026, month: 1, day: 1, hour: 9, minute: 5, second: 0 },
      {},
      '2026-01-01',
      '2026-01-01T09:05:00.000Z',
    ],
  ])('times: %j with %j', async (time, source, day, at) => {
    expect(await one({ day: 'time', at: 'time' }, [{ id: 1, time }], source)).toEqual([
      { id: '1', day, at, lines: [] },
    ]);
  });

  it('days without separators, blanks, nulls, padded keys, HTML', async () => {
    const rows = await one(
      { day: 'd', name: '$text(html)', amount: 'blank', at: 'nothing', id: '$unpad(key)' },
      [
        {
          key: '0010100001',
          d: 20260131,
          html: '<p>A &amp; B<br/>C&#8364;</p><script>x</script>',
          blank: '',
          nothing: null,
        },
      ],
      { types: { date: 'yyyymmdd' }, absent: ['', '0001-01-01'] },
    );
    expect(rows).toEqual([{ id: '10100001', name: 'A & B\nC€', day: '2026-01-31', lines: [] }]);
  });

  it('fields alone are given: what the ERP calls like one of them is another thing', async () => {
    expect(await one({}, [{ id: 1, name: 'an internal name', amount: 3 }])).toEqual([{ id: '1', lines: [] }]);
  });

  it('lists inside of rows, and rows by an expression', async () => {
    const { engine } = await erp(
      {
        get: '/x',
        rows: 'd.($day := day; docs.{ "id": no, "day": $day, "lines": items })',
        fields: { id: 'id', day: 'day', lines: "lines.{ 'text': t }" },
      },
      () => ({
        d: {
          day: '2026-01-31',
          docs: [
            { no: 1, items: [{ t: 'a' }] },
            { no: 2, items: [] },
          ],
        },
      }),
    );
    expect((await ask(engine, '/all')).rows).toEqual([
      { id: '1', day: '2026-01-31', lines: [{ text: 'a' }] },
      { id: '2', day: '2026-01-31', lines: [] },
    ]);
  });

  it('rows that are no maps are their own value, and XML is read as maps', async () => {
    const { engine } = await erp({ get: '/x', fields: { id: '_value' } }, () => [17, 'B 2']);
    expect((await ask(engine, '/all')).rows.map(({ id }) => id)).toEqual(['17', 'B 2']);
    const double = await httpDouble((_seen, response) =>
      response.setHeader('content-type', 'text/xml').end('<r><c id="007"><n>A &amp; B</n></c><c id="8"/></r>'),
    );
    const xml = await openSketch({
      source: { http: double.url, request: { headers: { Accept: 'application/xml' } } },
      endpoints: { '/all': { get: '/x', rows: 'r.c', fields: { id: '`@id`', name: 'n' } } },
    });
    later(() => xml.close());
    expect((await ask(xml, '/all')).rows).toEqual([
      { id: '007', name: 'A & B', lines: [] },
      { id: '8', lines: [] },
    ]);
  });

  it('an answer without the rows that it should have is an error, never an empty list', async () => {
    const { engine } = await erp({ get: '/x', rows: 'value', fields: { id: 'id' } }, () => ({ values: [] }));
    await expect(ask(engine, '/all')).rejects.toThrow('broken: The ERP answered with an error.');
    expect(engine.events.at(-1)?.message).toMatch(/nothing stands at value/);
  });
});
