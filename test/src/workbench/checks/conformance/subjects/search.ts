import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import type { Body, Endpoint } from '../endpoints.ts';
import { endpoints } from '../endpoints.ts';
import { folded, rank, surelyAfter, words } from '../folding.ts';
import type { Hits } from '../rows.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Searched {
  readonly title: string;
  readonly path: string;
  /** True where a hit shows all that was searched; products may match on a text that is not shown. */
  readonly whole: boolean;
  readonly find: (bench: Bench, body: Body) => Promise<readonly Named[]>;
}

function searched<T>(endpoint: Endpoint<Hits<T>>, title: string, whole: boolean, named: (hit: T) => Named): Searched {
  const find: Searched['find'] = async (bench, body) => (await bench.ask(endpoint, body)).hits.map(named);
  return { title, path: endpoint.path, whole, find };
}

const SEARCHES: readonly Searched[] = [
  searched(endpoints.customers, 'customers', true, (hit) => ({ id: hit.erpId, name: hit.erpName })),
  searched(endpoints.products, 'products', false, (hit) => ({ id: hit.erpProductId, name: hit.erpDesc })),
];
const ALL = 500;
const holds = (name: string, query: string): boolean =>
  words(query).every((word) => folded(name).includes(folded(word)));

/** Texts that order by name alone would answer wrongly: they begin one name, and are inside another that sorts before it. */
function tellingQueries(named: readonly Named[]): readonly string[] {
  const starts = new Set(named.flatMap(({ name }) => [name.slice(0, 1), name.slice(0, 2)]));
  return [...starts].filter((start) => {
    if (!/^[a-z]+$/i.test(start)) return false;
    const holding = named.map(({ name }) => name).filter((name) => holds(name, start));
    const prefixed = holding.filter((name) => rank(name, start) === 1);
    const inside = holding.filter((name) => rank(name, start) === 2);
    return prefixed.some((one) => inside.some((other) => surelyAfter(other, one)));
  });
}

/** Customer and product search. */
export function search(bench: () => Bench): void {
  for (const { title, whole, find } of SEARCHES) {
    const all = () => find(bench(), { query: '', limit: ALL });
    const hits = (query: string) => find(bench(), { query, limit: ALL });
    const sample = async (count: number) => bench().random.some(await all(), count);

    describe(`search for ${title}`, { timeout: 60_000 }, () => {
      it('[contract 4] [decisions: Requests 3] an empty, blank, omitted or null query gives the first results', async () => {
        const first = await find(bench(), { query: '' });
        expect(first.length).toBeGreaterThan(0);
        for (const body of [{}, { query: null }, { query: '  \t' }]) expect(await find(bench(), body)).toEqual(first);
      });

      it('[decisions: Requests 3] letters beyond ASCII are found in either case too', async () => {
        const simple = /[\u00e0-\u00f6\u00f8-\u00fe\u0100-\u0130\u0132-\u0148\u0391-\u03a9\u03b1-\u03c1\u0410-\u044f]/u;
        const beyond = (await all()).filter(({ name }) => simple.test(name.toLowerCase()) && !/\u00df/.test(name));
        if (whole) expect(beyond.length, 'names with such a letter').toBeGreaterThan(0);
        for (const { id, name } of beyond.slice(0, 10)) {
          for (const query of [name.toUpperCase(), name.toLowerCase()]) {
            expect(
              (await hits(query)).map((hit) => hit.id),
              `search for ${query}`,
            ).toContain(id);
          }
        }
      });

      it('[decisions: Requests 3] a search finds all that hold its words, and nothing else', async () => {
        const everything = await all();
        expect(everything.length, 'fewer than the largest limit, so that none is missing').toBeLessThan(ALL);
        let judged = 0;
        for (const { name } of await sample(12)) {
          const query = words(name)
            .find((word) => /^[a-z]{2,}$/i.test(word))
            ?.slice(0, 4);
          if (query === undefined) continue;
          judged += 1;
          const got = await hits(query);
          for (const hit of got) if (whole) expect(holds(hit.name, query), `${hit.name} for ${query}`).toBe(true);
          const expected = everything.filter((one) => one.name.toLowerCase().includes(query.toLowerCase()));
          expect(
            got.map((hit) => hit.id),
            `search for ${query}`,
          ).toEqual(expect.arrayContaining(expected.map((one) => one.id)));
        }
        expect(judged, 'names with a word of plain letters').toBeGreaterThan(0);
      });

      it('[contract 4.7] [decisions: Requests 3] better matches come first: exact, prefix, contained; then by name', async () => {
        const telling = tellingQueries(await all());
        if (whole) expect(telling.length, 'texts that begin one name and are inside another').toBeGreaterThan(0);
        for (const { name } of await sample(15)) {
          const [first = name] = words(name);
          for (const query of [name, first, first.slice(0, 3), ...bench().random.some(telling, 1)]) {
            const got = await hits(query);
            const label = `search for ${query}`;
            if (query === name) expect(folded(got[0]?.name ?? ''), label).toBe(folded(name));
            if (!whole) continue;
            const ranks = got.map((hit) => rank(hit.name, query));
            expect(ranks, label).toEqual([...ranks].sort());
            for (const [index, later] of got.entries()) {
              const earlier = got[index - 1];
              if (earlier === undefined || ranks[index] !== ranks[index - 1]) continue;
              expect(surelyAfter(earlier.name, later.name), `${earlier.name} before ${later.name}`).toBe(false);
            }
          }
        }
      });
    });
  }
}
