/** Products by SKU: the SKU itself first, then what begins with it. */

import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { spread } from '../discovered-data.ts';
import { demand, fail, notShown, same } from '../verdict.ts';

const path = '/catalog/products/by-sku';
const most = 100;

async function hitsOf(bench: Bench, sku: string): Promise<readonly string[]> {
  return (await bench.ask(path, { sku, limit: most })).hits.map(({ erpSku }) => erpSku);
}

/** SKUs of the fixture. */
async function skusOf({ found }: Bench): Promise<readonly string[]> {
  return (await found.products()).map(({ erpSku }) => erpSku);
}

const begins = (sku: string, text: string): boolean => sku.toLowerCase().startsWith(text.toLowerCase());
const cut = (text: string, from: number, to?: number): string => [...text].slice(from, to).join('').trim();
const literals = ['%', '_', '[a-z]', '[', '\\', "'", "' OR '1'='1", '*', '?'];

const checks: readonly Omit<Check, 'subject' | 'paths'>[] = [
  {
    name: `${path} gives the exact SKU first, also where others begin with it`,
    clause: 'contract 4, /catalog/products/by-sku',
    async run(bench) {
      const all = await skusOf(bench);
      const starts = all.filter((sku) => all.some((other) => other !== sku && begins(other, sku)));
      for (const sku of [...spread(all, 20), ...starts.slice(0, 10)]) {
        const [first] = await hitsOf(bench, sku);
        if (first?.toLowerCase() !== sku.toLowerCase())
          fail(`"${sku}" must come first for itself; first was "${first}"`);
      }
      if (starts.length === 0) notShown('the fixture has no SKU that another one begins with');
    },
  },
  {
    name: `${path} finds all that begins with a truncated SKU, and nothing else`,
    clause: 'contract 4, /catalog/products/by-sku',
    async run(bench) {
      const all = await skusOf(bench);
      for (const sku of spread(all, 15)) {
        for (const start of [cut(sku, 0, -1), cut(sku, 0, 2)].filter((text) => text !== '')) {
          const hits = await hitsOf(bench, start);
          const missing = all.filter((one) => one.startsWith(start) && !hits.includes(one));
          demand(
            missing.length === 0 || hits.length >= most || all.length >= 500,
            `"${start}" must find "${missing[0]}"`,
          );
        }
      }
    },
  },
  {
    name: `${path} does not find the middle of a SKU, nor a description`,
    clause: 'ruling: requests',
    async run(bench) {
      let shown = false;
      for (const { erpSku, erpDesc } of spread(await bench.found.products(), 15)) {
        for (const text of [cut(erpSku, 1), cut(erpSku, -3), erpDesc.trim()]) {
          if (text === '' || begins(erpSku, text)) continue;
          shown = true;
          demand(
            !(await hitsOf(bench, text)).includes(erpSku),
            `"${erpSku}" is found by "${text}", which it does not begin with`,
          );
        }
      }
      if (!shown) notShown('every SKU of the fixture begins with its own middle');
    },
  },
  {
    name: `${path} takes wildcards of SQL and quotes as they are, and finds nothing by an unknown SKU`,
    clause: 'ruling: requests',
    async run(bench) {
      for (const text of literals) await hitsOf(bench, text);
      same(await hitsOf(bench, 'no-such-sku-7f3a'), [], 'the hits for an unknown SKU');
    },
  },
];

export const sku: Subject = (endpoints) =>
  endpoints.some((endpoint) => endpoint.path === path)
    ? checks.map((check) => ({ ...check, subject: 'sku', paths: [path] }))
    : [];
