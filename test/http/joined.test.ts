/** Reads over HTTP with several requests: attached reads, requests for each row, first, union; and searches. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, type Double, httpDouble, later, type Seen } from '../engine/sources/http/double.ts';
import { type ErpEngine, openErp } from '../support/erp.ts';
import { ask, contract, openSketch } from './ask.ts';

afterEach(closeAll);

/** Answers by path; what is not there is a 404. */
type Places = Readonly<Record<string, (query: URLSearchParams, seen: Seen) => unknown>>;

async function erp(places: Places, endpoints: Readonly<Record<string, object>>, source: object = {}) {
  let atOnce = 0;
  let most = 0;
  const double: Double = await httpDouble(async (seen, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    // Others have the time to arrive.
    await new Promise((resolve) => setTimeout(resolve, 5));
    atOnce -= 1;
    const url = new URL(seen.path, 'http://erp');
    const place = places[decodeURIComponent(url.pathname)];
    const body = place === undefined ? { error: 'none' } : place(url.searchParams, seen);
    response
      .writeHead(place === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  });
  const engine: ErpEngine = await openSketch({ source: { http: double.url, ...source }, endpoints });
  later(() => engine.close());
  return { engine, double, most: () => most };
}

const names = (rows: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] => rows.map(({ id }) => id);

describe('an attached read', () => {
  const documents = Array.from({ length: 120 }, (_none, index) => ({ no: index + 1, group: `G${index % 3}` }));
  const places: Places = {
    '/docs': () => documents,
    '/lines': (query) =>
      (query.get('in') ?? '').split(',').flatMap((no) => [
        { doc: Number(no), t: `${no}a` },
        { doc: Number(no), t: `${no}b` },
      ]),
    '/groups': (query) =>
      (query.get('in') ?? '')
        .split(',')
        .filter((code) => code !== 'G2')
        .map((code) => ({ code, label: `group ${code}` })),
  };

  it('requests many rows at once, but not more than a batch', async () => {
    const { engine, double } = await erp(places, {
      '/all': {
        get: '/docs',
        attach: {
          lines: {
            get: '/lines',
            params: { in: '{{ $rows.no }}' },
            fields: { _doc: 'doc', text: 't' },
            on: { _doc: 'no' },
          },
        },
        fields: { id: 'no', lines: 'lines' },
      },
    });
    const { rows } = await ask(engine, '/all');
    expect(rows).toEqual(
      documents.map(({ no }) => ({ id: String(no), lines: [{ text: `${no}a` }, { text: `${no}b` }] })),
    );
    const asked = double.seen
      .slice(1)
      .map(({ path }) => new URL(path, 'http://erp').searchParams.get('in')?.split(',').length);
    expect(asked.toSorted()).toEqual([20, 50, 50]);
  });

  it('reads all pages of each answer', async () => {
    const many: Places = {
      '/docs': () => documents.slice(0, 3),
      '/lines': (query) =>
        documents
          .slice(Number(query.get('offset')), Number(query.get('offset')) + 50)
          .map(({ no }) => ({ doc: (no % 3) + 1, t: no })),
    };
    const params = { in: '{{ $rows.no }}', offset: '{{ $offset }}' };
    const lines = {
      get: '/lines',
      params,
      page: { by: 'offset', size: 50 },
      fields: { _doc: 'doc', text: 't' },
      on: { _doc: 'no' },
    };
    const { engine } = await erp(many, {
      '/all': { get: '/docs', attach: { lines }, fields: { id: 'no', lines: 'lines' } },
    });
    const { rows } = await ask(engine, '/all');
    expect(rows.map((row) => (Array.isArray(row.lines) ? row.lines.length : 0))).toEqual([40, 40, 40]);
  });

  it('requests equal keys once, and refuses missing rows', async () => {
    const attach = {
      _group: {
        get: '/groups',
        params: { in: '{{ $rows.group }}' },
        on: { code: 'group' },
        one: 'No group {{ group }}',
      },
    };
    const { engine, double } = await erp(places, {
      '/all': { get: '/docs', attach, fields: { id: 'no', name: '_group.label' } },
    });
    await expect(ask(engine, '/all')).rejects.toThrow('invalid: 40 fields were refused; the first: No group G2.');
    expect(double.seen.map(({ path }) => path)).toEqual(['/docs', '/groups?in=G0%2CG1%2CG2']);
  });
});

describe('a request for each row', () => {
  const places: Places = {
    '/docs': () => Array.from({ length: 30 }, (_none, index) => ({ no: `D/${index % 10}` })),
    ...Object.fromEntries(
      Array.from({ length: 9 }, (_none, index) => [`/docs/D/${index}/x`, () => ({ t: `text ${index}` })]),
    ),
  };
  const each = {
    _detail: { get: '/docs/{{ $row.no }}/x', atOnce: 3, outcomes: [{ when: '$status = 404', is: 'empty' }] },
  };

  it('limits concurrent requests, and sends equal requests once', async () => {
    const { engine, double, most } = await erp(places, {
      '/all': { get: '/docs', each, fields: { id: 'no', name: '_detail.t' } },
    });
    const { rows } = await ask(engine, '/all');
    expect(rows.map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_none, index) => (index % 10 === 9 ? undefined : `text ${index % 10}`)),
    );
    expect(double.seen).toHaveLength(1 + 10);
    expect(double.seen.map(({ path }) => path)).toContain('/docs/D%2F3/x');
    expect(most()).toBeLessThanOrEqual(3);
  });

  it('with `one` returns the row itself, or refuses', async () => {
    const { engine } = await erp(places, {
      '/all': {
        get: '/docs',
        each: { _detail: { ...each._detail, one: 'No document {{ no }}' } },
        fields: { id: 'no' },
      },
    });
    await expect(ask(engine, '/all')).rejects.toThrow('3 fields were refused; the first: No document D/9.');
  });

  it('reports a thousand of 1,500 refusals', async () => {
    const docs = { '/docs': () => Array.from({ length: 1_500 }, (_none, index) => ({ no: `X/${index % 3}` })) };
    const { engine } = await erp(docs, {
      '/all': {
        get: '/docs',
        each: { _detail: { ...each._detail, one: 'No document {{ no }}' } },
        fields: { id: 'no' },
      },
    });
    await expect(ask(engine, '/all')).rejects.toThrow(
      'More than 1000 fields were refused; the first: No document X/0.',
    );
  });
});

