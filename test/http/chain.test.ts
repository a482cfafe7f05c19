/**
 * Several lists of an ERP as one list of the contract: a page starts where the previous one ended, in any of the
 * lists.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { memoryBookmarks } from '../../engine/index.ts';
import { closeAll, httpDouble, later } from '../engine/sources/http/double.ts';
import { ask, openSketch } from './ask.ts';

afterEach(closeAll);

const named = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_none, index) => `${letter}${index + 1}`);

/** Three lists, the second one empty, in pages behind an id of `size` rows at most. Of `drafts` only what is joined to them tells that they are. */
async function open(size: number, drafts: readonly string[] = []) {
  const lists: Record<string, string[]> = { invoices: named('I', 6), none: [], credits: named('C', 5) };
  const double = await httpDouble((seen, response) => {
    const [path = '', query = ''] = seen.path.split('?');
    const all = lists[path.slice('/api/'.length)] ?? [];
    const options = new URLSearchParams(query);
    if (path === '/api/posted') {
      const ids = (options.get('ids') ?? '').split(',').filter((id) => !drafts.includes(id));
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ value: ids.map((of) => ({ of })) }));
      return;
    }
    const behind = options.get('behind');
    const rest = behind === null ? all : all.filter((id) => Number(id.slice(1)) > Number(behind.slice(1)));
    const value = rest.slice(0, Math.min(size, Number(options.get('top') ?? size)));
    const next = value.length < rest.length ? { next: `${path}?top=${options.get('top')}&behind=${value.at(-1)}` } : {};
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ value: value.map((id) => ({ id })), ...next }));
  });
  const posted = { get: '/posted', params: { ids: "{{ $join($rows.id, ',') }}" }, on: { of: 'id' } };
  const some = drafts.length === 0 ? {} : { attach: { _posted: posted }, where: '$count(_posted) > 0' };
  const read = (path: string) => ({ get: path, params: { top: '{{ $limit }}' }, ...some, fields: { id: 'id' } });
  const sketch = {
    source: { http: `${double.url}/api`, page: { next: 'next' }, request: { rows: 'value' } },
    endpoints: { '/pages': { union: [read('/invoices'), read('/none'), read('/credits')] } },
  };
  const bookmarks = memoryBookmarks();
  const opened = async () => {
    const engine = await openSketch(sketch, { bookmarks });
    later(() => engine.close());
    return engine;
  };
  return { lists, double, engine: await opened(), again: opened };
}

type Engine = Awaited<ReturnType<typeof open>>['engine'];

const pageOf = async (engine: Engine, page: number, limit: number) => {
  const { rows, hasMore } = await ask(engine, '/pages', { page, limit });
  return { ids: rows.map(({ id }) => String(id)), hasMore };
};

const expected = [...named('I', 6), ...named('C', 5)];

describe('a union of lists over HTTP, page by page', () => {
  it.each([1, 2, 3, 5, 6, 7, 10, 11, 12, 500])('gives every row once, in pages of %i', async (limit) => {
    const { engine } = await open(4);
    for (let page = 1; (page - 1) * limit < expected.length; page += 1) {
      const ids = expected.slice((page - 1) * limit, page * limit);
      expect(await pageOf(engine, page, limit)).toEqual({ ids, hasMore: page * limit < expected.length });
    }
  });

  it('continues in the list in which the previous page ended, also on another instance', async () => {
    const { engine, double, again } = await open(100);
    for (const page of [1, 2]) await pageOf(engine, page, 4);
    const before = double.seen.length;
    expect(await pageOf(await again(), 3, 4)).toEqual({ ids: ['C3', 'C4', 'C5'], hasMore: false });
    expect(new Set(double.seen.slice(before).map(({ path }) => path.split('?')[0]))).toEqual(new Set(['/api/credits']));
  });

  it('neither loses nor repeats a row of one list while rows of another list change', async () => {
    const { engine, lists } = await open(100);
    expect((await pageOf(engine, 1, 4)).ids).toEqual(['I1', 'I2', 'I3', 'I4']);
    expect((await pageOf(engine, 2, 4)).ids).toEqual(['I5', 'I6', 'C1', 'C2']);
    lists.invoices = named('I', 9).slice(2);
    expect((await pageOf(engine, 3, 4)).ids).toEqual(['C3', 'C4', 'C5']);
  });

  it('is found without the previous page', async () => {
    const { engine } = await open(4);
    expect(await pageOf(engine, 3, 4)).toEqual({ ids: ['C3', 'C4', 'C5'], hasMore: false });
    expect(await pageOf(engine, 4, 4)).toEqual({ ids: [], hasMore: false });
  });
});

describe('a union of lists over HTTP whose pages are counted', () => {
  it.each([1, 2, 3, 4, 5, 7, 10, 500])('gives every row once, in pages of %i', async (limit) => {
    const lists: Record<string, string[]> = { invoices: named('I', 6), none: [], credits: named('C', 5) };
    const double = await httpDouble((seen, response) => {
      const [path = '', query = ''] = seen.path.split('?');
      const [page, size] = ['page', 'size'].map((name) => Number(new URLSearchParams(query).get(name)));
      const all = lists[path.slice('/api/'.length)] ?? [];
      const value = all.slice(((page ?? 0) - 1) * (size ?? 0), (page ?? 0) * (size ?? 0));
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ value: value.map((id) => ({ id })) }));
    });
    const read = (path: string) => ({ get: path, params: { page: '{{ $page }}', size: '{{ $limit }}' } });
    const source = { http: `${double.url}/api`, page: { by: 'page', size: 100 }, request: { rows: 'value' } };
    const endpoints = { '/pages': { union: [read('/invoices'), read('/none'), read('/credits')] } };
    const engine = await openSketch({ source, endpoints }, { bookmarks: memoryBookmarks() });
    later(() => engine.close());
    const pages: string[][] = [];
    for (let page = 1; page <= Math.ceil(expected.length / limit); page += 1)
      pages.push((await pageOf(engine, page, limit)).ids);
    expect(pages.flat()).toEqual(expected);
  });
});

describe('a union of lists with rows that a condition on joined rows drops', () => {
  const drafts = ['I1', 'I4', 'I6', 'C2', 'C5'];
  const left = expected.filter((id) => !drafts.includes(id));

  it.each([1, 2, 3, 4, 5, 6, 7, 500])('gives every other row once, in full pages of %i', async (limit) => {
    const { engine } = await open(3, drafts);
    const ids: string[] = [];
    for (let page = 1, more = true; more; page += 1) {
      const given = await pageOf(engine, page, limit);
      more = given.hasMore === true;
      if (more) expect(given.ids).toHaveLength(limit);
      ids.push(...given.ids);
    }
    expect(ids).toEqual(left);
  });

  it.each([1, 2, 3, 4])('is found without the previous page, in pages of %i', async (limit) => {
    for (let page = 2; (page - 1) * limit < left.length; page += 1) {
      const { engine } = await open(3, drafts);
      expect((await pageOf(engine, page, limit)).ids).toEqual(left.slice((page - 1) * limit, page * limit));
    }
  });
});
