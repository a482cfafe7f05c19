/** `details`: a request for each record of a list, whose rows take the place of the record; and pages that begin after the last key. */
import { afterEach, expect, it } from 'vitest';
import { closeAll, type Double, httpDouble, later } from '../engine/sources/http/double.ts';
import { ask, openSketch } from './ask.ts';

afterEach(closeAll);

/** Rows of each record: some have none, also the last one. */
const records: Readonly<Record<string, readonly string[]>> = {
  A: ['A1', 'A2'],
  B: [],
  C: ['C1'],
  D: ['D1', 'D2', 'D3'],
  E: [],
};
const every = Object.values(records).flat();

async function opened(params: object, page: object, rest: object = {}) {
  const double: Double = await httpDouble(async ({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://erp');
    const [, , id] = pathname.split('/');
    const keys = Object.keys(records).filter((key) => key > (searchParams.get('after') ?? ''));
    const [skip, top] = [Number(searchParams.get('skip') ?? 0), Number(searchParams.get('top'))];
    const body = id === undefined ? keys.slice(skip, skip + top).map((key) => ({ key })) : { parts: records[id] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const details = { get: '/docs/{{ $row.key }}', rows: 'parts' };
  const read = { get: '/docs', params, page, details, fields: { id: '_value' }, ...rest };
  const engine = await openSketch({ source: { http: double.url }, endpoints: { '/pages': read } });
  later(() => engine.close());
  return { engine, double };
}

/** The rows of all pages of a size, and whether each page says that another one follows. */
async function walked(engine: Awaited<ReturnType<typeof opened>>['engine'], limit: number) {
  const [rows, more]: [unknown[], boolean[]] = [[], []];
  for (let page = 1; more.at(-1) !== false && page < 20; page += 1) {
    const answer = await ask(engine, '/pages', { page, limit });
    rows.push(...answer.rows.map(({ id }) => id));
    more.push(answer.hasMore === true);
  }
  return { rows, more };
}

it.for([1, 2, 3, 4, 6, 10])(
  'gives each row once, in pages of %d, and says exactly whether another page follows',
  async (limit) => {
    const { engine } = await opened({ skip: '{{ $offset }}', top: '{{ $limit }}' }, { by: 'offset', size: 2 });
    const { rows, more } = await walked(engine, limit);
    expect(rows).toEqual(every);
    expect(more).toEqual(
      Array.from({ length: Math.ceil(every.length / limit) }, (_, index) => (index + 1) * limit < every.length),
    );
  },
);

it('continues in the record whose rows the page before has begun, and requests none before it', async () => {
  const { engine, double } = await opened({ skip: '{{ $offset }}', top: '{{ $limit }}' }, { by: 'offset', size: 10 });
  await ask(engine, '/pages', { page: 1, limit: 4 });
  const before = double.seen.length;
  const { rows } = await ask(engine, '/pages', { page: 2, limit: 4 });
  expect(rows.map(({ id }) => id)).toEqual(['D2', 'D3']);
  expect(double.seen.slice(before).map(({ path }) => path)).toEqual(['/docs?skip=3&top=5', '/docs/D', '/docs/E']);
});

it('begins a page after the last key, where one record more shows that another page follows', async () => {
  const page = { cursor: '$count($) > $limit ? $[$limit - 1].key', size: 10 };
  const params = { after: '{{ $cursor }}', top: '{{ $limit + 1 }}' };
  const rows = '$filter($, function($record, $index) { $index < $limit })';
  const { engine, double } = await opened(params, page, { details: undefined, rows, fields: { id: 'key' } });
  const answer = await walked(engine, 2);
  expect(answer).toEqual({ rows: Object.keys(records), more: [true, true, false] });
  expect(double.seen.map(({ path }) => path)).toEqual(['/docs?top=3', '/docs?after=B&top=3', '/docs?after=D&top=3']);
});
