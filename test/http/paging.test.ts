/** Pages of the contract over the pages of an ERP, for every paging method of ERPs. */
import { afterEach, describe, expect, it } from 'vitest';
import { memoryBookmarks } from '../../engine/index.ts';
import { closeAll, httpDouble, later, type Seen } from '../engine/sources/http/double.ts';
import type { ErpEngine } from '../support/erp.ts';
import { ask, openSketch } from './ask.ts';

afterEach(closeAll);

const all = Array.from({ length: 23 }, (_none, index) => ({ id: `R${String(index + 1).padStart(2, '0')}` }));
const ids = all.map(({ id }) => id);

interface Way {
  readonly name: string;
  readonly page: object;
  readonly read: object;
  /** The answer of an ERP with these rows; `url` is its address. */
  readonly answer: (query: URLSearchParams, seen: Seen, url: string) => unknown;
  /** The place of a row is known without those before it. */
  readonly direct: boolean;
}

const number = (query: URLSearchParams, name: string): number => Number(query.get(name) ?? 0);
const slice = (from: number, count: number) => all.slice(from, from + count);

/** A page that begins at a row; `link` is what the ERP says of the next one. */
function linked(query: URLSearchParams, link: (next: number) => unknown, pageSize = 5): object {
  const from = number(query, 'token');
  const next = from + Math.min(pageSize, number(query, 'top') || pageSize);
  return { value: all.slice(from, next), ...(next < all.length ? { next: link(next) } : {}) };
}

const ways: readonly Way[] = [
  {
    name: 'absolute links, pages smaller than was asked for',
    page: { next: 'next' },
    read: { get: '/rows', params: { top: '{{ $limit }}' } },
    answer: (query, _seen, url) => linked(query, (next) => `${url}/api/rows?token=${next}`),
    direct: false,
  },
  {
    name: 'relative links',
    page: { next: 'next' },
    read: { get: '/rows' },
    answer: (query) => linked(query, (next) => `rows?token=${next}`),
    direct: false,
  },
  {
    name: 'links from the root',
    page: { next: 'next', size: 4 },
    read: { get: '/rows', params: { top: '{{ $limit }}' } },
    answer: (query) => linked(query, (next) => `/api/rows?top=${query.get('top')}&token=${next}`, 99),
    direct: false,
  },
  {
    name: 'a cursor in the body of a POST',
    page: { cursor: 'next' },
    read: { post: '/rows', json: { cursor: '{{ $cursor }}' } },
    answer: (_query, { body }) => linked(new URLSearchParams({ token: JSON.parse(body).cursor ?? '0' }), String),
    direct: false,
  },
  {
    name: 'a cursor behind the last row, found with one row more than is needed',
    page: { cursor: '$count(value) > $limit ? value[$limit - 1].id', size: 6 },
    read: {
      get: '/rows',
      params: { after: '{{ $cursor }}', top: '{{ $limit + 1 }}' },
      rows: 'value[[0..$limit - 1]]',
    },
    answer: (query) => {
      const after = query.get('after') ?? '';
      return { value: all.filter(({ id }) => id > after).slice(0, number(query, 'top')) };
    },
    direct: false,
  },
  {
    name: 'pages from 1',
    page: { by: 'page', size: 1000 },
    read: { get: '/rows', params: { page: '{{ $page }}', size: '{{ $limit }}' } },
    answer: (query) => ({ value: slice((number(query, 'page') - 1) * number(query, 'size'), number(query, 'size')) }),
    direct: true,
  },
  {
    name: 'small pages from 0, with a total',
    page: { by: 'page', from: 0, size: 4, total: 'count' },
    read: { get: '/rows', params: { page: '{{ $page }}', size: '{{ $limit }}' } },
    answer: (query) => ({
      value: slice(number(query, 'page') * number(query, 'size'), number(query, 'size')),
      count: 23,
    }),
    direct: true,
  },
  {
    name: 'offset and limit',
    page: { by: 'offset', size: 1000 },
    read: { get: '/rows', params: { offset: '{{ $offset }}', limit: '{{ $limit }}' } },
    answer: (query) => ({ value: slice(number(query, 'offset'), number(query, 'limit')) }),
    direct: true,
  },
  {
    name: 'a position inside of the query text, from 1, small pages',
    page: { by: 'offset', size: 3 },
    read: {
      get: '/rows',
      params: { query: 'select * from Row startposition {{ $offset + 1 }} maxresults {{ $limit }}' },
    },
    answer: (query) => {
      const [, start, most] = /startposition (\d+) maxresults (\d+)$/.exec(query.get('query') ?? '') ?? [];
      return { value: slice(Number(start) - 1, Number(most)) };
    },
    direct: true,
  },
  {
    name: 'start and size in the body, with a flag',
    page: { by: 'offset', size: 50, more: 'more' },
    read: { post: '/rows', json: { start: '{{ $offset }}', size: '{{ $limit }}' } },
    answer: (_query, { body }) => {
      const { start, size } = JSON.parse(body);
      // It gives fewer rows than it is asked for, and says that there are others.
      const value = slice(start, Math.min(size, 2));
      return { value, more: start + value.length < all.length };
    },
    direct: true,
  },
  {
    name: 'no pages at all',
    page: { whole: true },
    read: { get: '/rows' },
    answer: () => ({ value: all }),
    direct: false,
  },
  {
    name: 'documents of several rows, counted by the ERP',
    page: { by: 'offset', size: 2, items: 'docs' },
    read: {
      get: '/rows',
      params: { offset: '{{ $offset }}', limit: '{{ $limit }}' },
      rows: 'docs.parts.{ "id": $ }',
    },
    answer: (query) => {
      const docs = [0, 5, 10, 15, 20].map((start) => ({ parts: ids.slice(start, start + 5) }));
      const from = number(query, 'offset');
      return { docs: docs.slice(from, from + number(query, 'limit')) };
    },
    direct: false,
  },
];

