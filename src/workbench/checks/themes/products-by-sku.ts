/** Products by SKU: the SKU itself first, then SKUs that begin with the text. */
import type { Check, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demand, demandEqual, lacks } from '../core/outcome.ts';
import { rankOf } from '../validation/match.ts';

const path = '/catalog/products/by-sku';
const largest = 100;
const literals = ['%', '_', '[a-z]', '[', '\\', "'", "' OR '1'='1", '*', '?'];

async function search(context: CheckContext, sku: string, limit = largest): Promise<readonly string[]> {
  return (await context.ask(path, { sku, limit })).hits.map(({ erpSku }) => erpSku);
}

const beginsWith = (sku: string, text: string): boolean => sku.toLowerCase().startsWith(text.toLowerCase());
/** A part of a text, in whole characters. */
const part = (text: string, from: number, to?: number): string => [...text].slice(from, to).join('').trim();

const base = { path, tag: 'read', needs: [path] } as const;

const checks: readonly Check[] = [
  {
    ...base,
    id: 'sku/exact-first',
    title: 'the exact SKU comes first, also where others begin with it',
    clause: 'contract 4, /catalog/products/by-sku',
    async run(context) {
      const all = await context.discovered.skus();
      const prefixes = all.filter((sku) => all.some((other) => other !== sku && beginsWith(other, sku)));
      for (const sku of [...context.sample(all, 20), ...context.sample(prefixes, 10)]) {
        const [first] = await search(context, sku);
        const isExact = first !== undefined && rankOf(first, sku) === 0;
        demand(isExact, 'found', `"${sku}" must come first for itself; first was "${first ?? 'nothing'}"`, 'hits');
      }
      if (prefixes.length === 0) lacks('a product whose SKU begins with the SKU of another one', path);
    },
  },
  {
    ...base,
    id: 'sku/prefix',
    title: 'a truncated SKU finds all SKUs that begin with it, and nothing else',
    clause: 'contract 4, /catalog/products/by-sku',
    async run(context) {
      const all = await context.discovered.skus();
      for (const sku of context.sample(all, 15)) {
        for (const start of [part(sku, 0, -1), part(sku, 0, 2)].filter((text) => text !== '')) {
          const hits = await search(context, start);
          const missing = all.filter((one) => one.startsWith(start) && !hits.includes(one));
          const isComplete = missing.length === 0 || hits.length >= largest || all.length >= 500;
          demand(isComplete, 'found', `"${start}" must find "${missing[0]}"`, 'hits');
        }
      }
    },
  },
  {
    ...base,
    id: 'sku/not-contained',
    title: 'neither the middle of a SKU nor a description finds it',
    clause: 'ruling: requests',
    async run(context) {
      let isShown = false;
      for (const { erpSku, erpDesc } of context.sample(await context.discovered.products(), 15)) {
        for (const text of [part(erpSku, 1), part(erpSku, -3), erpDesc.trim()]) {
          if (text === '' || beginsWith(erpSku, text)) continue;
          isShown = true;
          const isFound = (await search(context, text)).includes(erpSku);
          demand(!isFound, 'sku-match', `"${erpSku}" is found by "${text}", which it does not begin with`, 'hits');
        }
      }
      if (!isShown) lacks('a product whose SKU does not begin with its own middle', path);
    },
  },
  {
    ...base,
    id: 'sku/literals',
    title: 'wildcards of SQL and quotes are searched for literally, and an unknown SKU finds nothing',
    clause: 'ruling: requests',
    async run(context) {
      for (const text of literals) await search(context, text);
      demandEqual(await search(context, 'no-such-sku-7f3a'), [], 'sku-match', 'the hits for an unknown SKU');
    },
  },
];

/** Checks the order of the hits, their limit, and that signs with a meaning in SQL are searched for literally. */
export const productsBySku: Theme = () => checks;
