/** The requests of reads over HTTP. */
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../engine/sources/http/double.ts';
import { ask } from './ask.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

describe('a request', () => {
  it("contains the parts of its source's requests, and can override them", async () => {
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

  it('contains named expressions and parts, also of the common request', async () => {
    const { engine, double } = await erp(
      {
        post: '/{{ {area} }}/items',
        headers: { $part: 'language' },
        params: { $filter: [{ $part: 'filter' }, 'kind eq {{ {area} }}'] },
        json: { $part: 'call', id: 2 },
        rows: 'list[{shown}(no)]',
        fields: { id: "{shown}(no) ? no : ''", name: '{label}' },
      },
      () => ({ list: [{ no: 'A-1' }, { no: 'B-1' }, { no: 'A-2', text: 'two' }] }),
      {
        source: { literals: 'odata', request: { headers: { $part: 'tenant' } } },
        top: {
          settings: { area: { default: 'north' } },
          parts: {
            area: { expression: '$settings.area' },
            shown: { expression: "function($no) { $contains($no, 'A') }" },
            label: { expression: "text ?? 'none'" },
            language: { request: { 'Accept-Language': 'de' } },
            tenant: { request: { 'X-Area': '{{ {area} }}' } },
            filter: { request: ['blocked eq false', 'no gt 1'] },
            call: { request: { id: 1, jsonrpc: '2.0', params: [{ $part: 'limits' }] } },
            limits: { request: [1, 2] },
          },
        },
      },
    );
    expect(await ask(engine, '/all')).toMatchObject({
      rows: [
        { id: 'A-1', name: 'none' },
        { id: 'A-2', name: 'two' },
      ],
    });
    const [seen] = double.seen;
    expect(decodeURIComponent(seen?.path ?? '')).toBe(
      "/api/north/items?$filter=blocked eq false and no gt 1 and kind eq 'north'",
    );
    expect(seen?.headers).toMatchObject({ 'accept-language': 'de', 'x-area': 'north' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({ id: 2, jsonrpc: '2.0', params: [1, 2] });
  });

  it('omits the term of a missing optional field, and joins the other terms', async () => {
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

  it('is not sent if a condition has no value although its field was given', async () => {
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

  it('preserves types and digits in a body, and repeats parts for items', async () => {
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

  it('can contain expressions of the interpreter everywhere, and is not sent where one of them fails', async () => {
    const upper = '$uppercase(?)';
    const { engine, double } = await erp(
      {
        post: `/{{ ${upper}(query) }}/{{ query }}`,
        params: {
          text: `a {{ ${upper}(query) }} {{ $substringBefore(?, '-')(query) }}`,
          gone: `{{ ${upper}(customer) }}`,
        },
        headers: { 'x-query': `{{ ${upper}(query) }}` },
        json: {
          of: {
            $each: `$map([query, 'inv-1'], ${upper})`,
            $item: [`{{ ${upper}($) & '1' }}`, '{{ $ }}', `{{ ${upper}($) & '2' }}`],
          },
          id: `{{ $guid(${upper}(query)) }}`,
        },
        search: { text: 'query', in: ['name'] },
        fields: { id: 'id', name: 'name' },
      },
      () => [],
    );
    const id = '0b5a9a3c-41f1-4f0e-8a53-2c6f1f6e7a10';
    await ask(engine, '/all', { query: id });
    const [seen] = double.seen;
    const written = id.toUpperCase();
    expect(decodeURIComponent(seen?.path ?? '')).toBe(`/api/${written}/${id}?text=a ${written} 0b5a9a3c`);
    expect(seen?.headers).toMatchObject({ 'x-query': written });
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      of: [
        [`${written}1`, written, `${written}2`],
        ['INV-11', 'INV-1', 'INV-12'],
      ],
      id: written,
    });
    expect((await ask(engine, '/all', { query: 'INV-1' })).rows).toEqual([]);
    expect(double.seen).toHaveLength(1);
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