async function open({ page, read, answer }: Way, bookmarks = memoryBookmarks()) {
  const double = await httpDouble((seen, response) => {
    const query = new URLSearchParams(seen.path.split('?')[1] ?? '');
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(answer(query, seen, `http://${seen.headers.host}`)));
  });
  const rows = 'rows' in read ? {} : { request: { rows: 'value' } };
  const sketch = {
    source: { http: `${double.url}/api`, page, ...rows },
    endpoints: { '/pages': { ...read, fields: { id: 'id' } } },
  };
  const engine = await openSketch(sketch, { bookmarks });
  later(() => engine.close());
  return { engine, double, again: () => openSketch(sketch, { bookmarks }) };
}

const pageOf = async (engine: ErpEngine, page: number, limit: number) => {
  const { rows, hasMore } = await ask(engine, '/pages', { page, limit });
  return { ids: rows.map(({ id }) => String(id)), hasMore };
};

describe.each(ways.map((way) => [way.name, way] as const))('%s', (_name, way) => {
  it.each([1, 4, 5, 7, 22, 23, 24, 500])('gives every row once, in pages of %i', async (limit) => {
    const { engine } = await open(way);
    const seen: string[] = [];
    for (let number = 1; number < 40; number += 1) {
      const page = await pageOf(engine, number, limit);
      seen.push(...page.ids);
      expect(page.ids.length).toBeLessThanOrEqual(limit);
      if (page.hasMore !== true) break;
    }
    expect(seen).toEqual(ids);
  });

  it('continues where the previous page ended, also on another instance', async () => {
    const bookmarks = memoryBookmarks();
    const { engine, double, again } = await open(way, bookmarks);
    for (const number of [1, 2, 3]) await pageOf(engine, number, 5);
    const before = double.seen.length;
    const other = await again();
    later(() => other.close());
    expect((await pageOf(other, 4, 5)).ids).toEqual(ids.slice(15, 20));
    expect(double.seen.length - before).toBeLessThanOrEqual(3);
    expect(other.events.filter(({ event }) => event === 'page_without_bookmark')).toEqual([]);
  });

  it('is found without the previous page, and the log says so', async () => {
    const { engine, double } = await open(way);
    expect((await pageOf(engine, 4, 5)).ids).toEqual(ids.slice(15, 20));
    expect(engine.events).toContainEqual(expect.objectContaining({ event: 'page_without_bookmark', page: 4 }));
    if (way.direct) expect(double.seen.length).toBeLessThanOrEqual(4);
    expect(await pageOf(engine, 9, 5)).toEqual({ ids: [], hasMore: false });
  });
});

describe('a link', () => {
  it.each([
    ['of another origin', 'http://evil.example/rows'],
    ['without an address', 'http://'],
    ['to the same page again', '/api/rows?token=0'],
  ])('%s ends the walk with an error', async (_name, next) => {
    const { engine, double } = await open({
      name: '',
      page: { next: 'next' },
      read: { get: '/rows' },
      answer: () => ({ value: all.slice(0, 5), next }),
      direct: false,
    });
    await expect(pageOf(engine, 1, 50)).rejects.toThrow('broken: The ERP answered with an error.');
    expect(double.seen.length).toBeLessThanOrEqual(2);
  });
});
