/** The prices that the order form fills in: the answer of the page that its script requests. */
import Big from 'big.js';
import { z } from 'zod';
import type { Dolibarr } from './installation.ts';
import { openPages, type Pages } from './pages.ts';

export interface FormPrice {
  readonly customer: string;
  readonly product: string;
  /** Without tax, in the company's currency, before the discount of the customer. */
  readonly price: string;
}

const answers = z.object({
  price_ht: z.string(),
  price_ttc: z.string(),
  pricebasetype: z.string().nullish(),
  tva_tx: z.union([z.string(), z.number()]),
  default_vat_code: z.string().nullish(),
});

interface Filled {
  /** Prices of some products are kept with tax, and are filled in with tax. */
  readonly field: 'price_ht' | 'price_ttc';
  readonly price: string;
  /** Percent. */
  readonly rate: string;
  /** As a browser sends it: `20` or `20 (CODE)`. */
  readonly vat: string;
}

/** What the form shows after the selection of a product. */
export async function askForm(pages: Pages, customer: string, product: string): Promise<Filled> {
  // A module may print before the answer.
  const text = await pages.get(
    `/product/ajax/products.php?action=fetch&id=${product}&socid=${customer}&addalsovatforthirdpartyid=1`,
  );
  const answer = answers.parse(JSON.parse(text.slice(text.indexOf('{'))));
  const field = answer.pricebasetype === 'TTC' ? 'price_ttc' : 'price_ht';
  const [rate, code] = [String(answer.tva_tx), answer.default_vat_code ?? ''];
  return { field, price: answer[field].replaceAll(',', ''), rate, vat: `${rate}${code === '' ? '' : ` (${code})`}` };
}

/** Of all pairs. */
export async function formPrices(
  erp: Dolibarr,
  customers: readonly string[],
  products: readonly string[],
): Promise<readonly FormPrice[]> {
  const pages = await openPages(erp);
  const shownPrices: FormPrice[] = [];
  for (const customer of customers)
    for (const product of products) {
      const { field, price, rate } = await askForm(pages, customer, product);
      const divisor = new Big(field === 'price_ttc' ? rate : '0').plus(100);
      shownPrices.push({
        customer,
        product,
        price: new Big(price).times(100).div(divisor).round(5, Big.roundHalfUp).toString(),
      });
    }
  return shownPrices;
}