describe('a request for each row of a query', () => {
  it('is sent once for each row', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-each-'));
    const file = join(folder, 'erp.sqlite');
    const database = new Database(file);
    database.exec("create table doc (no text); insert into doc values ('INV-1'), ('2026/0042')");
    database.close();
    later(async () => rmSync(folder, { recursive: true }));
    const double = await httpDouble((_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"net":"104.17"}');
    });
    const paths = contract.endpoints.map(({ path }) => path).filter((path) => path !== '/all');
    const read = {
      query: 'SELECT no AS id FROM doc ORDER BY no',
      each: { _price: { use: 'api', get: '/prices/{{ $row.id }}', one: 'No price of {{ id }}' } },
      fields: { amount: '_price.net' },
    };
    const profile = {
      profile: 'sketch',
      contract: '1',
      sources: { db: { sql: 'sqlite', connection: { file } }, api: { http: double.url } },
      endpoints: {
        '/all': read,
        ...Object.fromEntries(paths.map((path) => [path, { unavailable: 'no part of this test' }])),
      },
    };
    const engine = await openErp(JSON.stringify(profile), contract);
    later(() => engine.close());
    expect((await ask(engine, '/all')).rows).toEqual([
      { id: '2026/0042', amount: 104.17, lines: [] },
      { id: 'INV-1', amount: 104.17, lines: [] },
    ]);
    expect(double.seen.map(({ path }) => path).toSorted()).toEqual(['/prices/2026%2F0042', '/prices/INV-1']);
  });
});

describe('several reads', () => {
  const places: Places = {
    '/exact': (query) => (query.get('q') === 'a' ? [{ n: 1 }] : []),
    '/prefix': () => [{ n: 2 }, { n: 3 }],
    '/other': () => [{ m: 9 }],
  };

  it('with `first`: the first one with rows counts, and the others are not sent', async () => {
    const { engine, double } = await erp(places, {
      '/all': { first: [{ get: '/exact', params: { q: '{{ query }}' } }, { get: '/prefix' }], fields: { id: 'n' } },
    });
    expect(names((await ask(engine, '/all', { query: 'a' })).rows)).toEqual(['1']);
    expect(double.seen).toHaveLength(1);
    expect(names((await ask(engine, '/all', { query: 'b' })).rows)).toEqual(['2', '3']);
  });

  it('with `union`: all rows, in one order', async () => {
    const { engine } = await erp(places, {
      '/list': {
        union: [
          { get: '/prefix', fields: { id: 'n' } },
          { get: '/other', fields: { id: 'm' } },
        ],
        order: ['-id'],
      },
    });
    expect(names((await ask(engine, '/list', { limit: 2 })).rows)).toEqual(['9', '3']);
  });
});

describe('a search', () => {
  const rows = ['Nordwind GmbH', 'Müller & Nord', 'Süd AG', 'nord', 'Nord Müller', 'x', 'y'].map((n, index) => ({
    i: index,
    n,
  }));
  const places: Places = {
    '/customers': (query) => {
      const from = Number(query.get('offset') ?? 0);
      return rows.slice(from, from + Number(query.get('limit') ?? rows.length));
    },
  };
  const read = { get: '/customers', search: { text: 'query', in: ['name'] }, fields: { id: 'i', name: 'n' } };

  it('finds all words, without regard to case and accents; better matches come first', async () => {
    const { engine } = await erp(places, { '/list': read });
    const hits = async (query: string) => (await ask(engine, '/list', { query })).rows.map(({ name }) => name);
    expect(await hits('NORD')).toEqual(['nord', 'Nord Müller', 'Nordwind GmbH', 'Müller & Nord']);
    expect(await hits('muller nord')).toEqual(['Müller & Nord', 'Nord Müller']);
    expect(await hits('%')).toEqual([]);
    expect(await hits('')).toHaveLength(7);
  });

  it('reads pages of the ERP until there are enough rows', async () => {
    const params = { offset: '{{ $offset }}', limit: '{{ $limit }}' };
    const { engine, double } = await erp(places, { '/list': { ...read, params, page: { by: 'offset', size: 2 } } });
    expect((await ask(engine, '/list', { query: 'nord', limit: 2 })).rows).toHaveLength(2);
    expect(double.seen).toHaveLength(1);
    expect((await ask(engine, '/list', { query: 'nord', limit: 4 })).rows).toHaveLength(4);
    expect(double.seen).toHaveLength(4);
  });
});
