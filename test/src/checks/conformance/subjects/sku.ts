import { describe, expect, it } from 'vitest';
import type { Bench } from '../bench.ts';
import { endpoints } from '../endpoints.ts';
import { unshown } from '../unshown.ts';

const begins = (sku: string, start: string): boolean => sku.toLowerCase().startsWith(start.toLowerCase());
const ALL = 100;

/** A part of a text, never half of a character. */
const cut = (text: string, from: number, to?: number): string => [...text].slice(from, to).join('');

/** Products by SKU. */
export function sku(bench: () => Bench): void {
  const hits = async (text: string) => (await bench().ask(endpoints.bySku, { sku: text, limit: ALL })).hits;
  const sample = async (count: number) => bench().random.some(await bench().found.products(), count);

  describe('products by SKU', { timeout: 60_000 }, () => {
    it('[contract 4 /by-sku] [decisions: Requests 4] an exact match comes first, what follows begins with it', async () => {
      for (const product of await sample(20)) {
        const [first, ...rest] = await hits(product.erpSku);
        expect(first).toEqual(product);
        for (const { erpSku } of rest) expect(begins(erpSku, product.erpSku), erpSku).toBe(true);
      }
    });

    it('[contract 4 /by-sku] [decisions: Requests 4] a truncated SKU finds what begins with it, all of it and nothing else', async () => {
      const products = await bench().found.products();
      for (const { erpSku } of await sample(20)) {
        if (erpSku.length < 2) continue;
        for (const start of [cut(erpSku, 0, -1), cut(erpSku, 0, 2)].map((text) => text.trim())) {
          const got = (await hits(start)).map((hit) => hit.erpSku);
          for (const one of got) expect(begins(one, start), `${one} for ${start}`).toBe(true);
          const expected = products.map((one) => one.erpSku).filter((one) => one.startsWith(start));
          if (products.length < 500 && got.length < ALL) expect(got).toEqual(expect.arrayContaining(expected));
        }
      }
    });

    it('[decisions: Requests 4] neither the middle of a SKU nor a description finds it', async () => {
      let shown = false;
      for (const { erpSku, erpDesc } of await sample(20)) {
        for (const text of [cut(erpSku, 1), cut(erpSku, -3), erpDesc].map((one) => one.trim())) {
          if (text === '' || begins(erpSku, text)) continue;
          shown = true;
          expect(
            (await hits(text)).map((hit) => hit.erpSku),
            `for ${text}`,
          ).not.toContain(erpSku);
        }
      }
      if (!shown) unshown('every SKU begins with its own middle');
    });

    it('[decisions: Requests 3, 4] wildcard characters and quotes are literals', async () => {
      for (const text of ['%', '_', '[a-z]', '[', "'", "' OR '1'='1", '\\', '*', '?']) {
        for (const { erpSku } of await hits(text)) expect(begins(erpSku, text), `${erpSku} for ${text}`).toBe(true);
      }
    });

    it('[decisions: Responses 3] an unknown SKU finds nothing', async () => {
      expect(await hits('no-such-sku-7f3a')).toEqual([]);
    });

    it('[decisions: Requests 3] equal requests give equal order', async () => {
      const [start = 'a'] = [(await bench().found.products())[0]?.erpSku.slice(0, 1)];
      expect(await hits(start)).toEqual(await hits(start));
    });
  });
}
