/** The operator's searches of the purchase-order workflow: customers, addresses, products. Contract 4. */

import type { Path } from '../../../contract/types.ts';
import { isWild, rankOf, wordsOf } from '../../validation/match.ts';
import type { Probe } from '../probe.ts';
import { type Customer, nobody, type Product, type Session } from '../session.ts';

/** Texts that stand for themselves, and mean something in SQL. */
const wild = ['%', '_', "'"];
const widest = 500;
const widestSku = 100;
/** Records that are looked for one by one. */
const sampled = 5;

type Search = '/catalog/customers/search' | '/catalog/products/search';

interface Named {
  readonly id: string;
  readonly name: string;
}

const customerName = ({ erpId, erpName }: Customer): Named => ({ id: erpId, name: erpName });
const productName = ({ erpProductId, erpDesc }: Product): Named => ({ id: erpProductId, name: erpDesc });

/** `count` of the items, from all over the list. */
export function spread<T>(items: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_item, index) => index % step === 0).slice(0, count);
}

export async function searches(session: Session): Promise<void> {
  const { known } = session;
  await searchesOf(session, async (probe, query, limit) => {
    const { hits } = await probe.ask('/catalog/customers/search', { query, limit });
    if (query === '' && limit === widest) known.customers = hits;
    return hits.map(customerName);
  });
  await addresses(session);
  await searchesOf(
    session,
    async (probe, query, limit) => {
      const { hits } = await probe.ask('/catalog/products/search', { query, limit });
      if (query === '' && limit === widest) known.products = hits;
      return hits.map(productName);
    },
    '/catalog/products/search',
  );
  await skus(session);
}

type Find = (probe: Probe, query: string, limit: number) => Promise<readonly Named[]>;

async function searchesOf(session: Session, find: Find, path: Search = '/catalog/customers/search'): Promise<void> {
  let all: readonly Named[] = [];
  const needed = (probe: Probe): void => {
    if (all.length === 0) probe.skip('The search for everything has found nothing.');
  };
  await session.check(path, 'an empty text finds the first records', async (probe) => {
    all = await find(probe, '', widest);
    if (all.length === 0) probe.note('Nothing is found: what needs a record cannot be reached.');
  });
  await session.check(path, 'equal requests give equal order, and a smaller limit its beginning', async (probe) => {
    needed(probe);
    for (const limit of [widest, 2, 1]) {
      const got = await find(probe, '', limit);
      const same = got.every(({ id }, index) => id === all[index]?.id) && got.length === Math.min(limit, all.length);
      if (!probe.hold(same, 'stable-order', 'hits', `with the limit ${limit} other hits come than before`)) return;
    }
  });
  await session.check(path, 'a record is found by its whole name', async (probe) => {
    needed(probe);
    for (const { id, name } of spread(all, sampled)) {
      const got = await find(probe, name, widest);
      const there = got.some((hit) => hit.id === id) || got.length === widest;
      if (!probe.hold(there, 'found', 'hits', `"${name}" does not find ${id}`)) return;
    }
  });
  await session.check(
    path,
    'a record is found by the beginning of a word, in capitals and in small letters',
    async (probe) => {
      needed(probe);
      const word = all.flatMap(({ name }) => wordsOf(name)).find((one) => /^[a-z]{4,}$/i.test(one));
      if (word === undefined) return probe.skip('No name has a word of plain letters.');
      const of = all.find(({ name }) => name.includes(word))?.id;
      for (const query of [word.slice(0, 3).toLowerCase(), word.slice(0, 3).toUpperCase()]) {
        const got = await find(probe, query, widest);
        const there = got.some(({ id }) => id === of) || got.length === widest;
        probe.hold(there, 'found', 'hits', `"${query}" does not find ${of}`);
      }
    },
  );
  for (const query of wild) {
    await session.check(path, `"${query}" stands for itself`, async (probe) => {
      needed(probe);
      const got = await find(probe, query, widest);
      // A product may hold the text in a description that is not shown, but not every product.
      const strange = got.filter(({ name }) => !name.includes(query));
      const everything = strange.length > 0 && all.length > 1 && got.length === all.length;
      const shown = path === '/catalog/customers/search';
      if (!shown) probe.hold(!everything, 'wildcard', 'hits', `"${query}" finds all ${got.length} records`);
      const missed = all.length === widest ? [] : all.filter(({ name }) => name.includes(query) && isWild(query));
      const lost = missed.find(({ id }) => !got.some((hit) => hit.id === id));
      if (lost !== undefined) probe.hold(false, 'found', 'hits', `"${query}" does not find "${lost.name}"`);
    });
  }
  await session.check(path, 'words that nothing holds find nothing', async (probe) => {
    const got = await find(probe, nobody, widest);
    probe.hold(got.length === 0, 'search-match', 'hits', `"${nobody}" finds ${got.length} records`);
  });
}

async function addresses({ known, settings, ...session }: Session): Promise<void> {
  const path: Path = '/catalog/customers/addresses';
  const wanted = settings.customer === undefined ? [] : [settings.customer];
  await session.check(path, 'the addresses of a customer, all and of each kind', async (probe) => {
    const ids = [...wanted, ...spread(known.customers, sampled).map(({ erpId }) => erpId)];
    if (ids.length === 0) return probe.skip('No customer is known.');
    for (const customerId of ids) {
      const { hits } = await probe.ask(path, { customerId });
      for (const kind of ['shipping', 'billing'] as const) {
        const some = await probe.ask(path, { customerId, kind });
        const count = hits.filter(({ addressKind }) => addressKind === kind).length;
        const message = `${some.hits.length} of the kind ${kind} come, and ${count} among all`;
        probe.hold(some.hits.length === count, 'filter', 'hits', message);
      }
    }
  });
  await session.check(path, 'an unknown customer has none', async (probe) => {
    const { hits } = await probe.ask(path, { customerId: nobody });
    probe.hold(hits.length === 0, 'unknown-id', 'hits', 'an unknown customer has addresses');
  });
}

async function skus({ known, settings, ...session }: Session): Promise<void> {
  const path: Path = '/catalog/products/by-sku';
  const skusOf = (): readonly string[] => {
    const given = settings.sku === undefined ? [] : [settings.sku];
    return [...given, ...spread(known.products, sampled).map(({ erpSku }) => erpSku)];
  };
  await session.check(path, 'a SKU is found, and comes first', async (probe) => {
    if (skusOf().length === 0) return probe.skip('No product is known.');
    for (const sku of skusOf()) {
      const { hits } = await probe.ask(path, { sku });
      const [first] = hits;
      const exact = first !== undefined && rankOf(first.erpSku, sku) === 0;
      probe.hold(exact, 'found', 'hits', `the first hit for "${sku}" is ${first?.erpSku ?? 'none'}`);
    }
  });
  await session.check(path, 'a SKU is found by its beginning', async (probe) => {
    const [sku] = skusOf().filter((one) => one.length > 2);
    if (sku === undefined) return probe.skip('No product is known.');
    const { hits } = await probe.ask(path, { sku: sku.slice(0, -1), limit: widestSku });
    const there = hits.length === widestSku || hits.some(({ erpSku }) => erpSku === sku);
    probe.hold(there, 'found', 'hits', `"${sku.slice(0, -1)}" does not find ${sku}`);
  });
  for (const query of wild) {
    await session.check(path, `"${query}" stands for itself`, async (probe) => {
      await probe.ask(path, { sku: query, limit: widestSku });
    });
  }
}
