/** The prices that the order form fills in: the answer of the page that its script requests. */
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
  tva_tx: z.union([z.string(), z.number()]),
  default_vat_code: z.string().nullish(),
});

export interface Filled {
  readonly price: string;
  /** As a browser sends it: `20` or `20 (CODE)`. */
  readonly vat: string;
}

/** What the form shows after the selection of a product. */
export async function askForm(pages: Pages, customer: string, product: string): Promise<Filled> {
  // A module may print before the answer.
  const text = await pages.get(
    `/product/ajax/products.php?action=fetch&id=${product}&socid=${customer}&addalsovatforthirdpartyid=1`,
  );
  const { price_ht, tva_tx, default_vat_code } = answers.parse(JSON.parse(text.slice(text.indexOf('{'))));
  const code = default_vat_code ?? '';
  return { price: price_ht.replaceAll(',', ''), vat: `${tva_tx}${code === '' ? '' : ` (${code})`}` };
}

/** Of all pairs. */
export async function formPrices(
  erp: Dolibarr,
  customers: readonly string[],
  products: readonly string[],
): Promise<readonly FormPrice[]> {
  const pages = await openPages(erp);
  const found: FormPrice[] = [];
  for (const customer of customers)
    for (const product of products)
      found.push({ customer, product, price: (await askForm(pages, customer, product)).price });
  return found;
}
