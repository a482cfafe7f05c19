/** The searches for customers and products by text. */
import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demand, demandEqual, lacks } from '../core/outcome.ts';
import { isWild, wordsOf } from '../validation/match.ts';

type SearchPath = '/catalog/customers/search' | '/catalog/products/search';

interface Hit {
  readonly id: string;
  readonly name: string;
}

/** A search with as many hits may have left some out. */
const largest = 500;
/** Texts that databases and query languages give a meaning, and that must be searched for literally. */
const literals = ['%', '_', '[', ']', '[a-z]', '\\', "'", '"', "' OR '1'='1", '*', '?', '^', '--', ';', '%%', '\u0000'];
/** Texts that no record needs to have; the service must answer them like any other. */
const unusual = ['\u{1f600}', '東京', 'e\u0301', 'x'.repeat(5_000), 'zqxjkv 7f3a'];
/** A word that no record has. */
const unknownWord = 'zqxjkv';

async function search(
  context: CheckContext,
  path: SearchPath,
  query: string,
  limit = largest,
): Promise<readonly Hit[]> {
  if (path === '/catalog/customers/search') {
    const { hits } = await context.ask(path, { query, limit });
    return hits.map(({ erpId, erpName }) => ({ id: erpId, name: erpName }));
  }
  const { hits } = await context.ask(path, { query, limit });
  return hits.map(({ erpProductId, erpDesc }) => ({ id: erpProductId, name: erpDesc }));
}

async function searchEverything(context: CheckContext, path: SearchPath): Promise<readonly Hit[]> {
  const all = await search(context, path, '');
  return all.length === 0 ? lacks('a record that the search finds', path) : all;
}

/** ASCII letters in the other case. */
const swapCase = (text: string): string =>
  text.replaceAll(/[a-zA-Z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

function demandFound(hits: readonly Hit[], { id, name }: Hit, query: string): void {
  if (hits.length === largest) return;
  const isFound = hits.some((hit) => hit.id === id);
  demand(isFound, 'found', `"${name}" (${id}) must be found by "${query}"; ${hits.length} others were`, 'hits');
}

const base = (path: SearchPath) => ({ path, tag: 'read', needs: [path], clause: 'ruling: requests' }) as const;

const byName = (path: SearchPath): Check => ({
  ...base(path),
  id: 'search/by-name',
  title: `each record is found by its own ${path.includes('customers') ? 'name' : 'description'}, in capitals or small letters`,
  clause: 'contract 4, ruling: requests',
  async run(context) {
    for (const record of context.sample(await searchEverything(context, path), 25)) {
      for (const query of [record.name, swapCase(record.name), ` ${record.name} `])
        demandFound(await search(context, path, query), record, query);
    }
  },
});

const byWords = (path: SearchPath): Check => ({
  ...base(path),
  id: 'search/by-words',
  title: 'every word must occur, in any order, also as a part of a word; nothing is found where a word is missing',
  async run(context) {
    const all = await searchEverything(context, path);
    const ofSeveralWords = all.filter(({ name }) => wordsOf(name).length > 1);
    for (const record of context.sample(ofSeveralWords, 15)) {
      const words = wordsOf(record.name);
      const reversed = [...words].reverse().join('  ');
      demandFound(await search(context, path, reversed), record, reversed);
      const parts = words.map((word) => ([...word].length > 3 ? [...word].slice(1).join('') : word)).join(' ');
      demandFound(await search(context, path, parts), record, parts);
      const hits = await search(context, path, `${record.name} ${unknownWord}`);
      const isAbsent = !hits.some(({ id }) => id === record.id);
      demand(
        isAbsent,
        'search-match',
        `"${record.name}" is found, though it does not contain "${unknownWord}"`,
        'hits',
      );
    }
    await demandWordBeginnings(context, path, all);
    if (ofSeveralWords.length === 0) lacks('a record whose name has two words', path);
  },
});

/** A record is found by the first letters of one of its words, in capitals and in small letters. */
async function demandWordBeginnings(context: CheckContext, path: SearchPath, all: readonly Hit[]): Promise<void> {
  const word = all
    .flatMap(({ name }) => wordsOf(name))
    .find((one) => /^[a-z]{4,}$/i.test(one))
    ?.slice(0, 3);
  const record = word === undefined ? undefined : all.find(({ name }) => name.includes(word));
  if (word === undefined || record === undefined) return;
  for (const query of [word.toLowerCase(), word.toUpperCase()])
    demandFound(await search(context, path, query), record, query);
}

const order = (path: SearchPath): Check => ({
  ...base(path),
  id: 'search/order',
  title: 'equal requests get equal answers, a smaller limit gives the beginning, and exact matches come first',
  clause: 'contract 4.7, ruling: requests',
  async run(context) {
    const all = await searchEverything(context, path);
    for (const limit of [largest, 2, 1]) {
      const hits = await search(context, path, '', limit);
      demandEqual(hits, all.slice(0, limit), 'stable-order', `the hits of an equal request with limit ${limit}`);
    }
    for (const { name } of context.sample(all, 15)) {
      const hits = await search(context, path, name);
      const firstOther = hits.findIndex((hit) => hit.name.toLowerCase() !== name.toLowerCase());
      const lastExact = hits.findLastIndex((hit) => hit.name === name);
      const isFirst = firstOther < 0 || lastExact < firstOther;
      demand(isFirst, 'best-first', `"${name}" itself comes after other hits for it`, 'hits');
    }
  },
});

const literally = (path: SearchPath): Check => ({
  ...base(path),
  id: 'search/literals',
  title: 'wildcards of SQL and quotes are searched for literally',
  async run(context) {
    const all = await searchEverything(context, path);
    for (const query of literals) {
      const hits = await search(context, path, query);
      const holding = all.filter(({ name }) => wordsOf(query).every((word) => name.includes(word)));
      if (all.length < largest) for (const record of holding) demandFound(hits, record, query);
      // A product may contain one of them in a description that is not shown, but not every product does.
      const isEverything = isWild(query) && all.length > holding.length && hits.length === all.length && all.length > 1;
      demand(!isEverything, 'wildcard', `"${query}" finds all ${all.length} records: it acts as a wildcard`, 'hits');
    }
  },
});

const unknownText = (path: SearchPath): Check => ({
  ...base(path),
  id: 'search/unknown-text',
  title: 'texts of any script and length are accepted, and nothing is found where no record contains them',
  async run(context) {
    for (const query of unusual) await search(context, path, query);
    const hits = await search(context, path, `${unknownWord}-7f3a`);
    demandEqual(hits, [], 'search-match', `the hits for "${unknownWord}-7f3a"`);
  },
});

/** Checks hits by name and by words, their order, and texts that are literal or unknown. */
export const searches: Theme = (endpoints) =>
  endpoints.flatMap(({ path }) =>
    path === '/catalog/customers/search' || path === '/catalog/products/search'
      ? [byName(path), byWords(path), order(path), literally(path), unknownText(path)]
      : [],
  );
