/** The searches for customers and products by text. */
import { isWild, wordsOf } from '../../validation/match.ts';
import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { spread } from '../discovered-data.ts';
import { demand, fail, notShown, same } from '../verdict.ts';

type SearchPath = '/catalog/customers/search' | '/catalog/products/search';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** More hits than this are not told apart from all there are. */
const most = 500;
const literals = ['%', '_', '[', ']', '[a-z]', '\\', "'", '"', "' OR '1'='1", '*', '?', '^', '--', ';', '%%', '\u0000'];

async function hitsOf(bench: Bench, path: SearchPath, query: string, limit = most): Promise<readonly Named[]> {
  if (path === '/catalog/customers/search') {
    const { hits } = await bench.ask(path, { query, limit });
    return hits.map(({ erpId, erpName }) => ({ id: erpId, name: erpName }));
  }
  const { hits } = await bench.ask(path, { query, limit });
  return hits.map(({ erpProductId, erpDesc }) => ({ id: erpProductId, name: erpDesc }));
}

async function allOf(bench: Bench, path: SearchPath): Promise<readonly Named[]> {
  const all = await hitsOf(bench, path, '');
  return all.length === 0 ? notShown('the fixture has no record that the search finds') : all;
}

/** Letters of one case in the other; what has no simple other case stays. */
const swapped = (text: string): string =>
  text.replaceAll(/[a-zA-Z]/g, (sign) => (sign < 'a' ? sign.toLowerCase() : sign.toUpperCase()));

function isFound(hits: readonly Named[], { id, name }: Named, query: string): void {
  if (!hits.some((hit) => hit.id === id))
    fail(`"${name}" (${id}) must be found by "${query}"; ${hits.length} others were`);
}

/** Texts of any length find whatever holds them; the service must not fall over. */
const odd = ['\u{1f600}', '東京', 'e\u0301', 'x'.repeat(5_000), 'zqxjkv 7f3a'];

export const search: Subject = (endpoints) =>
  endpoints.flatMap(({ path }) =>
    path === '/catalog/customers/search' || path === '/catalog/products/search' ? checksOf(path) : [],
  );

function checksOf(path: SearchPath): readonly Check[] {
  const base = { subject: 'search', clause: 'ruling: requests', paths: [path] };
  return [
    {
      ...base,
      name: `${path} finds each record by its own ${path.includes('customers') ? 'name' : 'description'}, in capitals or small letters`,
      clause: 'contract 4, ruling: requests',
      async run(bench) {
        for (const one of spread(await allOf(bench, path), 25)) {
          for (const query of [one.name, swapped(one.name), ` ${one.name} `])
            isFound(await hitsOf(bench, path, query), one, query);
        }
      },
    },
    {
      ...base,
      name: `${path} finds every word in any order, also as a part of one, and nothing where a word is missing`,
      async run(bench) {
        const several = (await allOf(bench, path)).filter(({ name }) => wordsOf(name).length > 1);
        if (several.length === 0) notShown('the fixture has no name of two words');
        for (const one of spread(several, 15)) {
          const back = [...wordsOf(one.name)].reverse().join('  ');
          isFound(await hitsOf(bench, path, back), one, back);
          const inside = wordsOf(one.name)
            .map((word) => ([...word].length > 3 ? [...word].slice(1).join('') : word))
            .join(' ');
          isFound(await hitsOf(bench, path, inside), one, inside);
          const without = await hitsOf(bench, path, `${one.name} zqxjkv`);
          demand(!without.some(({ id }) => id === one.id), `"${one.name}" is found, though it does not hold "zqxjkv"`);
        }
      },
    },
    {
      ...base,
      name: `${path} gives equal order to equal requests, each record once, exact matches before others`,
      clause: 'contract 4.7, ruling: requests',
      async run(bench) {
        const all = await allOf(bench, path);
        same(await hitsOf(bench, path, ''), all, 'the hits of an equal request');
        for (const { name } of spread(all, 15)) {
          const hits = await hitsOf(bench, path, name);
          const first = hits.findIndex((hit) => hit.name.toLowerCase() !== name.toLowerCase());
          const last = hits.findLastIndex((hit) => hit.name === name);
          demand(first < 0 || last < first, `"${name}" itself comes after other hits for it`);
        }
      },
    },
    {
      ...base,
      name: `${path} takes wildcards of SQL and quotes as they are`,
      async run(bench) {
        const all = await allOf(bench, path);
        for (const query of literals) {
          const hits = await hitsOf(bench, path, query);
          const holding = all.filter(({ name }) => wordsOf(query).every((word) => name.includes(word)));
          if (all.length < most) for (const one of holding) isFound(hits, one, query);
          // A description that is not shown may hold one of them; not all can.
          demand(
            !(isWild(query) && all.length > holding.length && hits.length === all.length && all.length > 1),
            `"${query}" finds all ${all.length} records: it counts as a wildcard`,
          );
        }
      },
    },
    {
      ...base,
      name: `${path} takes texts of any script and length, and finds nothing where nothing holds them`,
      async run(bench) {
        for (const query of odd) await hitsOf(bench, path, query);
        same(await hitsOf(bench, path, 'zqxjkv-7f3a'), [], 'the hits for "zqxjkv-7f3a"');
      },
    },
  ];
}
